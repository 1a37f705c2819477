import type { INestApplicationContext } from '@nestjs/common';
import { Authorizer } from '../../pipeline/authorization/authorizer.js';
import { contextFor, type RequestCaller } from '../../pipeline/authorization/request-context.js';
import { Origin } from '../../pipeline/authorization/request-origin.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import type { ResourceClass } from '../../definition/store/resource-of.js';
import { RequestError } from '../../base/errors/index.js';
import { ReadRecords } from '../../modules/records/reading/read-records.js';
import { RecordAuthorizer } from '../../modules/records/authorizing/record-authorizer.js';
import { ResourceRegistry } from '../../registry/resources/resource-registry.js';

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

  /**
   * Returns what the user may do with the resource, and with the record where one is given.
   *
   * @param user with the facts that requests load (`authentication.user.facts`)
   */
  async of(
    user: object,
    definition: ResourceClass,
    record: object | undefined,
  ): Promise<readonly Ability[]> {
    const resource = this.registry.getByDefinition(definition);
    const caller: RequestCaller = {
      authorizer: new Authorizer(user),
      languages: [],
      origin: new Origin('test', undefined),
    };
    const key = record && String((record as Record<string, unknown>)[resource.keyColumn.property]);
    const allowed: Ability[] = [];
    for (const ability of abilities)
      if (await isAllowed(() => this.check(ability, { caller, resource }, key)))
        allowed.push(ability);
    return allowed;
  }

  private async check(
    ability: Ability,
    { caller, resource }: { readonly caller: RequestCaller; readonly resource: CompiledResource },
    id?: string,
  ): Promise<unknown> {
    const asked = { operation: ability, queryString: '', id: id ?? null };
    const context = await contextFor(caller, resource, asked, this.registry);
    await context.authorizer.authorize(context.resource);
    if (ability === 'index') return undefined;
    if (ability === 'store') return this.authorizer.store({ context, queryString: '' });
    if (id === undefined) throw new RequestError('not_found');
    const call = { context, id, queryString: '' };
    // Reads the record: without a method "show", only the statement checks its scope.
    const shown = await this.reads.show(await this.authorizer.show(call));
    return ability === 'show' ? shown : this.authorizer[ability](call);
  }
}

async function isAllowed(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    const isRefusal =
      error instanceof RequestError && ['unauthorized', 'not_found'].includes(error.code);
    if (isRefusal) return false;
    throw error;
  }
}
