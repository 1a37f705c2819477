import { invalidQuery, RequestError } from '../../../errors/index.js';
import type { Limits } from '../../../options/limits.js';
import type { CompiledResource } from '../../../registry/compiled-resource.js';
import { reservedParameters } from '../../../registry/reserved-names.js';
import type { ToolArguments } from '../catalogue/tool.js';
import { flattenQuery, type Parameter } from './flatten-query.js';

const parameters: ReadonlySet<string> = new Set(reservedParameters);

/**
 * Writes arguments as the text behind `?`, so that they are read, refused and answered by the very
 * code that reads HTTP's: lists with commas, members of objects in brackets, `filters` as JSON.
 *
 * @param resource the one that is asked, which `fields` means unless it names one
 * @throws RequestError `invalid_query` for a value that its parameter does not take, and for a text
 * that no URL holds;
 *   `uri_too_long`
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
  const text = written
    .map(([name, value]) => `${encoded(name, name)}=${encoded(name, value)}`)
    .join('&');
  const bytes = Buffer.byteLength(text);
  if (bytes > max)
    throw new RequestError('uri_too_long', {
      message: `The arguments come to ${bytes} bytes of query; at most ${max} are allowed.`,
    });
  return text;
}

function parametersOf(name: string, value: unknown, resource: string): readonly Parameter[] {
  // A model that means "not given" sends null; of a field, null is a value to match.
  if (value === undefined || (value === null && parameters.has(name))) return [];
  if (name === 'filters' && typeof value !== 'string') return [[name, JSON.stringify(value)]];
  if (name === 'fields' && (typeof value === 'string' || Array.isArray(value)))
    return flattenQuery(`fields[${resource}]`, value);
  return flattenQuery(name, value);
}

function encoded(name: string, text: string): string {
  if (text.isWellFormed()) return encodeURIComponent(text);
  throw invalidQuery(name.toWellFormed().slice(0, 40), 'The text holds half of a surrogate pair.');
}
