import type { JsonSql } from '../../execution/dialects/dialect.js';
import { JsonPieces } from '../../execution/sql/json-pieces.js';
import { columnsFilledBy } from '../../execution/writes/filled-columns.js';
import { isStoredExactly } from '../../execution/writes/stored-exactly.js';
import type { CompiledColumn, CompiledResource } from '../../registry/compiled-resource.js';
import { isInLog, MASK } from './logged-values.js';
import { namedColumns } from './named-columns.js';

/**
 * Expressions for the log of an update: JSON as strings, over a row `b` before and `a` after it.
 */
export interface UpdateLogSql {
  readonly original: string;
  readonly changes: string;
  /** The content of the snapshot. */
  readonly snapshot: string;
}

/** Expressions for the log of a row `a` that is stored or deleted: JSON as strings. */
export interface RowLogSql {
  /** The values that the log row contains. */
  readonly values: string;
  /** The content of the snapshot. */
  readonly snapshot: string;
}

/** A member of an object: an expression that is a JSON string. */
interface Member {
  readonly name: string;
  readonly expression: string;
  /** Rows where this is not true do not have the member; `null` if all rows have it. */
  readonly condition: string | null;
}

const always = () => null;

/** Names that need no escapes, and that JSON keeps in the order in which they are listed. */
const plainName = /^[A-Za-z_][\w-]*$/;

/**
 * Returns how the database writes the log of an update of these columns, byte for byte as the
 * service does; `null` if only the service can.
 */
export function updateLogSql(
  { full: resource }: CompiledResource,
  columns: readonly CompiledColumn[],
  json: JsonSql,
): UpdateLogSql | null {
  if (![resource.keyColumn, ...columns].every(isStoredExactly)) return null;
  return updateSql(resource, columns, json, always);
}

/** Like {@link updateLogSql}, but with only those columns that differ between `b` and `a`. */
export function differencesSql(
  { full: resource }: CompiledResource,
  columns: readonly CompiledColumn[],
  json: JsonSql,
): UpdateLogSql | null {
  const conditions = new Map<CompiledColumn, string>();
  for (const column of columns) {
    const [before, after] = [keptSql(column, json, 'b'), keptSql(column, json, 'a')];
    if (!before || !after || column.filledBy !== null) return null;
    conditions.set(column, `${before} is distinct from ${after}`);
  }
  return updateSql(resource, columns, json, (column) => conditions.get(column) ?? null);
}

/** @param conditionOf when a column is a member; `null` for always */
function updateSql(
  resource: CompiledResource,
  columns: readonly CompiledColumn[],
  json: JsonSql,
  conditionOf: (column: CompiledColumn) => string | null,
): UpdateLogSql | null {
  const members = membersOf(resource, columns, json, conditionOf);
  if (!members) return null;
  const [original, changes] = [members.logged('b'), members.logged('a')];
  const before = members.kept([...columns, ...columnsFilledBy(resource.table, 'updated')], 'b');
  const after = members.kept(columns, 'a');
  if (!original || !changes || !before || !after) return null;
  const snapshot = new JsonPieces().json('{"event":"updated","before":');
  addObject(snapshot, before, json);
  addObject(snapshot.json(',"after":'), after, json);
  return {
    original: objectSql(original, json),
    changes: objectSql(changes, json),
    snapshot: json.concat(snapshot.json('}').expressions()),
  };
}

/** Returns `{"name":value,…}` of the members that a row has. */
const objectSql = (members: readonly Member[], json: JsonSql): string =>
  json.concat(addObject(new JsonPieces(), members, json).expressions());

function addObject(pieces: JsonPieces, members: readonly Member[], json: JsonSql): JsonPieces {
  if (members.every(({ condition }) => condition === null))
    return pieces.object(members.map(({ name, expression }) => [name, expression]));
  const present = members.map(({ name, expression, condition }) => {
    const member = new JsonPieces().json(`${JSON.stringify(name)}:`).sql(expression);
    const written = json.concat(member.expressions());
    return condition === null ? written : `case when ${condition} then ${written} end`;
  });
  return pieces.json('{').sql(json.joined(present)).json('}');
}

/** What a snapshot contains around the values of a stored or a deleted row. */
const rowSnapshots = {
  Stored: '{"event":"stored","after":',
  Deleted: '{"event":"deleted","along":[],"before":',
} as const;

/**
 * Returns how the database writes the log of a stored or deleted row, byte for byte as the service
 * does that reads the row; `null` if only the service can.
 *
 * @param given the columns that the log row contains; the snapshot contains the others
 */
export function rowLogSql(
  { full: resource }: CompiledResource,
  name: keyof typeof rowSnapshots,
  given: readonly CompiledColumn[],
  json: JsonSql,
): RowLogSql | null {
  const members = membersOf(resource, given, json, always);
  const values = members?.logged('a');
  const others = members?.kept(resource.table.columns.values(), 'a');
  if (!values || !others) return null;
  const snapshot = addObject(new JsonPieces().json(rowSnapshots[name]), others, json).json('}');
  return { values: objectSql(values, json), snapshot: json.concat(snapshot.expressions()) };
}

/**
 * Returns the members of a log row and its snapshot; `null` if a name needs escapes.
 *
 * @param conditionOf when a column is a member; `null` for always
 */
function membersOf(
  resource: CompiledResource,
  columns: readonly CompiledColumn[],
  json: JsonSql,
  conditionOf: (column: CompiledColumn) => string | null,
) {
  const named = namedColumns(resource, columns);
  if (!named.every(([name]) => plainName.test(name) && !resource.relations.has(name))) return null;
  const inLog = Object.fromEntries(named);
  return {
    logged: (alias: 'a' | 'b') =>
      allOf(
        named.map(([name, column]) =>
          memberOf(name, loggedSql(resource, name, column, json, alias), conditionOf(column)),
        ),
      ),
    kept: (of: Iterable<CompiledColumn>, alias: 'a' | 'b') =>
      allOf(
        [...new Set(of)]
          .filter(({ name }) => !isInLog(resource, inLog, name))
          .map((column) =>
            memberOf(column.name, keptSql(column, json, alias), conditionOf(column)),
          ),
      ),
  };
}

const memberOf = (
  name: string,
  expression: string | null,
  condition: string | null,
): Member | null => (expression === null ? null : { name, expression, condition });

/** Returns the members; `null` if the database cannot write one of them. */
const allOf = (members: readonly (Member | null)[]): readonly Member[] | null =>
  members.every((member) => member !== null) ? members : null;

/** Like `loggedValues`: hidden fields and columns are masked. @contract C8.3 */
function loggedSql(
  { fields }: CompiledResource,
  name: string,
  column: CompiledColumn,
  json: JsonSql,
  alias: string,
): string | null {
  const field = fields.get(name);
  return field?.readable
    ? json.valueOrNull(column, alias, field.options.number === true)
    : `'${JSON.stringify(MASK)}'`;
}

/** Like `rowValuesOf`: the values of entities, in which keys have the types of their columns. */
const keptSql = (column: CompiledColumn, json: JsonSql, alias: string): string | null =>
  json.valueOrNull({ ...column, holdsKey: false }, alias, false);
