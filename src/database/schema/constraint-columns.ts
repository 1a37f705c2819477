import type { CompiledColumn, CompiledTable } from '../../registry/resources/compiled-resource.js';
import type { SchemaFacts, StoredTable } from '../../registry/resources/schema-facts.js';
import type { Database } from '../connection/database.js';
import type { Refusal } from '../failures/refusal.js';
import { dialects } from '../engines/dialects.js';
import { engines } from '../engines/engines.js';
import { readSchema } from './read-schema.js';
import type { StoredSchema } from './stored-schema.js';

/**
 * Finds the columns that a refusal of the database is about. Drivers report some of them; the others
 * are found in the schema, which is read again when it does not contain a constraint, as after a
 * migration.
 *
 * @contract C9
 */
export class ConstraintColumns {
  private latest: SchemaFacts | null = null;

  constructor(
    private readonly database: Database,
    private readonly stored: StoredSchema,
  ) {}

  /**
   * @returns `null` if the constraint is one of another table; an empty list if its columns are not
   * known
   */
  async of(refusal: Refusal, table: CompiledTable): Promise<readonly CompiledColumn[] | null> {
    if (refusal.table !== null && !this.isEqual(refusal.table, table.name)) return null;
    const known = [...table.columns.values()];
    if (refusal.columns.length > 0)
      return known.filter(({ name }) => refusal.columns.some((each) => isNamedIn(name, each)));
    if (refusal.constraint === null) return [];
    const parts = await this.find(table.name, refusal.constraint);
    return known.filter(({ name }) => parts.some((part) => isNamedIn(name, part)));
  }

  /**
   * Returns the columns whose values refer to no row, for engines that do not report them.
   *
   * @param written the values of each row
   */
  async unmatched(
    table: CompiledTable,
    written: readonly ReadonlyMap<CompiledColumn, unknown>[],
  ): Promise<readonly CompiledColumn[]> {
    const known = this.latest ?? this.stored.facts;
    const found = known ? await this.unmatchedIn(known, table, written) : [];
    return found.length > 0 ? found : this.unmatchedIn(await this.read(), table, written);
  }

  private async unmatchedIn(
    { foreignKeys }: SchemaFacts,
    { name: table, columns }: CompiledTable,
    written: readonly ReadonlyMap<CompiledColumn, unknown>[],
  ): Promise<readonly CompiledColumn[]> {
    const { quote } = dialects[this.database.dialect];
    const unmatched = new Set<CompiledColumn>();
    for (const { from, to } of foreignKeys.filter((key) => this.isEqual(key.from.table, table)))
      for (const [at, target] of to.columns.entries()) {
        const column = [...columns.values()].find((each) =>
          this.isEqual(each.name, from.columns[at]!),
        );
        const sql = `select 1 from ${quote(to.table)} where ${quote(target)} = ?`;
        for (const value of column ? written.map((values) => values.get(column) ?? null) : [])
          if (value !== null && (await this.database.query(sql, [value])).length === 0)
            unmatched.add(column!);
      }
    return [...unmatched];
  }

  private async find(table: string, constraint: string): Promise<readonly string[]> {
    const facts = this.latest ?? this.stored.facts;
    const known = partsOf(facts?.findTable(table), constraint);
    return known ?? partsOf((await this.read()).findTable(table), constraint) ?? [];
  }

  private async read(): Promise<SchemaFacts> {
    this.latest = await readSchema(this.database);
    return this.latest;
  }

  private isEqual(one: string, other: string): boolean {
    const { fold } = engines[this.database.dialect].schemaQueries;
    return fold(one) === fold(other);
  }
}

/** Returns the columns or expressions of a unique index or a check. */
function partsOf(
  table: StoredTable | undefined,
  constraint: string,
): readonly string[] | undefined {
  if (!table) return undefined;
  const index = table.indexes.find(({ name, unique }) => unique && name === constraint);
  if (index) return index.columns;
  const checks = table.checks.filter(({ name }) => name === constraint);
  if (checks.length > 0)
    return checks.flatMap(({ columns, expression }) =>
      columns.length > 0 ? columns : [expression],
    );
  // A check without a name is reported by its expression.
  return table.checks.some(({ name }) => name === null) ? [constraint] : undefined;
}

/** Whether an expression contains the name as a word, and not in a string. */
function isNamedIn(name: string, expression: string): boolean {
  if (expression === name) return true;
  const words = expression.replaceAll(/'(?:[^']|'')*'/g, '').match(/[\p{L}\p{N}_$]+/gu) ?? [];
  return words.some((word) => word.toLowerCase() === name.toLowerCase());
}
