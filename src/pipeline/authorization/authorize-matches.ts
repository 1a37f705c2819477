import { allowedNames, invalidQuery, type RequestError } from '../../base/errors/index.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import { unknownParameter } from '../request/index.js';
import { quoted, shown } from '../request/refusal.js';
import type { QueryOperation, WrittenMatch } from '../request/resource-query.js';
import { allowListOf } from './allow-list.js';
import { matchCondition } from './match-condition.js';
import { allOf, EVERYTHING, type ResolvedCondition } from './resolved-condition.js';

/**
 * Returns the condition for rows whose fields have the requested values.
 *
 * @param operation the operation whose other parameters are also allowed
 * @contract C5.6, C5.9
 * @throws RequestError `invalid_query` for a field that cannot be filtered by, or a value of
 * another type
 */
export function authorizeMatches(
  resource: CompiledResource,
  matches: readonly WrittenMatch[],
  operation: QueryOperation = 'index',
): ResolvedCondition {
  if (matches.length === 0) return EVERYTHING;
  return allOf(matches.map((match) => authorizeMatch(resource, match, operation)));
}

function authorizeMatch(
  resource: CompiledResource,
  match: WrittenMatch,
  operation: QueryOperation,
): ResolvedCondition {
  const matchable = allowListOf(resource).matches.get(match.field);
  if (!matchable) throw unknownField(resource, match, operation);
  const condition = matchCondition(matchable, match);
  return match.negated ? { kind: 'not', condition } : condition;
}

/** A name without brackets may be a misspelling of any parameter. */
function unknownField(
  resource: CompiledResource,
  { parameter, field }: WrittenMatch,
  operation: QueryOperation,
): RequestError {
  const names = [...allowListOf(resource).matches.keys()];
  if (!parameter.includes('[')) return unknownParameter(parameter, operation, names);
  return invalidQuery(
    shown(parameter),
    `${resource.key} cannot be filtered by ${quoted(field)}.${allowedNames(shown(field), names)}`,
  );
}
