import { eachResource, faultAt } from './each-resource.js';

/**
 * A callable is a method of the resource, or an injected class that can be invoked. @spec Relation
 * definitions, callable
 */
export const verifyCallables = eachResource(function* (draft) {
  for (const { key, definition, instance } of draft.attributes) {
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

/** A getter is not read: it would run without a record. */
function isMethod(prototype: object | null, key: string): boolean {
  if (prototype === null) return false;
  const own = Object.getOwnPropertyDescriptor(prototype, key);
  return own
    ? typeof own.value === 'function'
    : isMethod(Object.getPrototypeOf(prototype) as object | null, key);
}
