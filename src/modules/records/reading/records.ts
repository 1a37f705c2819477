import { Inject, Injectable } from '@nestjs/common';
import { Authorizer } from '../../../pipeline/authorization/authorizer.js';
import type { EntityOf, ResourceClass } from '../../../definition/store/resource-of.js';
import { DATABASE, type Database } from '../../../database/connection/database.js';
import { EntityReader } from '../../../database/read/entity-reader.js';
import { RecordLoader } from '../../../database/read/record-loader.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { ResourceRegistry } from '../../../registry/resources/resource-registry.js';
import type { AppUser } from '../../../base/types/register.js';
import { ScopedReads } from './scoped-reads.js';
import { ScopedRecords } from './scoped-records.js';

/** The records of one resource, before the user is known. */
export interface RecordsOf<E extends object> {
  /**
   * Returns the records that this user may see. Its policies are asked at most once, so get it anew
   * for each request.
   */
  for(user: AppUser): ScopedRecords<E>;
}

/**
 * Reads records for the application's own code, limited to those that a user may see:
 * `records.of(PostResource).for(user)`.
 *
 * @contract C4.4
 */
@Injectable()
export class Records {
  constructor(
    private readonly registry: ResourceRegistry,
    @Inject(DATABASE) private readonly database: Database,
    private readonly loader: RecordLoader,
    private readonly entities: EntityReader,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  /** @throws TypeError when no module registers the resource */
  of<Resource extends ResourceClass>(
    definition: Resource,
  ): RecordsOf<EntityOf<InstanceType<Resource>>> {
    const resource = this.registry.getByDefinition(definition);
    return {
      for: (user) => {
        const { database, loader, entities, options } = this;
        const source = { database, connection: database, loader, entities, options };
        return new ScopedRecords(new ScopedReads(source, resource, new Authorizer(user)));
      },
    };
  }
}
