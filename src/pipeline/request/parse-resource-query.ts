import type { Limits } from '../../options/limits.js';
import { isFieldLike, namedMatch } from './match-name-parser.js';
import { findParameter, takesMatches, unknownParameter } from './parameter-lookup.js';
import type { QueryParameter } from './parameters.js';
import { QueryDraft, emptyQuery } from './query-draft.js';
import { parseQueryString } from './query-string.js';
import { quoted, refusal } from './refusal.js';
import type { QueryOperation, ResourceQuery } from './resource-query.js';

/**
 * Parses a query string (without `?`). Later stages check whether the relations, columns and the
 * resource exist and, on an index, whether an unknown parameter is a field. Linear in the length of
 * the string.
 *
 * @contract C5.1, C5.2, C5.3, C5.4
 * @throws `invalid_query` with the parameter, the invalid part and the allowed values
 */
export function parseResourceQuery(
  queryString: string,
  operation: QueryOperation,
  limits: Limits,
): ResourceQuery {
  if (queryString === '') return emptyQuery;
  const written = parseQueryString(queryString);
  const draft = new QueryDraft(limits);
  const given = new Map<string, string>();
  for (const [name, value] of written) {
    const parameter = findParameter(operation, name);
    if (parameter) {
      verifyOnce(given, parameter, name);
      parameter.read(draft, value, name);
    } else if (takesMatches(operation) && isFieldLike(name))
      draft.matches.push(namedMatch(name, value));
    else throw unknownParameter(name, operation);
  }
  const query = draft.toQuery(written);
  const [own] = query.matches;
  if (own && !takesMatches(operation)) throw unknownParameter(own.parameter, operation);
  return query;
}

function verifyOnce(given: Map<string, string>, { slot }: QueryParameter, name: string): void {
  if (slot === undefined) return;
  const other = given.get(slot);
  if (other === name)
    throw refusal(name, `${quoted(name)} is given twice; it may be given only once.`);
  if (other !== undefined)
    throw refusal(
      name,
      `${quoted(name)} and ${quoted(other)} cannot be combined; give only one of them.`,
    );
  given.set(slot, name);
}
