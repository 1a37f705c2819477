import type { Key } from '../../base/types/register.js';
import { RequestError } from '../../base/errors/index.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import { parseKeyList } from '../../pipeline/request/parse-key-list.js';

/** The records of an index action: a list of keys, or `all`. */
export type Repositories = readonly Key[] | 'all';

/**
 * Parses the member `repositories` in the body of an index action.
 *
 * @param max the highest number of keys
 * @throws RequestError `validation_failed`
 * @contract C6.3
 */
export function parseRepositories(
  given: unknown,
  { keyColumn }: CompiledResource,
  max: number,
): Repositories {
  if (given === 'all') return given;
  if (!Array.isArray(given) || given.length === 0)
    throw invalid([
      'The repositories field must be a list of at least one key, or the string "all".',
    ]);
  if (given.some((key) => typeof key === 'object'))
    throw invalid(['The repositories field must contain only keys.']);
  const list = parseKeyList('repositories', given, keyColumn, max);
  if ('faults' in list) throw invalid(list.faults);
  return list.keys.map(({ key }) => key);
}

/**
 * Returns the 403 that names the records that the user may not run the action on.
 * @contract C6.4
 */
export const refusedKeys = (keys: readonly Key[]): RequestError =>
  new RequestError('unauthorized', {
    errors: { repositories: [`The action is not allowed on these records: ${keys.join(', ')}.`] },
  });

const invalid = (messages: readonly string[]): RequestError =>
  new RequestError('validation_failed', { errors: { repositories: messages } });
