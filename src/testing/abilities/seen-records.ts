import type { INestApplicationContext } from '@nestjs/common';
import type { Authorizer } from '../../authorization/authorizer.js';
import {
  allOf,
  EVERYTHING,
  type ResolvedCondition,
} from '../../authorization/resolved-condition.js';
import { verifyShown } from '../../authorization/shown-records.js';
import { RequestError } from '../../errors/index.js';
import { DATABASE, type Database } from '../../execution/database/database.js';
import { RecordLocks } from '../../execution/writes/record-locks.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';
import { getKey } from '../../request/parse-key.js';

/** Reads records as a user sees them. */
export class SeenRecords {
  private readonly database: Database;
  private readonly rows: RecordLocks;

  constructor(app: INestApplicationContext) {
    this.database = app.get<Database>(DATABASE, { strict: false });
    this.rows = app.get(RecordLocks, { strict: false });
  }

  /**
   * @param condition further narrows the scope
   * @throws RequestError `not_found` for a record that the user does not see
   */
  async get(
    authorizer: Authorizer,
    resource: CompiledResource,
    id: string,
    condition: ResolvedCondition = EVERYTHING,
  ): Promise<object> {
    const scope = allOf([authorizer.scope(resource), condition]);
    const key = getKey(id, resource.keyColumn);
    const record = await this.rows.find(this.database, resource, key, scope);
    if (!record) throw new RequestError('not_found');
    await verifyShown(authorizer, resource, record);
    return record;
  }
}
