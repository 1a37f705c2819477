import pg, { type Connection, type Submittable } from 'pg';
import type { Row } from './database.js';
import type { PreparedText } from './postgres-statements.js';
import { readerOf } from './postgres-types.js';

/** Is given the rows of a statement, or why there are none. */
export type Answer = (error: unknown, rows: Row[]) => void;

interface Field {
  readonly dataTypeID: number;
}

/** A column that is no text, and how it is read. */
type ReadColumn = readonly [at: number, read: (text: string) => unknown];

/** What pg's own query does, and its types do not tell. */
interface DriverQuery {
  name: string | undefined;
  _result: RowList;
  _results: RowList;
  _accumulateRows: boolean;
  submit(connection: Connection): Error | null;
}

const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
  callback: (error: Error | null, result?: RowList) => void,
) => DriverQuery;

/** What a connection knows of the statements that it prepared. */
interface Known {
  readonly columns: Map<string, readonly ReadColumn[]>;
  /** The connection itself, which is not asked again what a statement's columns are. */
  readonly undescribing: Connection;
}

const known = new WeakMap<Connection, Known>();

/**
 * A statement whose columns are described once a connection: a name's columns cannot change there. pg asks for the
 * description with every execution, and makes a template of a row object from it, for which arrays have no use.
 */
export class PostgresQuery extends DriverQuery implements Submittable {
  constructor({ name, text }: PreparedText, values: readonly unknown[], answer: Answer) {
    super(text, values, (error, result) => (error ? answer(error, []) : answer(null, result!.rows)));
    this.name = name;
    this._accumulateRows = true;
  }

  override submit(connection: Connection): Error | null {
    const { columns, undescribing } = knownTo(connection);
    const { name } = this;
    const told = name === undefined ? undefined : columns.get(name);
    this._result = new RowList(told, (found) => void (name !== undefined && columns.set(name, found)));
    this._results = this._result;
    return super.submit(told ? undescribing : connection);
  }
}

function knownTo(connection: Connection): Known {
  const told = known.get(connection);
  if (told) return told;
  const undescribing = Object.create(connection) as Connection;
  undescribing.describe = () => undefined;
  const fresh = { columns: new Map<string, readonly ReadColumn[]>(), undescribing };
  known.set(connection, fresh);
  return fresh;
}

/** The rows of an answer as arrays, in the place of pg's own result. */
class RowList {
  readonly rows: Row[] = [];

  constructor(
    private columns: readonly ReadColumn[] | undefined,
    private readonly remember: (columns: readonly ReadColumn[]) => void,
  ) {}

  addFields(fields: readonly Field[]): void {
    this.columns = fields.flatMap(({ dataTypeID }, at): ReadColumn[] => {
      const read = readerOf(dataTypeID);
      return read ? [[at, read]] : [];
    });
  }

  parseRow(texts: (string | null)[]): Row {
    const row: unknown[] = texts;
    for (const [at, read] of this.columns!) if (row[at] !== null) row[at] = read(row[at] as string);
    return row;
  }

  addRow(row: Row): void {
    this.rows.push(row);
  }

  /** What has no rows has no description either. */
  addCommandComplete(): void {
    this.remember((this.columns ??= []));
  }
}
