import { oncePer } from '../../base/once-per.js';
import type { ResourceRequest } from '../../base/types/register.js';
import { allowedNames, invalidQuery } from '../../base/errors/index.js';
import type {
  CompiledCallable,
  CompiledComputed,
  CompiledField,
  CompiledForwarding,
  CompiledRelation,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import { oneByOne, whenKnown, type Eventual } from '../../base/when-known.js';
import type { FieldList, IncludeNode, WrittenName } from '../request/resource-query.js';
import { shown } from '../request/refusal.js';
import type { Authorizer } from './authorizer.js';
import { authorizeMatches } from './authorize-matches.js';
import { authorizeSort } from './authorize-sort.js';
import { availableKeys, availableOf, isAvailable } from './is-available.js';
import type { ResolvedCondition } from './resolved-condition.js';
import type { ResolvedOrder } from './resolved-order.js';

/** The members of a resource that are loaded, all of them allowed. */
export interface AuthorizedInclude {
  readonly relations: readonly AuthorizedRelation[];
  readonly computed: readonly (CompiledCallable | CompiledForwarding)[];
}

/** The attributes in the response. */
export interface SelectedAttributes {
  readonly fields: readonly CompiledField[];
  readonly computedAttributes: readonly CompiledComputed[];
}

export interface AuthorizedRelation extends AuthorizedInclude, SelectedAttributes {
  readonly relation: CompiledRelation;
  /** Which of its records are loaded. */
  readonly narrowing: ResolvedCondition;
  readonly order: ResolvedOrder;
}

type AuthorizedMember = AuthorizedRelation | CompiledCallable | CompiledForwarding;

const isRelation = (member: AuthorizedMember): member is AuthorizedRelation => 'relation' in member;
const isComputedRelation = (
  member: AuthorizedMember,
): member is CompiledCallable | CompiledForwarding => 'form' in member;

const NOTHING_INCLUDED: AuthorizedInclude = Object.freeze({ relations: [], computed: [] });

/**
 * Turns the names of an include tree into relations that this user may use. For a relation that the
 * user may not use, the response is the same as for one that does not exist.
 *
 * @throws RequestError `invalid_query`
 * @contract C5.2
 */
export function authorizeInclude(
  resource: CompiledResource,
  nodes: readonly IncludeNode[],
  request: ResourceRequest,
  authorizer: Authorizer,
): Eventual<AuthorizedInclude> {
  if (nodes.length === 0) return NOTHING_INCLUDED;
  const steps = nodes.map((node) => () => authorizeNode(resource, node, request, authorizer));
  return whenKnown(oneByOne(steps), (members) => ({
    relations: members.filter((member) => isRelation(member)),
    computed: members.filter((member) => isComputedRelation(member)),
  }));
}

function authorizeNode(
  resource: CompiledResource,
  node: IncludeNode,
  request: ResourceRequest,
  authorizer: Authorizer,
): Eventual<AuthorizedMember> {
  const member = resource.relations.get(node.name);
  const available = member !== undefined && isAvailable(member, request, authorizer);
  return whenKnown(available, (isKnown): Eventual<AuthorizedMember> => {
    if (!isKnown) return refuseRelation(resource, node, request, authorizer);
    return member!.form === 'relation'
      ? authorizeRelation(member!, node, request, authorizer)
      : withoutColumns(member!, node);
  });
}

/**
 * Returns the include tree with the relations that the resource always loads. A relation that the
 * user may not use is left out.
 *
 * @contract C5.11
 */
export function withDefaults(
  resource: CompiledResource,
  nodes: readonly IncludeNode[],
  request: ResourceRequest,
  authorizer: Authorizer,
): Eventual<readonly IncludeNode[]> {
  const { with: always = [] } = resource.options;
  if (always.length === 0 || request.operation === 'action') return nodes;
  const named = new Set(nodes.map(({ name }) => name));
  const members = always.flatMap((name) =>
    named.has(name) ? [] : (resource.relations.get(name) ?? []),
  );
  return whenKnown(availableOf(members, request, authorizer), (usable) => [
    ...nodes,
    ...usable.map(({ key }) => ({ ...PLAIN_NODE, name: key })),
  ]);
}

const PLAIN_NODE: Omit<IncludeNode, 'name'> = Object.freeze({
  position: 0,
  parameter: 'include',
  sort: null,
  matches: [],
  columns: null,
  children: [],
});

function authorizeRelation(
  relation: CompiledRelation,
  node: IncludeNode,
  request: ResourceRequest,
  authorizer: Authorizer,
): Eventual<AuthorizedRelation> {
  const { resource } = relation;
  const selected = attributesOf(resource, node.columns, node.parameter, relation.columns);
  return whenKnown(authorizeInclude(resource, node.children, request, authorizer), (inside) => {
    if (!relation.many) verifyWhole(node);
    const narrowing = authorizeMatches(resource, node.matches);
    return whenKnown(authorizeSort(resource, node.sort, request, authorizer), (order) => ({
      relation,
      narrowing,
      order,
      ...selected,
      ...inside,
    }));
  });
}

/** One record cannot be sorted or filtered. @contract C5.1 */
function verifyWhole({ name, sort, matches }: IncludeNode): void {
  const [parameter] = [
    ...(sort ? [sort.parameter] : []),
    ...matches.map((match) => match.parameter),
  ];
  if (parameter !== undefined)
    throw invalidQuery(
      shown(parameter),
      `"${name}" leads to at most one record, so it cannot be sorted or filtered.`,
    );
}

function withoutColumns(
  member: CompiledCallable | CompiledForwarding,
  node: IncludeNode,
): CompiledCallable | CompiledForwarding {
  verifyWhole(node);
  if (node.columns === null && node.children.length === 0) return member;
  const what = node.columns === null ? 'nested relations' : 'columns';
  throw invalidQuery(
    node.parameter,
    `"${node.name}" (position ${node.position}) is not a relation, so it does not accept ${what}.`,
  );
}

async function refuseRelation(
  resource: CompiledResource,
  node: IncludeNode,
  request: ResourceRequest,
  authorizer: Authorizer,
): Promise<never> {
  const names = await availableKeys(resource, request, authorizer);
  throw invalidQuery(
    node.parameter,
    `${resource.key} has no relation "${node.name}" (position ${node.position}).${allowedNames(node.name, names)}`,
  );
}

/**
 * Returns the main resource's attributes: those listed in `fields[<resource_key>]`, or all.
 * @throws RequestError `invalid_query`
 */
export function authorizeFields(
  resource: CompiledResource,
  list: FieldList | null,
): SelectedAttributes {
  if (list === null) return allAttributes(resource);
  if (list.resource !== resource.key) {
    throw invalidQuery(
      list.parameter,
      `Only the fields of ${resource.key} can be listed here. Allowed: fields[${resource.key}].`,
    );
  }
  return attributesOf(resource, list.columns, list.parameter, null);
}

/** Returns the fields that responses contain. */
export const readableFields = oncePer(({ fields }: CompiledResource): readonly CompiledField[] =>
  [...fields.values()].filter((field) => field.readable),
);

/** Returns the names of the attributes that responses contain: stored ones, then computed ones. */
export const attributeNames = (resource: CompiledResource): readonly string[] => [
  ...readableFields(resource).map(({ name }) => name),
  ...resource.computed.keys(),
];

const allAttributes = (resource: CompiledResource): SelectedAttributes => ({
  fields: readableFields(resource),
  computedAttributes: [...resource.computed.values()],
});

function attributesOf(
  resource: CompiledResource,
  columns: readonly WrittenName[] | null,
  parameter: string,
  defaults: readonly string[] | null,
): SelectedAttributes {
  if (columns === null) {
    if (!defaults) return allAttributes(resource);
    return { fields: defaults.map((name) => resource.fields.get(name)!), computedAttributes: [] };
  }
  const selected = columns.flatMap((column) => attributeNamed(resource, column, parameter));
  return {
    fields: selected.filter((attribute) => isStored(attribute)),
    computedAttributes: selected.filter((attribute) => isComputed(attribute)),
  };
}

type Attribute = CompiledField | CompiledComputed;

const isComputed = (attribute: Attribute): attribute is CompiledComputed => 'form' in attribute;
const isStored = (attribute: Attribute): attribute is CompiledField => 'column' in attribute;

/** `id` is allowed in every list and adds no attribute. @contract C5.1 */
function attributeNamed(
  resource: CompiledResource,
  { name, position }: WrittenName,
  parameter: string,
): readonly Attribute[] {
  const field = resource.fields.get(name);
  if (field?.readable) return [field];
  const computed = resource.computed.get(name);
  if (computed) return [computed];
  if (name === 'id') return [];
  const names = ['id', ...attributeNames(resource)];
  throw invalidQuery(
    parameter,
    `${resource.key} has no column "${name}" (position ${position}).${allowedNames(name, names)}`,
  );
}
