import type { CompiledColumn, CompiledResource } from '../../registry/compiled-resource.js';
import type { Transaction } from '../database/database.js';
import type { Dialect } from '../dialects/dialect.js';
import type { EntityReader } from '../entity-reader.js';
import { columnsFilledBy } from './filled-columns.js';
import type { DeletedRows } from './record-deletion.js';
import type { Referring } from './referring.js';

type Entity = Readonly<Record<string, unknown>>;

/** The most rows that are kept for one deletion. */
const MAX_ROWS = 10_000;

/** A row that refers to a record that is about to be deleted, directly or through other rows. */
interface FoundRow {
  readonly place: Referring;
  readonly row: object;
  /** The record that is deleted. */
  readonly owner: object;
}

/** The rows that foreign keys may remove or change. */
export interface FoundRows {
  readonly rows: readonly FoundRow[];
  /** Whether there are more. */
  readonly isCut: boolean;
}

/**
 * How many records were deleted, and how many have lost a reference. Rows of pivots do not count.
 */
export interface RowCounts {
  deleted: number;
  cleared: number;
}

/** What the database did to rows of a deleted record. */
export interface ForeignKeyEffect {
  readonly owner: object;
  /** Of the rows that were found. */
  readonly counts: RowCounts;
  /** In the order to restore them; `null` if they are too many to be kept. */
  readonly changed: readonly DeletedRows[] | null;
}

/**
 * Finds out what the database does by itself when records are deleted: `on delete cascade` and
 * `on delete set null`. It compares rows before and after, so that it does not matter how the keys
 * were declared. Only rows that the resources' relations lead to are found.
 *
 * @contract C15.1
 */
export class ForeignKeyEffects {
  constructor(
    private readonly dialect: Dialect,
    private readonly entities: EntityReader,
    private readonly referringTo: (resource: CompiledResource) => readonly Referring[],
  ) {}

  /** Reads the rows, with one statement per relation, and one round trip per level. */
  async before(
    transaction: Transaction,
    resource: CompiledResource,
    records: readonly object[],
  ): Promise<FoundRows> {
    const search = new Search(records.map((record) => identityOf(resource.table, record)));
    const root = { resource, owned: records.map((row) => ({ row, owner: row })) };
    // The rows of pivots that belong to the records themselves are deleted already.
    let reads = this.readsOf(root).filter(({ place }) => place.resource !== null);
    while (reads.length > 0 && !search.isCut) {
      const results = await this.readAll(
        transaction,
        reads.map(({ place, values }) => ({ ...place, values })),
      );
      reads = reads.flatMap(({ place, owned }, at) => {
        const found = search.add(place, owned, results[at]!);
        return place.resource ? this.readsOf({ resource: place.resource, owned: found }) : [];
      });
    }
    return search;
  }

  /** Compares the rows with what is left of them. */
  async after(transaction: Transaction, found: FoundRows): Promise<readonly ForeignKeyEffect[]> {
    const groups = [...groupedBy(found.rows, ({ place }) => place)];
    const left = await this.readAll(
      transaction,
      groups.map(([place, rows]) => identifyingRead(place, rows)),
    );
    const effects = new Map<object, { counts: RowCounts; changed: DeletedRows[] }>();
    for (const [at, [place, rows]] of groups.entries()) {
      const now = new Map(left[at]!.map((row) => [identityOf(place.table, row), row]));
      for (const [owner, own] of groupedBy(rows, (each) => each.owner)) {
        const changed = changesOf(place, own, now);
        if (changed.length === 0) continue;
        const known = effects.get(owner) ?? { counts: { deleted: 0, cleared: 0 }, changed: [] };
        known.changed.push(...changed);
        if (place.resource)
          for (const { rows: touched, cleared } of changed)
            known.counts[cleared ? 'cleared' : 'deleted'] += touched.length;
        effects.set(owner, known);
      }
    }
    return [...effects].map(([owner, { counts, changed }]) => ({
      owner,
      counts,
      changed: found.isCut ? null : changed,
    }));
  }

  /** Returns what to read below some rows of a resource. */
  private readsOf({ resource, owned }: Level): readonly LevelRead[] {
    return this.referringTo(resource).flatMap((place) => {
      const values = owned.map(({ row }) => valueIn(row, place.source)).filter(isPresent);
      return values.length === 0 ? [] : [{ place, owned, values }];
    });
  }

