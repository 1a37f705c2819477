import type { ComputedOptions } from '../../definition/contracts/options.js';
import type { ResourceDraft } from '../draft/draft.js';
import type { Finding } from '../draft/verifier.js';
import { eachResource, faultAt } from './each-resource.js';

/**
 * A callable is a method of the resource, or an injected class that can be invoked. A computed
 * attribute is a method. @spec Relation definitions, callable
 */
export const verifyCallables = eachResource(function* (draft) {
  for (const { key, definition, instance } of draft.attributes) {
    if (definition.kind === 'computed') yield* verifyComputed(draft, key, definition.options);
    if (definition.kind !== 'callable') continue;
    const { invokable } = definition;
    if (!invokable && !isMethod(draft.definition.prototype as object, key))
      yield faultAt(
        draft,
        key,
        'the callable is not a method',
        `@Callable() ${key}(request, record) { ... }`,
      );
    if (instance && typeof (instance as { invoke?: unknown }).invoke !== 'function')
      yield faultAt(draft, key, `${invokable!.name} has no "invoke"`, 'invoke(request, records)');
  }
});

const types = ['string', 'integer', 'number', 'boolean', 'array', 'object'];

/** A computed attribute is a method of the resource, with a type for clients. @contract C3.6 */
function* verifyComputed(
  draft: ResourceDraft,
  key: string,
  { type }: ComputedOptions,
): Iterable<Finding> {
  if (!isMethod(draft.definition.prototype as object, key))
    yield faultAt(
      draft,
      key,
      'the computed attribute is not a method',
      `@Computed({ ... }) ${key}(request, record) { ... }`,
    );
  if (key === 'id')
    yield faultAt(draft, key, 'every record has an "id" of its own', 'another name');
  if (typeof type === 'string' ? !types.includes(type) : typeof type !== 'object')
    yield faultAt(
      draft,
      key,
      `"${String(type)}" is not the type of a computed attribute`,
      `type: one of ${types.join(', ')}, or a JSON Schema`,
    );
}

/** A getter is not read: it would run without a record. */
function isMethod(prototype: object | null, key: string): boolean {
  if (prototype === null) return false;
  const own = Object.getOwnPropertyDescriptor(prototype, key);
  return own
    ? typeof own.value === 'function'
    : isMethod(Object.getPrototypeOf(prototype) as object | null, key);
}
