import { RequestError } from '../../../errors/index.js';
import type { ToolArguments } from '../catalogue/tool.js';

/**
 * The argument `id`, as a path would have it. Whether it is a key is for the use case to say, as of
 * a path.
 *
 * @throws RequestError `validation_failed` for what is neither a text nor a safe integer
 * @contract C1.3
 */
export function keyArgument({ id }: ToolArguments): string {
  if (typeof id === 'string') return id;
  if (Number.isSafeInteger(id)) return String(id);
  const text =
    id === undefined
      ? 'The id field is required.'
      : 'The id must be a key: a string or an integer.';
  throw new RequestError('validation_failed', { errors: { id: [text] } });
}

/** The arguments without those of these names. */
export function without(args: ToolArguments, names: readonly string[]): ToolArguments {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)));
}

/** Those members that have one of these names. */
export function only<Value>(
  members: Readonly<Record<string, Value>>,
  names: ReadonlySet<string>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.has(name)));
}
