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

const NOTHING_INCLUDED: AuthorizedInclude = Object.freeze({ relations: [], computed: [] });

/**
 * Turns the names of an include tree into relations that this user may use. For a relation that the
 * user may not use, the response is the same as for one that does not exist.
 *
 * @throws RequestError `invalid_query`
 * @contract C5.2
 */
export async function authorizeInclude(
  resource: CompiledResource,
  nodes: readonly IncludeNode[],
  request: ResourceRequest,
  authorizer: Authorizer,
): Promise<AuthorizedInclude> {
  if (nodes.length === 0) return NOTHING_INCLUDED;
  const relations: AuthorizedRelation[] = [];
  const computed: (CompiledCallable | CompiledForwarding)[] = [];
  for (const node of nodes) {
    const member = resource.relations.get(node.name);
    if (!member || !(await isAvailable(member, request, authorizer)))
      throw await unknownRelation(resource, node, request, authorizer);
    if (member.form === 'relation')
      relations.push(await authorizeRelation(member, node, request, authorizer));
    else computed.push(withoutColumns(member, node));
  }
  return { relations, computed };
}

/**
 * Returns the include tree with the relations that the resource always loads. A relation that the
 * user may not use is left out.
 *
 * @contract C5.11
 */
export async function withDefaults(
  resource: CompiledResource,
  nodes: readonly IncludeNode[],
  request: ResourceRequest,
  authorizer: Authorizer,
): Promise<readonly IncludeNode[]> {
  const { with: always = [] } = resource.options;
  if (always.length === 0 || request.operation === 'action') return nodes;
  const named = new Set(nodes.map(({ name }) => name));
  const members = always.flatMap((name) =>
    named.has(name) ? [] : (resource.relations.get(name) ?? []),
  );
  const usable = await availableOf(members, request, authorizer);
  return [...nodes, ...usable.map(({ key }) => ({ ...PLAIN_NODE, name: key }))];
}

const PLAIN_NODE: Omit<IncludeNode, 'name'> = Object.freeze({
  position: 0,
  parameter: 'include',
  sort: null,
  matches: [],
  columns: null,
  children: [],
});

async function authorizeRelation(
  relation: CompiledRelation,
  node: IncludeNode,
  request: ResourceRequest,
  authorizer: Authorizer,
): Promise<AuthorizedRelation> {
  const selected = attributesOf(relation.resource, node.columns, node.parameter, relation.columns);
  const inside = await authorizeInclude(relation.resource, node.children, request, authorizer);
  if (!relation.many) verifyWhole(node);
  const narrowing = authorizeMatches(relation.resource, node.matches);
  const order = await authorizeSort(relation.resource, node.sort, request, authorizer);
  return { relation, ...selected, narrowing, order, ...inside };
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

async function unknownRelation(
  resource: CompiledResource,
  node: IncludeNode,
  request: ResourceRequest,
  authorizer: Authorizer,
) {
  const names = await availableKeys(resource, request, authorizer);
  return invalidQuery(
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
