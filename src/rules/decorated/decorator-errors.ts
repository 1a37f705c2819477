import { validate, type ValidationError } from 'class-validator';
import type { ErrorTexts } from '../../base/errors/index.js';

/**
 * Returns the messages of class-validator's decorators about an instance of their class, by dotted
 * path.
 */
export async function decoratorErrors(
  instance: object,
  only?: ReadonlySet<string>,
): Promise<ErrorTexts> {
  const found = await validate(instance, { validationError: { target: false, value: false } });
  const selected = found.filter(({ property }) => !only || only.has(property));
  return Object.fromEntries(selected.flatMap((error) => [...messagesOf(error, '')]));
}

function* messagesOf(
  { property, constraints = {}, children = [] }: ValidationError,
  above: string,
): Iterable<readonly [string, readonly string[]]> {
  const path = above + property;
  const messages = Object.values(constraints);
  if (messages.length > 0) yield [path, messages];
  for (const child of children) yield* messagesOf(child, `${path}.`);
}
