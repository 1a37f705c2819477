import { RequestError } from '../../../base/errors/index.js';
import type { ToolArguments } from '../tool/tool.js';

/**
 * Returns the argument `id` in the form of a path parameter. The use case validates it, as it does
 * for a path.
 *
 * @throws RequestError `validation_failed` if it is neither a string nor a safe integer
 * @contract C1.3
 */
export function keyArgument({ id }: ToolArguments): string {
  if (typeof id === 'string') return id;
  if (Number.isSafeInteger(id)) return String(id);
  const message =
    id === undefined
      ? 'The id field is required.'
      : 'The id field must be a key: a string or an integer.';
  throw new RequestError('validation_failed', { errors: { id: [message] } });
}

/** Returns the arguments except those with these names. */
export function without(args: ToolArguments, names: readonly string[]): ToolArguments {
  return Object.fromEntries(Object.entries(args).filter(([name]) => !names.includes(name)));
}

/** Returns the members with these names. */
export function only<Value>(
  members: Readonly<Record<string, Value>>,
  names: ReadonlySet<string>,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.has(name)));
}
