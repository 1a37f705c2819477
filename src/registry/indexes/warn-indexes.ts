import type { Finding } from '../draft/verifier.js';
import type { MissingIndex } from './find-missing-indexes.js';
import { JOINED } from './wanted-indexes.js';

/**
 * Returns a warning for each sortable or matchable field for lack of an index. Keys of relations are
 * left to the check, since teams often serve tables whose indexes others own. Where no index helps,
 * nothing can be done about it, and a search index is only an offer.
 */
export const warnIndexes = (missing: readonly MissingIndex[]): readonly Finding[] =>
  missing.flatMap(({ uses, table, proposal, isSearch }) => {
    if (isSearch || 'reason' in proposal) return [];
    const fields = uses.filter(({ what }) => what !== JOINED);
    return fields.map(({ resource, member, what }) => ({
      resource,
      member,
      severity: 'warning' as const,
      wrong: `it is ${what}, but no index of ${table} serves it`,
      step: `run ${proposal.statements.join('; ')} in a migration`,
    }));
  });
