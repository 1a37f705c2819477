import type { INestApplicationContext } from '@nestjs/common';
import type { ResourceClass } from '../../definition/resource-of.js';
import { allowedNames, RequestError } from '../../errors/index.js';
import { mayRun } from '../../modules/actions/action-handler.js';
import { indexCondition } from '../../modules/actions/action-selection.js';
import { getAction } from '../../modules/actions/find-action.js';
import type { CompiledAction, CompiledResource } from '../../registry/compiled-resource.js';
import { ResourceRegistry } from '../../registry/resource-registry.js';
import { askedResource, isAllowed, keyIn, passGate, type AskedResource } from './asked-resource.js';
import { SeenRecords } from './seen-records.js';

/** Asks which actions a user may run, as requests do, without running any. */
export class ActionAbilities {
  private readonly registry: ResourceRegistry;
  private readonly records: SeenRecords;

  constructor(app: INestApplicationContext) {
    this.registry = app.get(ResourceRegistry, { strict: false });
    this.records = new SeenRecords(app);
  }

  /**
   * Returns the `uriKey`s of the actions that the user may run: on the record, alone or in a list.
   * Without a record, those that the user sees on the collection.
   */
  async of(
    user: object,
    definition: ResourceClass,
    record: object | undefined,
  ): Promise<readonly string[]> {
    const asked = askedResource(this.registry, user, definition);
    const id = record ? keyIn(asked.full, record) : null;
    const allowed: string[] = [];
    for (const action of asked.full.actions)
      if (await isAllowed(() => this.check(action, asked, id))) allowed.push(action.uriKey);
    return allowed;
  }

  /** @throws TypeError for a name that no action of the resource has */
  verifyNames(definition: ResourceClass, names: readonly string[]): void {
    const { name, actions } = this.registry.getByDefinition(definition);
    const known = actions.map(({ uriKey }) => uriKey);
    for (const each of names)
      if (!known.includes(each))
        throw new TypeError(`${name} has no action "${each}".${allowedNames(each, known)}`);
  }

  private async check(
    { uriKey, scope }: CompiledAction,
    asked: AskedResource,
    id: string | null,
  ): Promise<void> {
    const isOfRecord = scope === 'show' || (scope === 'both' && id !== null);
    if (isOfRecord && id === null) throw new RequestError('not_found');
    const query = `action=${encodeURIComponent(uriKey)}`;
    const path = isOfRecord ? id : null;
    const { context, request } = await passGate(this.registry, asked, 'action', path, query);
    const action = await getAction(context, request, uriKey);
    if (id === null || scope === 'standalone') return;
    const narrowed = indexCondition({ ...context, action, request });
    const full: CompiledResource = asked.full;
    const record = await this.records.get(context.authorizer, full, id, narrowed);
    if (!(await mayRun(action, full, context.authorizer.user, record)))
      throw new RequestError('unauthorized');
  }
}
