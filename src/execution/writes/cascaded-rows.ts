import type { CompiledTable } from '../../registry/compiled-resource.js';
import type { Connection, Database } from '../database/database.js';
import type { Dialect } from '../dialects/dialect.js';
import { readCascades, type Cascade } from '../schema/read-cascades.js';

/** The most values that one statement binds. */
const MAX_BOUND = 500;

type Values = readonly unknown[];

/** Rows of a table that are deleted: the values of some of their columns. */
interface Deleted {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: readonly Values[];
}

/**
 * Counts the rows that the database itself deletes with others, by its foreign keys
 * (`on delete cascade`), on every level. The foreign keys are read once.
 *
 * @contract C13.4
 */
export class CascadedRows {
  private cascades: Promise<readonly Cascade[]> | undefined;

  constructor(
    private readonly database: Database,
    private readonly dialect: Dialect,
  ) {}

  /** @param records entities of the table, which are about to be deleted */
  async count(
    connection: Connection,
    { name, columns }: CompiledTable,
    records: readonly object[],
  ): Promise<number> {
    const cascades = await this.read();
    const properties = new Map([...columns.values()].map((each) => [each.name, each.property]));
    const referenced = referencedIn(name, cascades);
    const rows = records.map((record) =>
      referenced.map((column) => (record as Record<string, unknown>)[properties.get(column) ?? '']),
    );
    const seen = new Set<string>();
    const isNew = (table: string, row: Values): boolean => {
      const identity = JSON.stringify([table, ...row.map(String)]);
      const isKnown = seen.has(identity);
      seen.add(identity);
      return !isKnown;
    };
    rows.forEach((row) => isNew(name, row));
    let total = 0;
    let level: readonly Deleted[] = [{ table: name, columns: referenced, rows }];
    while (level.length > 0) {
      const next: Deleted[] = [];
      for (const deleted of level)
        for (const cascade of cascades.filter(({ to }) => to.table === deleted.table)) {
          const found = await this.find(connection, cascade, deleted, cascades);
          const fresh = found.rows.filter((row) => found.isLast || isNew(found.table, row));
          total += fresh.length;
          if (!found.isLast && fresh.length > 0) next.push({ ...found, rows: fresh });
        }
      level = next;
    }
    return total;
  }

  private read(): Promise<readonly Cascade[]> {
    this.cascades ??= readCascades(this.database).catch((error: unknown) => {
      this.cascades = undefined;
      throw error;
    });
    return this.cascades;
  }

  /** Returns the rows that refer to deleted ones; without values if nothing refers to them. */
  private async find(
    connection: Connection,
    { from, to }: Cascade,
    deleted: Deleted,
    cascades: readonly Cascade[],
  ): Promise<Deleted & { readonly isLast: boolean }> {
    const { dialect } = this;
    const columns = referencedIn(from.table, cascades);
    const isLast = columns.length === 0;
    const selected = isLast ? '1' : columns.map((each) => dialect.quote(each)).join(', ');
    const places = to.columns.map((column) => deleted.columns.indexOf(column));
    const keys = deleted.rows
      .map((row) => places.map((at) => row[at]))
      .filter((key) => key.every((value) => value !== null && value !== undefined));
    const one = `(${from.columns.map((column) => `${dialect.quote(column)} = ?`).join(' and ')})`;
    const rows: Values[] = [];
    const size = Math.max(1, Math.floor(MAX_BOUND / from.columns.length));
    for (let at = 0; at < keys.length; at += size) {
      const some = keys.slice(at, at + size);
      const sql = `select ${selected} from ${dialect.quote(from.table)} where ${some.map(() => one).join(' or ')}`;
      rows.push(...(await connection.query(sql, some.flat())));
    }
    return { table: from.table, columns, rows, isLast };
  }
}

/** Returns the columns of a table that foreign keys with a cascade refer to. */
const referencedIn = (table: string, cascades: readonly Cascade[]): readonly string[] => [
  ...new Set(cascades.flatMap(({ to }) => (to.table === table ? to.columns : []))),
];
