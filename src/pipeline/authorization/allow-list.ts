import { oncePer } from '../../base/once-per.js';
import type {
  CompiledColumn,
  CompiledField,
  CompiledRelation,
  CompiledResource,
  MatchType,
} from '../../registry/resources/compiled-resource.js';
import { matchTypeOf } from '../../registry/resources/derive-rules.js';
import { hasRecordPolicy } from './shown-records.js';

/** A column that a request can filter by, and how its values are written. */
export interface Matchable {
  readonly column: CompiledColumn;
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

export const allowListOf = oncePer((resource: CompiledResource): AllowList => {
  const fields = [...resource.fields.values()].filter(isShown);
  const relations = [...resource.relations.values()]
    .filter((member) => member.form === 'relation')
    .filter((relation) => !hasRecordPolicy(relation.resource));
  const sorts = [...ownSorts(resource, fields), ...relations.flatMap(sortsThrough)];
  return {
    matches: new Map([...keyMatch(resource), ...fields.flatMap(matchOf)]),
    sorts: new Map(sorts.map((sort) => [sort.key, sort])),
    searches: fields.filter(({ options }) => options.searchable === true),
    searchesThrough: relations.filter(({ options }) => options.searchable !== undefined),
  };
});

/** Whether responses contain it, as an attribute or as the key. */
const isShown = ({ readable, name, options }: CompiledField): boolean =>
  readable || (name === 'id' && options.writeOnly !== true);

type NamedMatch = readonly [name: string, match: Matchable];

/** Every response contains the key, so it can be matched without a declaration. @contract C17.2 */
function keyMatch({ keyColumn: column }: CompiledResource): readonly NamedMatch[] {
  const type = matchTypeOf(column);
  return type === null ? [] : [['id', { column, type }]];
}

/** The match that a field declares; one of `id` replaces that of the key. */
const matchOf = ({ name, column, matchable }: CompiledField): readonly NamedMatch[] =>
  matchable === null ? [] : [[name, { column, type: matchable }]];

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
