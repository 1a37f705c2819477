import type { ResourceRequest } from '../types/register.js';
import { allowedNames, invalidQuery } from '../errors/index.js';
import type {
  CompiledCallable,
  CompiledField,
  CompiledForwarding,
  CompiledRelation,
  CompiledResource,
} from '../registry/compiled-resource.js';
import type { FieldList, IncludeNode, WrittenName } from '../request/resource-query.js';
import { shown } from '../request/refusal.js';
import type { Authorizer } from './authorizer.js';
import { authorizeMatches } from './authorize-matches.js';
import { authorizeSort } from './authorize-sort.js';
import { availableKeys, isAvailable } from './is-available.js';
import type { ResolvedCondition } from './resolved-condition.js';
import type { ResolvedOrder } from './resolved-order.js';

/** The members of a resource that are loaded, all of them allowed. */
export interface AuthorizedInclude {
  readonly relations: readonly AuthorizedRelation[];
  readonly computed: readonly (CompiledCallable | CompiledForwarding)[];
}

export interface AuthorizedRelation extends AuthorizedInclude {
  readonly relation: CompiledRelation;
  /** The fields in the response. */
  readonly fields: readonly CompiledField[];
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

async function authorizeRelation(
  relation: CompiledRelation,
  node: IncludeNode,
  request: ResourceRequest,
  authorizer: Authorizer,
): Promise<AuthorizedRelation> {
  const fields = fieldsOf(relation.resource, node.columns, node.parameter, relation.columns);
  const inside = await authorizeInclude(relation.resource, node.children, request, authorizer);
  if (!relation.many) verifyWhole(node);
  const narrowing = authorizeMatches(relation.resource, node.matches);
  const order = await authorizeSort(relation.resource, node.sort, request, authorizer);
  return { relation, fields, narrowing, order, ...inside };
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
 * Returns the main resource's fields: those listed in `fields[<resource_key>]`, or all.
 * @throws RequestError `invalid_query`
 */
export function authorizeFields(
  resource: CompiledResource,
  list: FieldList | null,
): readonly CompiledField[] {
  if (list === null) return readableFields(resource);
  if (list.resource !== resource.key) {
    throw invalidQuery(
      list.parameter,
      `Only the fields of ${resource.key} can be listed here. Allowed: fields[${resource.key}].`,
    );
  }
  return fieldsOf(resource, list.columns, list.parameter, null);
}

const readable = new WeakMap<CompiledResource, readonly CompiledField[]>();

/** Returns the fields that responses contain. */
export function readableFields(resource: CompiledResource): readonly CompiledField[] {
  const known = readable.get(resource);
  if (known) return known;
  const fields = [...resource.fields.values()].filter((field) => field.readable);
  readable.set(resource, fields);
  return fields;
}

function fieldsOf(
  resource: CompiledResource,
  columns: readonly WrittenName[] | null,
  parameter: string,
  defaults: readonly string[] | null,
): readonly CompiledField[] {
  if (columns === null)
    return defaults ? defaults.map((name) => resource.fields.get(name)!) : readableFields(resource);
  return columns.flatMap((column) => fieldNamed(resource, column, parameter));
}

/** `id` is allowed in every list and adds no attribute. @contract C5.1 */
function fieldNamed(
  resource: CompiledResource,
  { name, position }: WrittenName,
  parameter: string,
): readonly CompiledField[] {
  const field = resource.fields.get(name);
  if (field?.readable) return [field];
  if (name === 'id') return [];
  const names = ['id', ...readableFields(resource).map((known) => known.name)];
  throw invalidQuery(
    parameter,
    `${resource.key} has no column "${name}" (position ${position}).${allowedNames(name, names)}`,
  );
}
