import { invalidQuery, RequestError } from '../../../base/errors/index.js';
import type { Limits } from '../../../options/limits.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import { reservedParameters } from '../../../registry/resources/reserved-names.js';
import type { ToolArguments } from '../tool/tool.js';
import { flattenQuery, type UrlParameter } from './flatten-query.js';

const parameters: ReadonlySet<string> = new Set(reservedParameters);

/**
 * Writes arguments as a query string, so that the code that handles HTTP requests parses and
 * validates them: lists with commas, members of objects in brackets, `filters` as JSON.
 *
 * @param resource the resource that `fields` applies to, unless it names one
 * @throws RequestError `invalid_query` for a value that its parameter does not accept, and for a
 * string that a URL cannot contain; `uri_too_long`
 * @contract C5, C12
 */
export function queryStringFrom(
  args: ToolArguments,
  resource: CompiledResource,
  { queryBytes: max }: Limits,
): string {
  const written = Object.entries(args).flatMap(([name, value]) =>
    parametersOf(name, value, resource.key),
  );
  const queryString = written
    .map(([name, value]) => `${encoded(name, name)}=${encoded(name, value)}`)
    .join('&');
  const bytes = Buffer.byteLength(queryString);
  if (bytes > max)
    throw new RequestError('uri_too_long', {
      message: `The arguments form a query string of ${bytes} bytes; at most ${max} are allowed.`,
    });
  return queryString;
}

function parametersOf(name: string, value: unknown, resource: string): readonly UrlParameter[] {
  // Models send null for a parameter that is not given; for a field, null is a value to match.
  if (value === undefined || (value === null && parameters.has(name))) return [];
  if (name === 'filters' && typeof value !== 'string') return [[name, JSON.stringify(value)]];
  if (name === 'fields' && (typeof value === 'string' || Array.isArray(value)))
    return flattenQuery(`fields[${resource}]`, value);
  return flattenQuery(name, value);
}

function encoded(name: string, value: string): string {
  if (value.isWellFormed()) return encodeURIComponent(value);
  throw invalidQuery(name.toWellFormed().slice(0, 40), 'The value contains a lone surrogate.');
}
