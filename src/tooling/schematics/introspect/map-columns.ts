import type { ColumnFacts, TableFacts } from './table-facts.js';
import { mapType, type MappedType, type Unmapped } from './column-types.js';
import { MemberNames, propertyNameOf, referenceNameOf } from './member-names.js';
import type { ColumnModel } from './model.js';
import { allowedValues, jsonColumn, parseDefault } from './sql-text.js';

/** The columns of an entity, and what to know about them. */
export interface MappedColumns {
  readonly columns: readonly ColumnModel[];
  readonly notes: readonly string[];
  /** `table.column` of dates that have no time zone. */
  readonly zoneless: readonly string[];
}

const secret =
  /pass(?:word|wd|phrase|code)|secret|token|(?:^|_)hash(?:$|_)|(?:^|_)salt$|(?:api|private)_?key|(?:^|_)pin$/i;

/**
 * Maps the columns of a table.
 *
 * @param key the column that identifies a row
 * @param names receives the names of the properties
 */
export function mapColumns(
  table: TableFacts,
  keys: readonly string[],
  names: MemberNames,
): MappedColumns {
  const labels = labelsOf(table);
  const json = new Set(table.checks.flatMap((check) => jsonColumn(check) ?? []));
  const notes = notesOnChecks(table, labels);
  const zoneless: string[] = [];
  const columns: ColumnModel[] = [];
  const relational = new Set(table.foreignKeys.flatMap((each) => each.columns));
  for (const column of table.columns) {
    const place = `${table.name}.${column.name}`;
    const mapped = hasQuote(column.name)
      ? { reason: UNQUOTED }
      : json.has(column.name)
        ? mapType('json', null)
        : withLabels(mapType(column.type, column.labels), labels.get(column.name));
    if ('reason' in mapped) {
      notes.push(explain(place, mapped, column));
      continue;
    }
    if (mapped.note === 'no time zone') zoneless.push(place);
    const model = mapColumn(
      table,
      column,
      mapped,
      keys,
      memberNameOf(column, keys, relational, names),
    );
    columns.push(model);
    notes.push(...notesOn(place, model));
  }
  return { columns, notes, zoneless };
}

function mapColumn(
  table: TableFacts,
  column: ColumnFacts,
  mapped: MappedType,
  keys: readonly string[],
  property: string,
): ColumnModel {
  const isKey = keys.includes(column.name);
  const isFilled = column.generated === null || (column.generated === 'key' && !isKey);
  const fallback = isFilled ? parseDefault(column, mapped.property) : null;
  return {
    property,
    name: column.name,
    mapped,
    role: isKey ? keyRole(table, column, mapped) : roleOf(column, mapped),
    nullable: column.nullable,
    unique: !isKey && isUnique(table, column.name),
    default: fallback,
    isComputed: column.generated === 'computed',
    isIndexed: table.indexed.includes(column.name),
    isSecret: !isKey && secret.test(column.name) && mapped.property === 'string',
  };
}

/** TypeORM does not escape these characters in a name, nor expects them in one. */
export const hasQuote = (name: string): boolean => /["'`]/.test(name);
export const UNQUOTED = 'TypeORM cannot write a name with a quotation mark';

/** Whether the column alone identifies a row. */
export const isUnique = ({ uniques, primaryKey }: TableFacts, column: string): boolean =>
  [primaryKey, ...uniques].some((columns) => columns.length === 1 && columns[0] === column);

/** A key that is a foreign key is that of another record, so that the database does not count it. */
function keyRole(
  { foreignKeys }: TableFacts,
  column: ColumnFacts,
  { type }: MappedType,
): ColumnModel['role'] {
  if (foreignKeys.some(({ columns }) => columns.includes(column.name))) return 'key';
  return column.generated === 'key' || (type === 'uuid' && column.default !== null)
    ? 'generated key'
    : 'key';
}

/** Only names that mean the same everywhere: the service sets these columns by itself. */
function roleOf(column: ColumnFacts, { property }: MappedType): ColumnModel['role'] {
  if (property !== 'Date' || column.generated !== null) return 'plain';
  const name = propertyNameOf(column.name);
  if (name === 'createdAt') return 'created';
  if (name === 'updatedAt') return 'updated';
  return name === 'deletedAt' && column.nullable && column.default === null ? 'deleted' : 'plain';
}

/** A foreign key whose name is that of its record leaves that name to the relation. */
function memberNameOf(
  { name }: ColumnFacts,
  keys: readonly string[],
  relational: ReadonlySet<string>,
  names: MemberNames,
): string {
  const property = propertyNameOf(name);
  if (property === 'id' && !keys.includes(name)) return names.choose('ownId');
  if (relational.has(name) && referenceNameOf(name) === property)
    return names.choose(`${property}Id`, `${property}Key`);
  return names.choose(property);
}

function labelsOf({ checks, columns }: TableFacts): ReadonlyMap<string, readonly string[]> {
  const allowed = checks.flatMap((check) => allowedValues(check) ?? []);
  return new Map(
    allowed.flatMap(({ column, values }) => {
      const found = columns.find(({ name }) => name.toLowerCase() === column.toLowerCase());
      return found ? [[found.name, values] as const] : [];
    }),
  );
}

/** A check that lists the values of a string column makes it an enumeration. */
function withLabels(
  mapped: MappedType | Unmapped,
  labels: readonly string[] | undefined,
): MappedType | Unmapped {
  if (!labels || 'reason' in mapped || !['varchar', 'text'].includes(mapped.type)) return mapped;
  return { ...mapped, type: 'varchar', options: { ...mapped.options, enum: labels } };
}

const notesOnChecks = (
  { name, checks }: TableFacts,
  labels: ReadonlyMap<string, readonly string[]>,
): string[] =>
  checks
    .filter((check) => jsonColumn(check) === undefined)
    .filter((check) => {
      const allowed = allowedValues(check);
      return allowed === null || labels.size === 0;
    })
    .map(
      (check) =>
        `Not mapped: the check (${check.trim()}) of ${name}, because no rule follows from it. The database still rejects such rows; add a rule to the resource.`,
    );

function explain(place: string, { reason }: Unmapped, column: ColumnFacts): string {
  const isRequired = !column.nullable && column.default === null && column.generated === null;
  const required =
    ' Rows need a value in it, so requests cannot store records unless it gets a default.';
  return `Not mapped: ${place}, because ${reason}.${isRequired ? required : ''}`;
}

function* notesOn(place: string, column: ColumnModel): Iterable<string> {
  if (column.isSecret)
    yield `${place} looks like a secret: its entity has it, and its resource does not expose it.`;
  if (column.role === 'deleted')
    yield `${place} marks deleted records: the service hides them, and DELETE sets it.`;
}
