import type { CompiledColumn, CompiledTable } from '../../registry/resources/compiled-resource.js';
import type { ForeignKey, StoredColumn } from '../../registry/resources/schema-facts.js';
import type { Connection } from '../connection/database.js';
import type { StoredSchema } from '../schema/stored-schema.js';
import type { ExactRow, ExactRows } from './exact-rows.js';
import { TOO_MANY, type Losses } from './losses.js';
import { ValueIndex } from '../values/value-index.js';

/** A row that is deleted: the values of the columns that others refer to. */
interface DeletedRow {
  /** The place of the record that it is deleted with. */
  readonly owner: number;
  readonly values: Readonly<Record<string, unknown>>;
  /** Absent for the records themselves. */
  readonly row?: ExactRow;
}

interface DeletedRows {
  readonly table: string;
  readonly rows: readonly DeletedRow[];
}

/**
 * Finds what the database itself deletes or changes with rows, by its foreign keys, on every level:
 * before it does, so that it can be restored.
 *
 * @contract C13.4, C15.1
 */
export class CascadedRows {
  constructor(
    private readonly schema: StoredSchema,
    private readonly exact: ExactRows,
  ) {}

  /**
   * Returns the number of rows that the database deletes.
   *
   * @param records entities of the table, which are about to be deleted
   * @param losses receives the rows, and those that lose their reference; `null` to only count
   * @param isCounted whether the number matters; otherwise it may be too low if there are too many
   */
  async find(
    connection: Connection,
    { name: table, columns }: CompiledTable,
    records: readonly object[],
    losses: Losses | null,
    isCounted: boolean,
  ): Promise<number> {
    const keys = this.schema.foreignKeys;
    const stored = this.exact.columnsOf(table);
    const rows = records.map((record, owner) => ({
      owner,
      values: losses
        ? this.exact.valuesOf(stored, losses.of(owner).row)
        : byColumn(columns.values(), record),
    }));
    const first = { table, rows };
    const seen = new Set<string>();
    unseen(first, stored, seen);
    let total = 0;
    for (let level: DeletedRows[] = [first]; level.length > 0;) {
      const next: DeletedRows[] = [];
      for (const deleted of level)
        for (const key of keys.filter(({ to }) => to.table === deleted.table)) {
          if (!isCounted && losses!.left < 0) return total;
          if (key.onDelete !== 'cascade') {
            if (losses) await this.findReferring(connection, key, deleted, losses);
            continue;
          }
          const found = await this.findDeleted(connection, key, deleted, losses, keys);
          const fresh = unseen(found, this.exact.columnsOf(found.table), seen);
          total += fresh.length;
          if (losses) addRows(losses, found.table, fresh);
          if (fresh.length > 0) next.push({ table: found.table, rows: fresh });
        }
      level = next;
    }
    return total;
  }

  /** Whether the database deletes or changes other rows with those of a table. */
  followsFrom(table: string): boolean {
    return this.schema.foreignKeys.some(
      ({ to, onDelete }) => to.table === table && /^(cascade|set null|set default)$/.test(onDelete),
    );
  }

  /** Without losses, or if there are too many, rows contain only what it takes to count them. */
  private async findDeleted(
    connection: Connection,
    key: ForeignKey,
    deleted: DeletedRows,
    losses: Losses | null,
    keys: readonly ForeignKey[],
  ): Promise<DeletedRows> {
    const { table } = key.from;
    const columns = this.exact.columnsOf(table);
    if (losses && losses.left >= 0) {
      const { left } = losses;
      const found = await this.refer(connection, key, deleted, columns, left + 1);
      if (found.length <= left) return { table, rows: found };
      losses.give(TOO_MANY);
    }
    const names = new Set(
      [key, ...keys.filter(({ to }) => to.table === table)].flatMap(({ from, to }) =>
        to.table === table ? to.columns : from.columns,
      ),
    );
    const needed = columns.filter(({ name, isKey }) => isKey || names.has(name));
    return { table, rows: await this.refer(connection, key, deleted, needed) };
  }

  /** Notes the rows that keep existing, but without their reference. */
  private async findReferring(
    connection: Connection,
    key: ForeignKey,
    deleted: DeletedRows,
    losses: Losses,
  ): Promise<void> {
    const { table, columns: names } = key.from;
    if (key.onDelete !== 'set null' && key.onDelete !== 'set default') return;
    const columns = this.exact
      .columnsOf(table)
      .filter(({ name, isKey }) => isKey || names.includes(name));
    const found = await this.refer(connection, key, deleted, columns, Math.max(losses.left, 0) + 1);
    const keyNames = columns.filter(({ isKey }) => isKey).map(({ name }) => name);
    if (found.length > 0 && (key.onDelete === 'set default' || keyNames.length === 0))
      return losses.give(`the database changed rows of ${table} with it`);
    const after = Object.fromEntries(names.map((name) => [name, null]));
    for (const { owner, row } of found) {
      const change = { key: pick(row!, keyNames), before: pick(row!, names), after };
      losses.addChanges(owner, table, [change]);
    }
  }

  /** Returns the rows that refer to deleted ones. */
  private async refer(
    connection: Connection,
    { from, to }: ForeignKey,
    { rows }: DeletedRows,
    columns: readonly StoredColumn[],
    max?: number,
  ): Promise<readonly DeletedRow[]> {
    const known = rows
      .map(({ owner, values }) => ({ owner, values: to.columns.map((name) => values[name]) }))
      .filter(({ values }) => values.every((value) => value !== null && value !== undefined));
    if (known.length === 0) return [];
    const index = new ValueIndex(known.map(({ values }) => values));
    const found = await this.exact.find(connection, {
      table: from.table,
      select: columns,
      by: from.columns,
      values: known.map(({ values }) => values),
      ...(max !== undefined && { max }),
    });
    return found.map((row) => {
      const values = this.exact.valuesOf(columns, row);
      const at = index.find(from.columns.map((name) => values[name])) ?? 0;
      return { owner: known[at]!.owner, values, row };
    });
  }
}

/** Leaves out rows that were found on another way. */
function unseen(
  { table, rows }: DeletedRows,
  columns: readonly StoredColumn[],
  seen: Set<string>,
): readonly DeletedRow[] {
  const keys = columns.filter(({ isKey }) => isKey);
  const identified = rows.map((one) => {
    const key = keys.map(({ name }) => String(one.values[name]));
    return { one, identity: JSON.stringify([table, keys.length > 0 ? key : one.row]) };
  });
  const fresh = identified.filter(({ identity }) => !seen.has(identity));
  for (const { identity } of fresh) seen.add(identity);
  return fresh.map(({ one }) => one);
}

function addRows(losses: Losses, table: string, found: readonly DeletedRow[]): void {
  const byOwner = new Map<number, ExactRow[]>();
  for (const { owner, row } of found) {
    const rows = byOwner.get(owner);
    if (rows) rows.push(row!);
    else byOwner.set(owner, [row!]);
  }
  for (const [owner, rows] of byOwner) losses.add(owner, table, rows);
}

const byColumn = (
  columns: Iterable<CompiledColumn>,
  record: object,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...columns].map(({ name, property }) => [
      name,
      (record as Readonly<Record<string, unknown>>)[property],
    ]),
  );

const pick = (row: ExactRow, names: readonly string[]): ExactRow =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]));
