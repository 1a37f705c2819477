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

  attributes(plan: NodePlan, recordMeta: RecordMeta): RowWriter {
    return this.membersWriter(plan.resource, this.attributeMembers(plan, recordMeta));
  }

  /** Returns `null` for a node without pivot columns. */
  pivots(plan: NodePlan): RowWriter | null {
    return plan.pivots.length === 0
      ? null
      : this.membersWriter(plan.resource, this.pivotMembers(plan));
  }

  /** Returns a writer for each attribute and then for each pivot column, in the order of the plan. */
  values(plan: NodePlan, recordMeta: RecordMeta): readonly RowWriter[] {
    const members = [...this.attributeMembers(plan, recordMeta), ...this.pivotMembers(plan)];
    return members.map((member) => (row) => this.write(plan.resource, member, row));
  }

  private attributeMembers(
    { resource, attributes, select }: NodePlan,
    recordMeta: RecordMeta,
  ): readonly Member[] {
    return attributes.map(({ field, index }) => {
      const { write, wanted } = field.omits
        ? loggedWriter(field, field.omits, select)
        : this.fieldWriter(resource, field);
      const known = field.options.image ? unlessMissing(write, recordMeta) : write;
      return { name: field.name, column: field.column, index, write: known, wanted };
    });
  }

  private pivotMembers({ pivots, select }: NodePlan): readonly Member[] {
    return pivots.map(({ name, column }, at) => ({
      name,
      column,
      index: select.length + at,
      write: this.pivotWriter(column),
      wanted: column.type,
    }));
  }

  /** `{"name":value,…}` of the values in a row. */
  private membersWriter(resource: CompiledResource, members: readonly Member[]): RowWriter {
    const names = members.map(({ name }, at) => `${at === 0 ? '' : ','}${jsonString(name)}:`);
    return (row) => {
      let json = '{';
      for (let at = 0; at < members.length; at++)
        json += names[at]! + this.write(resource, members[at]!, row);
      return json + '}';
    };
  }

  /** Writes a value; one that does not fit its column as null, and logs it. */
  private write({ key }: CompiledResource, member: Member, row: Row): string {
    const value = row[member.index];
    if (value === null) return 'null';
    const json = member.write(value as never, row);
    if (json !== undefined) return json;
    const { column, wanted } = member;
    this.corrupt({ resource: key, key: rowKey(row), column: column.name, wanted });
    return 'null';
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
