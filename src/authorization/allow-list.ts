import type {
  CompiledColumn,
  CompiledField,
  CompiledRelation,
  CompiledResource,
  MatchType,
} from '../registry/compiled-resource.js';
import { hasRecordPolicy } from './shown-records.js';

/** A field that a request can filter by. */
export interface Matchable {
  readonly field: CompiledField;
  readonly type: MatchType;
}

/** A column that a request can sort by. */
export interface Sortable {
  /** As a request writes it: `name`, `user.name`, `user.preferences->theme`. */
  readonly key: string;
  readonly column: CompiledColumn;
  /** The steps into a column of JSON. */
  readonly path: readonly string[];
  /** The relation whose column it is; `null` for the record's own. */
  readonly relation: CompiledRelation | null;
}

/**
 * The names of a resource that requests may use. Responses show all of them: no parameter can use a
 * column that a user may not read. Relations are checked for each user. Nothing is sorted or
 * searched through a relation to a resource whose policy decides on each record: the order and the
 * matches would reveal values of a refused record.
 *
 * @contract C5.9
 */
export interface AllowList {
  readonly matches: ReadonlyMap<string, Matchable>;
  readonly sorts: ReadonlyMap<string, Sortable>;
  /** The record's own columns that are searched. */
  readonly searches: readonly CompiledField[];
  /** The relations that are searched if they are loaded. */
  readonly searchesThrough: readonly CompiledRelation[];
}

const lists = new WeakMap<CompiledResource, AllowList>();

export function allowListOf(resource: CompiledResource): AllowList {
  const known = lists.get(resource);
  if (known) return known;
  const list = makeList(resource);
  lists.set(resource, list);
  return list;
}

function makeList(resource: CompiledResource): AllowList {
  const fields = [...resource.fields.values()].filter(isShown);
  const relations = [...resource.relations.values()]
    .filter((member) => member.form === 'relation')
    .filter((relation) => !hasRecordPolicy(relation.resource));
  const sorts = [...ownSorts(resource, fields), ...relations.flatMap(sortsThrough)];
  return {
    matches: new Map(fields.flatMap((field) => matchOf(field))),
    sorts: new Map(sorts.map((sort) => [sort.key, sort])),
    searches: fields.filter(({ options }) => options.searchable === true),
    searchesThrough: relations.filter(({ options }) => options.searchable !== undefined),
  };
}

/** Whether responses contain it, as an attribute or as the key. */
const isShown = ({ readable, name, options }: CompiledField): boolean =>
  readable || (name === 'id' && options.writeOnly !== true);

function matchOf(field: CompiledField): readonly (readonly [string, Matchable])[] {
  const type = field.options.matchable;
  return type === undefined ? [] : [[field.name, { field, type }]];
}

/** The key already orders every response, so it does not need to be declared. */
function ownSorts(
  { keyColumn }: CompiledResource,
  fields: readonly CompiledField[],
): readonly Sortable[] {
  const declared = fields.filter(({ options }) => options.sortable === true);
  return [
    { key: 'id', column: keyColumn, path: [], relation: null },
    ...declared.map(({ name, column }) => ({ key: name, column, path: [], relation: null })),
  ];
}

function sortsThrough(relation: CompiledRelation): readonly Sortable[] {
  return (relation.options.sortable ?? []).map((written) => {
    const [name, ...path] = written.split('->') as [string, ...string[]];
    const { column } = relation.resource.fields.get(name)!;
    return { key: `${relation.key}.${written}`, column, path, relation };
  });
}
