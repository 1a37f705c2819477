import type { ResourceClass } from '../../definition/store/resource-of.js';
import type { ResourceRequest } from '../../base/types/register.js';
import type { DecisionObserver } from '../resources/decision-observer.js';
import { compilePivotAbilities } from './compile-pivot-abilities.js';
import { pivotNamed } from '../resources/pivot-columns.js';
import { operationNames } from '../resources/compiled-resource.js';
import type {
  CompiledAction,
  CompiledCallable,
  CompiledColumn,
  CompiledComputed,
  CompiledField,
  CompiledFilter,
  CompiledForwarding,
  CompiledOperations,
  CompiledPolicy,
  CompiledRelated,
  CompiledRelation,
  CompiledResource,
  MorphTarget,
  RecordAbilityCheck,
} from '../resources/compiled-resource.js';
import type {
  AttributeDraft,
  FieldDraft,
  PolicyDraft,
  RelationDraft,
  ResourceDraft,
} from '../draft/draft.js';
import { matchTypeOf } from '../resources/derive-rules.js';
import { camelCase, humanize } from '../resources/names.js';
import { DEFAULT_PAGE_SIZE } from '../resources/page-size.js';
import { observeDecisions, observeRelations } from './observe-decisions.js';
import { relationKinds } from './relation-kinds.js';
import { takesRecord } from '../resources/takes-record.js';
import { needsOf } from './sort-members.js';
import { findMorphs, type MorphColumns } from './wire-by-morph.js';

/** What refers to other resources, in circles; it is added once all resources exist. */
type Links = Pick<CompiledResource, 'full' | 'view' | 'relations' | 'morphs'>;

/**
 * Drafts without fault become the registry's resources, linked to each other and frozen.
 *
 * @param observer of what they decide, if there is any
 */
export function freezeResources(
  drafts: readonly ResourceDraft[],
  observer?: DecisionObserver,
): readonly CompiledResource[] {
  const compiled = new Map<ResourceDraft, CompiledResource>(
    drafts.map((draft) => {
      const resource = compileResource(draft) as CompiledResource;
      return [draft, observer ? observeDecisions(resource, observer) : resource];
    }),
  );
  const view = new Map([...compiled.values()].map((resource) => [resource.key, resource]));
  for (const [draft, resource] of compiled) {
    const relations = compileRelated(draft, compiled);
    const policy = draft.policy?.instance ?? {};
    Object.assign<CompiledResource, Links>(resource, {
      full: resource,
      view,
      relations: observer ? observeRelations(resource, policy, relations, observer) : relations,
      morphs: compileMorphs(draft, compiled),
    });
    Object.freeze(resource);
  }
  return Object.freeze([...compiled.values()]);
}

function compileResource(draft: ResourceDraft): Omit<CompiledResource, keyof Links> {
  const table = draft.table!;
  return {
    key: draft.key,
    definition: draft.definition,
    name: draft.name,
    table: Object.freeze(table),
    keyColumn: table.keys[0]!,
    fields: new Map(draft.fields.map((field) => [field.name, compileField(field)])),
    computed: compileComputed(draft),
    inputs: new Map(draft.inputs.map((input) => [input.name, Object.freeze(input)])),
    actions: Object.freeze(draft.actions.map(compileAction)),
    filters: new Map(draft.filters.map((filter) => [filter.key, compileFilter(filter)])),
    policy: compilePolicy(draft, draft.policy),
    hooks: draft.hooks?.instance ?? {},
    operations: compileOperations(draft.operations?.instance),
    perPage: draft.options.perPage ?? DEFAULT_PAGE_SIZE,
    relatablePerPage: draft.options.defaultRelatablePerPage ?? DEFAULT_PAGE_SIZE,
    options: Object.freeze({ ...draft.options }),
  };
}

/** A field named `id` is the record's key, which every resource object carries already. */
function compileField({ name, column, options, derived = [] }: FieldDraft): CompiledField {
  return Object.freeze({
    name,
    column: column!,
    readable: !options.writeOnly && name !== 'id',
    rules: Object.freeze([...(options.rules ?? []), ...derived]),
    derived: Object.freeze(derived),
    matchable: options.matchable === true ? matchTypeOf(column!) : (options.matchable ?? null),
    options,
    omits: null,
  });
}

function compileAction({
  action,
  options,
  uriKey,
  scope,
  instance,
}: ResourceDraft['actions'][number]): CompiledAction {
  const handler = instance as Partial<Pick<CompiledAction, 'canSee' | 'canRun'>>;
  return Object.freeze({
    uriKey,
    scope,
    name: options?.name ?? humanize(action.name),
    handler: instance!,
    canSee: (request: ResourceRequest) => handler.canSee?.(request),
    canRun: handler.canRun
      ? (user: unknown, record: object) => handler.canRun!(user, record)
      : null,
    options: options!,
  });
}

function compileFilter({
  filter,
  options,
  key,
  instance,
}: ResourceDraft['filters'][number]): CompiledFilter {
  const handler = instance as CompiledFilter['handler'];
  return Object.freeze({
    key,
    name: options?.name ?? humanize(filter.name),
    handler,
    options: options!,
  });
}

function compileOperations(instance: object = {}): CompiledOperations {
  const methods = instance as Record<string, ((request: never) => unknown) | undefined>;
  const replaced = operationNames.filter((name) => methods[name]);
  return Object.freeze(
    Object.fromEntries(replaced.map((name) => [name, methods[name]!.bind(instance)])),
  );
}

