import type { CompiledResource } from '../resources/compiled-resource.js';
import type { IndexProposal, SchemaFacts, StoredTable } from '../resources/schema-facts.js';
import { wantedIndexes, type WantedIndex } from './wanted-indexes.js';

/** An index that a definition would use, and that the database does not have. */
export interface MissingIndex {
  /** Whose statements would use it: each member once. */
  readonly uses: readonly Pick<WantedIndex, 'resource' | 'member' | 'what'>[];
  readonly table: string;
  readonly columns: readonly string[];
  readonly proposal: IndexProposal;
  /**
   * Whether the index serves searches: it is an offer, since a search reads the whole table without
   * it, and short texts do so with it.
   */
  readonly isSearch: boolean;
}

/**
 * Finds the indexes that the definitions need and the database does not have, in the order of the
 * resources. Views and tables that the database does not list have no indexes to miss.
 */
export function findMissingIndexes(
  resources: readonly CompiledResource[],
  facts: SchemaFacts,
): readonly MissingIndex[] {
  const missing = resources
    .flatMap(wantedIndexes)
    .flatMap((wanted) => missingFor(wanted, facts.findTable(wanted.table.name)));
  const merged = new Map<string, MissingIndex>();
  for (const index of missing) {
    const key = JSON.stringify([index.table, index.columns, index.proposal]);
    const same = merged.get(key);
    merged.set(key, same ? { ...same, uses: withUse(same.uses, index.uses[0]!) } : index);
  }
  return [...merged.values()];
}

function missingFor(
  { resource, member, what, use, table, columns }: WantedIndex,
  stored: StoredTable | undefined,
): readonly MissingIndex[] {
  if (!stored || stored.isView) return [];
  if (!columns.every(({ name }) => stored.findColumn(name))) return [];
  const index = (proposal: IndexProposal): MissingIndex => ({
    uses: [{ resource, member, what }],
    table: table.name,
    columns: columns.map(({ name }) => name),
    proposal,
    isSearch: use === 'search',
  });
  if (use === 'sort related') return [index({ reason: SORTED_AFTER_JOIN })];
  if (use === 'search') return offersOf(stored.proposeSearchIndexes(columns[0]!)).map(index);
  // Few rows have one key, so its index serves a morph without its type.
  const isServed = [columns, columns.slice(-1)].some((each) => stored.isIndexed(each, use));
  return isServed ? [] : [index(stored.proposeIndex(columns, use))];
}

const SORTED_AFTER_JOIN = 'the database joins the related rows first, and sorts them then';

/** Nothing is missing where a proposal has no statements. */
const offersOf = (proposal: IndexProposal): readonly IndexProposal[] =>
  'statements' in proposal && proposal.statements.length === 0 ? [] : [proposal];

function withUse(uses: MissingIndex['uses'], added: MissingIndex['uses'][number]) {
  const same = uses.find(
    ({ resource, member }) => resource === added.resource && member === added.member,
  );
  if (!same) return [...uses, added];
  if (same.what === added.what) return uses;
  const both = { ...same, what: `${same.what} and ${added.what}` };
  return uses.map((use) => (use === same ? both : use));
}
