import type { DataSource } from 'typeorm';
import type { Statement } from '../../database/connection/database.js';
import type { Dialect } from '../../database/dialects/dialect.js';
import type { ChangedKeysSql } from '../../database/pivots/pivot-statements.js';
import { bound, compose, type SqlPart } from '../../database/dialects/compose.js';
import type { WriteTarget } from '../../database/write/record-writer.js';
import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import { describeTable } from '../../registry/resources/describe-table.js';
import { ActionLog } from './action-log.entity.js';
import { ListInsertion } from '../../database/write/list-insertion.js';
import type { JsonText } from '../../database/values/json-text.js';
import { inPieces } from './in-pieces.js';

/** A row before it is stored. */
export interface NewLogRow extends Omit<ActionLog, 'id' | 'original' | 'changes'> {
  readonly original: JsonText;
  readonly changes: JsonText;
}

/** What is the same in all rows of a chunk, as a rule. */
const SHARED = new Set<keyof NewLogRow>([
  'user_id',
  'name',
  'actionable_type',
  'status',
  'exception',
  'batch_id',
  'meta',
  'created_at',
]);

/** The log's table. Stores many rows with one statement. */
export class LogRows {
  readonly target: WriteTarget;
  private readonly columns: readonly CompiledColumn[];
  private readonly alike: ListInsertion;
  private readonly mixed: ListInsertion;

  constructor(
    private readonly dialect: Dialect,
    dataSource: DataSource,
  ) {
    const table = describeTable(dataSource.getMetadata(ActionLog));
    this.target = { table, keyColumn: table.keys[0]! };
    this.columns = [...table.columns.values()].filter((column) => column !== this.target.keyColumn);
    const shared = this.columns.filter(({ property }) => SHARED.has(property as keyof NewLogRow));
    this.alike = new ListInsertion(dialect, table, this.columns, shared);
    this.mixed = new ListInsertion(dialect, table, this.columns);
  }

  /** Returns the statements that insert rows. */
  insertions(rows: readonly NewLogRow[]): readonly Statement[] {
    return inPieces(rows, sizeOf).map((piece) =>
      (areAlike(piece) ? this.alike : this.mixed).of(piece),
    );
  }

  /**
   * Returns the insert of a row whose `original` and `changes` are keys of a relation that another
   * part of the statement changes. No row is inserted without keys.
   */
  insertOfKeys(row: NewLogRow, relation: string, { added, removed }: ChangedKeysSql): SqlPart {
    const { quote, rows } = this.dialect;
    const name = quote(this.target.table.name);
    const keysOf: Readonly<Record<string, string>> = { original: 'removed$', changes: 'added$' };
    const member = `'{${JSON.stringify(relation).replaceAll("'", "''")}:'`;
    const values = this.columns.map((column, at) => {
      const keys = keysOf[column.property];
      return keys
        ? `coalesce(${member} || c.${keys} || '}', '{}')::${column.databaseType}`
        : rows.value(column, at);
    });
    const columns = this.columns.map((column) => quote(column.name)).join(', ');
    const list = bound(this.bind([row]), rows.from(name, this.columns));
    return compose`insert into ${name} (${columns}) select ${values.join(', ')} from ${list} cross join (select ${added} added$, ${removed} removed$) c where c.added$ is not null or c.removed$ is not null`;
  }

  private bind(rows: readonly NewLogRow[]): unknown {
    const values = rows.map((row) =>
      this.columns.map(({ property }) => row[property as keyof NewLogRow]),
    );
    return this.dialect.rows.bind(values, this.columns);
  }
}

function areAlike(rows: readonly NewLogRow[]): boolean {
  const [first] = rows as readonly [NewLogRow];
  for (const property of SHARED)
    if (rows.some((row) => row[property] !== first[property])) return false;
  return true;
}

const sizeOf = ({ original, changes }: NewLogRow): number =>
  original.text.length + changes.text.length + 200;
