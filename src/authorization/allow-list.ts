import type {
  CompiledColumn,
  CompiledField,
  CompiledRelation,
  CompiledResource,
  MatchType,
} from '../registry/compiled-resource.js';
import { hasRecordPolicy } from './shown-records.js';

/** A field that values are held against. */
export interface Matchable {
  readonly field: CompiledField;
  readonly type: MatchType;
}

/** What records are sorted by. */
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
 * What requests may name of a resource. All of it is what answers show: what a user may not read,
 * no parameter touches. Whether a relation may be used is asked of each user. Nothing is sorted or
 * searched through a relation to a resource whose policy decides on each record: an order and its
 * matches would reveal what a refused record holds.
 *
 * @contract C5.9
 */
export interface AllowList {
  readonly matches: ReadonlyMap<string, Matchable>;
  readonly sorts: ReadonlyMap<string, Sortable>;
  /** The record's own columns that a search looks into. */
  readonly searches: readonly CompiledField[];
  /** The relations that a search looks into once they are loaded. */
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

/** Does an answer show it, as an attribute or as the key? */
const isShown = ({ readable, name, options }: CompiledField): boolean =>
  readable || (name === 'id' && options.writeOnly !== true);

function matchOf(field: CompiledField): readonly (readonly [string, Matchable])[] {
  const type = field.matchable;
  return type === null ? [] : [[field.name, { field, type }]];
}

/** The key orders every answer already, so that it can be named without being declared. */
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
