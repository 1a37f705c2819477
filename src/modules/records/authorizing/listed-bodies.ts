import { RequestError } from '../../../base/errors/index.js';
import type { CompiledColumn } from '../../../registry/resources/compiled-resource.js';
import { parseKey } from '../../../pipeline/request/parse-key.js';
import type { Key } from '../../../base/types/register.js';
import { isMembers } from '../../../pipeline/validation/check-payload.js';
import { FieldErrors } from '../../../pipeline/validation/field-errors.js';
import { jsonBody, type WriteBody } from '../../../pipeline/validation/write-body.js';

/** An element of a bulk update: the key of a record, and the fields to change. */
export interface KeyedBody {
  readonly key: Key;
  readonly body: WriteBody;
}

/** @throws RequestError `malformed_request` if the body is not an array */
export function parseArrayBody(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  const message = 'The body must be a JSON array.';
  throw new RequestError('malformed_request', { message, errors: { body: [message] } });
}

/**
 * Returns the bodies of a bulk store.
 * @throws RequestError `validation_failed`
 */
export function parseBodies(list: readonly unknown[], max: number): readonly WriteBody[] {
  verifyLength(list, max);
  const errors = new FieldErrors();
  list.forEach((element, at) => verifyMembers(element, at, errors));
  errors.throwIfAny();
  return list.map(jsonBody);
}

/**
 * Returns the elements of a bulk update, each about another record.
 * @throws RequestError `validation_failed`
 */
export function parseKeyedBodies(
  list: readonly unknown[],
  column: CompiledColumn,
  max: number,
): readonly KeyedBody[] {
  verifyLength(list, max);
  const errors = new FieldErrors();
  const keys = new ListedKeys(column, errors);
  const elements = list.flatMap((element, at) => {
    if (!verifyMembers(element, at, errors)) return [];
    const key = keys.take(Object.hasOwn(element, 'id') ? element.id : undefined, at, `${at}.id`);
    return key === undefined ? [] : [{ key, body: jsonBody(element) }];
  });
  errors.throwIfAny();
  return elements;
}

/**
 * Returns the keys of a bulk delete, each of them once.
 * @throws RequestError `validation_failed`
 */
export function parseKeys(
  list: readonly unknown[],
  column: CompiledColumn,
  max: number,
): readonly Key[] {
  verifyLength(list, max);
  const errors = new FieldErrors();
  const keys = new ListedKeys(column, errors);
  const listed = list.flatMap((element, at) => keys.take(element, at, String(at)) ?? []);
  errors.throwIfAny();
  return listed;
}

function verifyLength(list: readonly unknown[], max: number): void {
  if (list.length > 0 && list.length <= max) return;
  throw new RequestError('validation_failed', {
    errors: { body: [`The body must contain between 1 and ${max} elements.`] },
  });
}

function verifyMembers(
  element: unknown,
  at: number,
  errors: FieldErrors,
): element is Readonly<Record<string, unknown>> {
  if (isMembers(element)) return true;
  errors.add(String(at), `The element ${at} must be an object.`);
  return false;
}

/** The keys of a body, each of which may occur once. @contract C1.3 */
class ListedKeys {
  private readonly places = new Map<Key, number>();

  constructor(
    private readonly column: CompiledColumn,
    private readonly errors: FieldErrors,
  ) {}

  /** @param name the name of the key in errors */
  take(given: unknown, at: number, name: string): Key | undefined {
    const written = Number.isSafeInteger(given) ? String(given) : given;
    const key = typeof written === 'string' ? parseKey(written, this.column) : undefined;
    const known = key === undefined ? undefined : this.places.get(key);
    if (key === undefined) this.errors.add(name, `The element ${at} must contain a valid key.`);
    else if (known === undefined) this.places.set(key, at);
    else this.errors.add(name, `The key is already in the element ${known}.`);
    return known === undefined ? key : undefined;
  }
}
