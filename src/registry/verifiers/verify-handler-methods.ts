import { distance } from 'fastest-levenshtein';
import type { ClassOf } from '../../base/types/compile-time.js';
import type { ResourceDraft } from '../draft/draft.js';
import type { Finding } from '../draft/verifier.js';
import { operationNames } from '../resources/compiled-resource.js';
import { eachResource, faultAt } from './each-resource.js';
import { prototypeNamesOf } from '../draft/entity-members.js';

const ofActions = ['handle', 'canSee', 'canRun', 'indexQuery', 'reduce'];
const ofFilters = ['condition', 'canSee'];
const ofHooks = ['storing', 'stored', 'updating', 'updated', 'deleting', 'deleted'];

/**
 * A misspelt `canSee` would show what it should hide, and a misspelt hook or operation would never
 * run.
 * @contract C4.6, C6.4
 */
export const verifyHandlerMethods = eachResource(function* (draft) {
  for (const { action, instance } of draft.actions)
    yield* verifyMethods(draft, action, instance, ofActions);
  for (const { filter, instance } of draft.filters)
    yield* verifyMethods(draft, filter, instance, ofFilters);
  if (draft.hooks) yield* verifyMethods(draft, draft.hooks.hooks, draft.hooks.instance, ofHooks);
  if (draft.operations) {
    const { operations, instance } = draft.operations;
    yield* verifyMethods(draft, operations, instance, operationNames);
  }
});

function* verifyMethods(
  draft: ResourceDraft,
  handler: ClassOf,
  instance: object = {},
  asked: readonly string[],
) {
  for (const name of asked) {
    const held = (instance as Record<string, unknown>)[name];
    if (held !== undefined && typeof held !== 'function')
      yield faultAt(draft, handler.name, `"${name}" is not a method`, `${name}(...) { ... }`);
  }
  yield* misspelt(draft, handler, asked);
}

/** A name that is nearly one that is asked for, and that the class does not declare. */
function* misspelt(
  draft: ResourceDraft,
  handler: ClassOf,
  asked: readonly string[],
): Iterable<Finding> {
  const declared = prototypeNamesOf(handler);
  const missing = asked.filter((name) => !declared.includes(name));
  for (const method of declared.filter((name) => !asked.includes(name))) {
    const meant = missing.find((name) => isMeant(method, name));
    if (meant !== undefined)
      yield faultAt(
        draft,
        handler.name,
        `the method "${method}" is never called`,
        `"${meant}", or a name that is less similar`,
      );
  }
}

/** `canUse` is not a misspelt `canSee`: in short names, fewer letters make a difference. */
const isMeant = (method: string, name: string): boolean =>
  distance(method.replaceAll('_', '').toLowerCase(), name.toLowerCase()) <=
  (name.length < 7 ? 1 : 2);
