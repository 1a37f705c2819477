import { allowedNames, invalidQuery, type RequestError } from '../errors/index.js';
import type { CompiledResource } from '../registry/compiled-resource.js';
import { unknownParameter } from '../request/index.js';
import { quoted, shown } from '../request/refusal.js';
import type { QueryOperation, WrittenMatch } from '../request/resource-query.js';
import { allowListOf } from './allow-list.js';
import { matchCondition } from './match-condition.js';
import { allOf, EVERYTHING, type ResolvedCondition } from './resolved-condition.js';

/**
 * The rows whose fields have the values that are asked for.
 *
 * @param operation whose parameters are allowed beside them
 * @contract C5.6, C5.9
 * @throws RequestError `invalid_query` for a field that is not matched, or a value of another type
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

/** A name that stands alone might have been meant for any parameter. */
function unknownField(
  resource: CompiledResource,
  { parameter, field }: WrittenMatch,
  operation: QueryOperation,
): RequestError {
  const names = [...allowListOf(resource).matches.keys()];
  if (!parameter.includes('[')) return unknownParameter(parameter, operation, names);
  return invalidQuery(
    shown(parameter),
    `${quoted(field)} is no field that ${resource.key} are matched by.${allowedNames(shown(field), names)}`,
  );
}