function compilePolicy(draft: ResourceDraft, policy: PolicyDraft | undefined): CompiledPolicy {
  const instance = (policy?.instance ?? {}) as Record<
    string,
    ((...args: unknown[]) => never) | undefined
  >;
  const bind = (name: string) => instance[name]?.bind(instance) ?? null;
  const ability = (name: string): RecordAbilityCheck | null => {
    const ask = bind(name);
    return ask && { usesRecord: takesRecord(instance[name]!), allows: ask };
  };
  const { needs } = instance as { needs?: readonly string[] };
  return Object.freeze({
    needs: needsOf(draft, needs) as readonly CompiledColumn[],
    scope: bind('scope'),
    flagsUseRecord: ['show', 'update', 'delete'].some((name) => ability(name)?.usesRecord),
    index: bind('index'),
    store: bind('store'),
    show: ability('show'),
    update: ability('update'),
    delete: ability('delete'),
  });
}

function compileRelated(
  draft: ResourceDraft,
  compiled: ReadonlyMap<ResourceDraft, CompiledResource>,
): ReadonlyMap<string, CompiledRelated> {
  const related = new Map<string, CompiledRelated>();
  for (const relation of draft.relations)
    related.set(relation.key, compileRelation(draft, relation, compiled.get(relation.target!)!));
  for (const attribute of draft.attributes)
    if (attribute.definition.kind !== 'computed')
      related.set(attribute.key, compileAttribute(draft, attribute));
  const inOrder = [...draft.members.keys()].flatMap((key) => related.get(key) ?? []);
  return new Map(inOrder.map((member) => [member.key, member]));
}

function compileRelation(
  draft: ResourceDraft,
  relation: RelationDraft,
  resource: CompiledResource,
): CompiledRelation {
  const { key, kind, options, join } = relation;
  const pivots = (options.withPivot ?? []).map((name) => ({
    name,
    column: pivotNamed(join, name)!,
  }));
  return Object.freeze({
    form: 'relation',
    owner: draft.key,
    key,
    kind,
    many: relationKinds[kind].isMany,
    resource,
    join: Object.freeze(join!),
    pivots,
    columns: options.columns?.filter((name) => name !== 'id') ?? null,
    canEnable: options.canEnableRelationship ?? null,
    abilities: compilePivotAbilities(draft, relation),
    options,
  });
}

function compileComputed(draft: ResourceDraft): ReadonlyMap<string, CompiledComputed> {
  const computed = draft.attributes.flatMap(({ key, definition, needs }) =>
    definition.kind === 'computed'
      ? [
          Object.freeze<CompiledComputed>({
            form: 'computed',
            key,
            needs: needs as readonly CompiledColumn[],
            options: definition.options,
            ...callsOf(draft.definition, key, definition.options.batch, undefined),
          }),
        ]
      : [],
  );
  return new Map(computed.map((attribute) => [attribute.key, attribute]));
}

function compileAttribute(
  draft: ResourceDraft,
  { key, definition, needs, instance }: AttributeDraft,
): CompiledCallable | CompiledForwarding {
  const member = definition as Exclude<typeof definition, { kind: 'computed' }>;
  const columns = needs as readonly CompiledColumn[];
  const canEnable = member.options.canEnableRelationship ?? null;
  if (member.kind === 'forwarding')
    return Object.freeze({
      form: 'forwarding',
      key,
      property: forwardedProperty(draft, key),
      needs: columns,
      canEnable,
      options: member.options,
    });
  return Object.freeze({
    form: 'callable',
    key,
    needs: columns,
    canEnable,
    options: member.options,
    ...callsOf(draft.definition, key, member.options.batch, instance),
  });
}

function forwardedProperty({ definition, table }: ResourceDraft, key: string): string {
  const isOwn = table!.columns.has(key) || key in (definition.entity.prototype as object);
  return isOwn ? key : camelCase(key);
}

type Calls = Pick<CompiledCallable, 'batch' | 'each'>;

/** An injected class and a batch method take the page; any other method takes record by record. */
function callsOf(
  { prototype }: ResourceClass,
  key: string,
  batch: boolean | undefined,
  instance: object | undefined,
): Calls {
  if (instance) {
    const { invoke } = instance as { invoke: NonNullable<Calls['batch']> };
    return { batch: invoke.bind(instance), each: null };
  }
  const method = (prototype as unknown as Record<string, unknown>)[key] as (
    ...args: unknown[]
  ) => unknown;
  return batch
    ? { batch: method.bind(prototype), each: null }
    : { batch: null, each: method.bind(prototype) };
}

/** A morph leads to every resource that declares the other side of it. */
function compileMorphs(
  draft: ResourceDraft,
  compiled: ReadonlyMap<ResourceDraft, CompiledResource>,
): ReadonlyMap<string, readonly MorphTarget[]> {
  const leadsTo = (
    { type, id }: MorphColumns,
    [owner, resource]: readonly [ResourceDraft, CompiledResource],
  ): readonly MorphTarget[] =>
    owner.relations.some((relation) => isNamedBy(relation, draft, id))
      ? [
          {
            resource,
            join: {
              keyOn: 'parent',
              column: id,
              target: resource.keyColumn,
              type: { column: type, value: resource.key },
            },
          },
        ]
      : [];
  return new Map(
    findMorphs(draft.table!).map((morph) => [
      morph.name,
      [...compiled].flatMap((entry) => leadsTo(morph, entry)),
    ]),
  );
}

/** Do the rows of this draft name the relation's parent, by this column and its type? */
function isNamedBy(
  { join, target }: RelationDraft,
  draft: ResourceDraft,
  id: CompiledColumn,
): boolean {
  if (!join?.type || join.keyOn === 'parent') return false;
  const isHere =
    join.keyOn === 'related' ? target === draft : join.table.name === draft.table!.name;
  return isHere && (join.keyOn === 'related' ? join.column : join.parent).name === id.name;
}
