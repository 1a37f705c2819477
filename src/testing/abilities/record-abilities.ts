import type { INestApplicationContext } from '@nestjs/common';
import type { RequestContext } from '../../authorization/request-context.js';
import type { ResourceClass } from '../../definition/resource-of.js';
import { RequestError } from '../../errors/index.js';
import { ReadRecords } from '../../modules/records/reading/read-records.js';
import { RecordAuthorizer } from '../../modules/records/record-authorizer.js';
import { ResourceRegistry } from '../../registry/resource-registry.js';
import { askedResource, isAllowed, keyIn } from './asked-resource.js';

/** What a policy decides about a resource, and about one of its records. */
export const abilities = ['index', 'store', 'show', 'update', 'delete'] as const;
export type Ability = (typeof abilities)[number];

/** Asks policies as requests do, without changing anything. */
export class RecordAbilities {
  private readonly registry: ResourceRegistry;
  private readonly authorizer: RecordAuthorizer;
  private readonly reads: ReadRecords;

  constructor(app: INestApplicationContext) {
    this.registry = app.get(ResourceRegistry, { strict: false });
    this.authorizer = app.get(RecordAuthorizer, { strict: false });
    this.reads = app.get(ReadRecords, { strict: false });
  }

  /** Returns what the user may do with the resource, and with the record where one is given. */
  async of(
    user: object,
    definition: ResourceClass,
    record: object | undefined,
  ): Promise<readonly Ability[]> {
    const { context, full } = askedResource(this.registry, user, definition);
    const key = record && keyIn(full, record);
    const allowed: Ability[] = [];
    for (const ability of abilities)
      if (await isAllowed(() => this.check(ability, context, key))) allowed.push(ability);
    return allowed;
  }

  private async check(ability: Ability, context: RequestContext, id?: string): Promise<unknown> {
    await context.authorizer.authorize(context.resource);
    if (ability === 'index') return undefined;
    if (ability === 'store') return this.authorizer.store(context, '');
    if (id === undefined) throw new RequestError('not_found');
    const call = { context, id, queryString: '' };
    // Reads the record: without a method "show", only the statement checks its scope.
    const shown = await this.reads.show(await this.authorizer.show(call));
    return ability === 'show' ? shown : this.authorizer[ability](call);
  }
}
