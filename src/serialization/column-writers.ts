import type { Row } from '../database/connection/database.js';
import { valueWriter } from '../database/values/column-json.js';
import { jsonData, jsonString } from '../database/values/json-string.js';
import type { ValueWriter } from '../database/values/value-writers.js';
import { rowKey } from '../database/read/loaded.js';
import { parseJson, type CorruptValue } from '../database/values/values.js';
import type { NodePlan } from '../pipeline/planning/query-plan.js';
import type {
  CompiledColumn,
  CompiledField,
  CompiledResource,
  OmittedMembers,
} from '../registry/resources/compiled-resource.js';
import { isMorphType } from '../registry/resources/morph-types.js';
import { withoutOmitted } from './omitted-members.js';
import type { RecordMeta } from './record-meta.js';

/** Writes a row as a piece of JSON. */
export type RowWriter = (row: Row) => string;

/** Writes a value that may depend on other columns of its row. */
type WriterInRow = (value: never, row: Row) => string | undefined;

interface FieldWriter {
  readonly write: WriterInRow;
  /** What the column should hold, as the log names it. */
  readonly wanted: string;
}

interface Member extends FieldWriter {
  readonly name: string;
  readonly column: CompiledColumn;
  /** Its position in the row. */
  readonly index: number;
}

/** Writes columns of a row as a JSON object: the attributes of a record, and its pivot columns. */
export class ColumnWriters {
  private readonly fieldWriters = new Map<CompiledField, FieldWriter>();
  private readonly pivotWriters = new Map<CompiledColumn, ValueWriter>();

  /** @param isResource whether a resource has this key */
  constructor(
    private readonly isResource: (key: string) => boolean,
    private readonly corrupt: CorruptValue,
  ) {}

  attributes({ resource, attributes, select }: NodePlan, recordMeta: RecordMeta): RowWriter {
    const members = attributes.map(({ field, index }) => {
      const { write, wanted } = field.omits
        ? loggedWriter(field, field.omits, select)
        : this.fieldWriter(resource, field);
      const known = field.options.image ? unlessMissing(write, recordMeta) : write;
      return { name: field.name, column: field.column, index, write: known, wanted };
    });
    return this.membersWriter(resource, members);
  }

  /** Returns `null` for a node without pivot columns. */
  pivots({ resource, pivots, select }: NodePlan): RowWriter | null {
    if (pivots.length === 0) return null;
    const members = pivots.map(({ name, column }, at) => ({
      name,
      column,
      index: select.length + at,
      write: this.pivotWriter(column),
      wanted: column.type,
    }));
    return this.membersWriter(resource, members);
  }

  /**
   * `{"name":value,…}` of the values in a row. A value that does not fit its column is written as
   * null and logged.
   */
  private membersWriter({ key }: CompiledResource, members: readonly Member[]): RowWriter {
    const names = members.map(({ name }, at) => `${at === 0 ? '' : ','}${jsonString(name)}:`);
    const nullFor = (row: Row, { column, wanted }: Member): string => {
      this.corrupt({ resource: key, key: rowKey(row), column: column.name, wanted });
      return 'null';
    };
    return (row) => {
      let json = '{';
      for (let at = 0; at < members.length; at++) {
        const member = members[at]!;
        const value = row[member.index];
        json +=
          names[at]! +
          (value === null ? 'null' : (member.write(value as never, row) ?? nullFor(row, member)));
      }
      return json + '}';
    };
  }

  private fieldWriter(resource: CompiledResource, field: CompiledField): FieldWriter {
    const known = this.fieldWriters.get(field);
    if (known !== undefined) return known;
    const { column, options } = field;
    const write = valueWriter(column, options.number === true);
    const writer: FieldWriter = isMorphType(resource, column)
      ? {
          write: (value: never) => (this.isResource(value) ? write(value) : undefined),
          wanted: "resource's key",
        }
      : { write, wanted: options.image ? 'stored file' : column.type };
    this.fieldWriters.set(field, writer);
    return writer;
  }

  private pivotWriter(column: CompiledColumn): ValueWriter {
    const known = this.pivotWriters.get(column);
    if (known !== undefined) return known;
    const writer = valueWriter(column, false);
    this.pivotWriters.set(column, writer);
    return writer;
  }
}

const unlessMissing =
  (write: WriterInRow, recordMeta: RecordMeta): WriterInRow =>
  (path: never, row) =>
    recordMeta.isMissing(path) ? undefined : write(path, row);

/** Writes the values of a log row without the members that are hidden from the caller. */
function loggedWriter(
  { column }: CompiledField,
  omits: OmittedMembers,
  select: NodePlan['select'],
): FieldWriter {
  const typeIndex = select.indexOf(omits.by);
  const write: WriterInRow = (value: unknown, row) => {
    const data = parseJson(value, column);
    return data === undefined
      ? undefined
      : jsonData(withoutOmitted(data, omits, row[typeIndex] ?? null));
  };
  return { write, wanted: column.type };
}