  /** Returns the rows of each table whose column has one of the values. */
  private async readAll(
    transaction: Transaction,
    reads: readonly ListRead[],
  ): Promise<readonly (readonly object[])[]> {
    if (reads.length === 0) return [];
    const { dialect } = this;
    const results = await transaction.queryAll(
      reads.map(({ table, column, values }) => {
        const all = [...table.columns.values()];
        const columns = all.map((each) => dialect.read(each, 't')).join(', ');
        const name = dialect.quote(table.name);
        const sql = dialect.keyed({ table: name, key: column, columns, conditions: '', lock: '' });
        const list = dialect.bindList(values, column);
        return { sql: `${sql} limit ${MAX_ROWS + 1}`, values: [list] };
      }),
    );
    return reads.map(({ table }, at) => this.entities.readWhole(table, results[at]!));
  }
}

/** A list of values of a column. */
interface ListRead extends Pick<Referring, 'table' | 'column'> {
  readonly values: readonly unknown[];
}

/** The rows below some rows, by one relation. */
interface LevelRead {
  readonly place: Referring;
  readonly owned: readonly OwnedRow[];
  readonly values: readonly unknown[];
}

/** Reads rows again by their keys; those of a pivot by what they refer to. */
function identifyingRead({ table, column }: Referring, rows: readonly FoundRow[]): ListRead {
  const [key, ...others] = table.keys;
  const identifying = key && others.length === 0 ? key : column;
  const values = new Set(rows.map(({ row }) => valueIn(row, identifying)));
  return { table, column: identifying, values: [...values] };
}

interface OwnedRow {
  readonly row: object;
  readonly owner: object;
}

interface Level {
  readonly resource: CompiledResource;
  readonly owned: readonly OwnedRow[];
}

/** Collects each row once, up to the limit. */
class Search implements FoundRows {
  readonly rows: FoundRow[] = [];
  isCut = false;
  private readonly seen: Set<string>;

  constructor(deleted: readonly string[]) {
    this.seen = new Set(deleted);
  }

  /** Returns the rows that were not found before. */
  add(
    place: Referring,
    parents: readonly OwnedRow[],
    rows: readonly object[],
  ): readonly OwnedRow[] {
    const owners = new Map(
      parents.map(({ row, owner }) => [String(valueIn(row, place.source)), owner]),
    );
    const found: FoundRow[] = [];
    for (const row of rows) {
      const identity = identityOf(place.table, row);
      if (this.seen.has(identity)) continue;
      this.seen.add(identity);
      found.push({ place, row, owner: owners.get(String(valueIn(row, place.column)))! });
    }
    const left = MAX_ROWS - this.rows.length;
    if (found.length > left) this.isCut = true;
    this.rows.push(...found.slice(0, left));
    return found.slice(0, left);
  }
}

/** Returns the rows that are gone, and those whose reference the database has cleared. */
function changesOf(
  { table, column }: Referring,
  rows: readonly FoundRow[],
  now: ReadonlyMap<string, object>,
): readonly DeletedRows[] {
  const before = rows.map(({ row }) => row);
  const gone = before.filter((row) => !now.has(identityOf(table, row)));
  const cleared = before.filter((row) => {
    const left = now.get(identityOf(table, row));
    return left !== undefined && !isPresent(valueIn(left, column));
  });
  const columns = [...table.keys, column, ...columnsFilledBy(table, 'updated')];
  return [
    ...(gone.length > 0 ? [{ table, rows: gone }] : []),
    ...(cleared.length > 0 ? [{ table, rows: cleared, cleared: { column, columns } }] : []),
  ];
}

/** A row without a key is identified by all of its values. */
function identityOf({ name, keys, columns }: Referring['table'], row: object): string {
  const identifying = keys.length > 0 ? keys : [...columns.values()];
  return JSON.stringify([name, ...identifying.map((column) => String(valueIn(row, column)))]);
}

function groupedBy<Item, Group>(
  items: readonly Item[],
  groupOf: (item: Item) => Group,
): ReadonlyMap<Group, readonly Item[]> {
  const groups = new Map<Group, Item[]>();
  for (const item of items) {
    const group = groupOf(item);
    groups.set(group, [...(groups.get(group) ?? []), item]);
  }
  return groups;
}

const valueIn = (row: object, { property }: CompiledColumn): unknown => (row as Entity)[property];

const isPresent = (value: unknown): boolean => value !== null && value !== undefined;
