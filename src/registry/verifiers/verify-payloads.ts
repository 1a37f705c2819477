import type { ActionOptions } from '../../definition/contracts/action.js';
import { decoratedProperties } from '../../rules/decorated/rules-of-class.js';
import type { ResourceDraft } from '../draft/draft.js';
import type { Finding, Verifier } from '../draft/verifier.js';
import { faultAt } from './each-resource.js';
import { findRuleFaults } from './find-rule-faults.js';

/**
 * The rules of each action's payload exist; the classes of payloads and responses have decorators.
 * @spec Action definition properties
 */
export const verifyPayloads: Verifier = (drafts) =>
  drafts.flatMap((draft) => [...verifyActions(draft, drafts)]);

function* verifyActions(draft: ResourceDraft, drafts: readonly ResourceDraft[]): Iterable<Finding> {
  for (const { action, options } of draft.actions) {
    const rules = options?.rules ?? {};
    const fields = Object.keys(rules).flatMap(withParents);
    for (const [path, specs] of Object.entries(rules))
      for (const { wrong, instead } of findRuleFaults(specs, { fields, hasColumn: false, drafts }))
        yield faultAt(draft, action.name, `${path}: ${wrong}`, instead);
    for (const [what, described] of Object.entries(classesOf(options)))
      if (decoratedProperties(described).length === 0)
        yield faultAt(
          draft,
          action.name,
          `the ${what} ${described.name} has no decorators of class-validator`,
          'a decorator such as @IsString() on each of its properties',
        );
  }
}

/** A response may also be a JSON Schema. */
function classesOf({ payload, response }: Pick<ActionOptions, 'payload' | 'response'> = {}) {
  return {
    ...(payload && { payload }),
    ...(typeof response === 'function' && { response: response }),
  };
}

/** `address.city` implies `address`. */
function withParents(path: string): readonly string[] {
  const parts = path.split('.');
  return parts.map((_part, index) => parts.slice(0, index + 1).join('.'));
}
