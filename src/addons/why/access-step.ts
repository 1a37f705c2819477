import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import { placeOfMember, placeOfPolicy } from '../../registry/resources/decision-observer.js';
import type { MadeDecision } from './recorded-decisions.js';

/** The outcome of a check: `hidden` if its subject does not exist for the account. */
export const stepOutcomes = ['allowed', 'refused', 'hidden', 'not asked'] as const;
export type StepOutcome = (typeof stepOutcomes)[number];

/** A check of a request. @contract C18.2 */
export interface AccessStep {
  /** What the check is about: `posts`, `posts.title`. */
  readonly subject: string;
  /** The method of the policy, or the option. */
  readonly check: string;
  /** The code or the declaration that decides: `PostPolicy.update`. */
  readonly source: string;
  readonly outcome: StepOutcome;
  readonly detail: string | null;
}

/** Checks whose subject does not exist for an account that they refuse. */
const hiding: ReadonlySet<string> = new Set(['scope', 'show', 'canSee', 'canEnableRelationship']);

/** Returns the step of a decision. */
export async function stepOf({ result, ...place }: MadeDecision): Promise<AccessStep> {
  const [settled] = await Promise.allSettled([result]);
  if (settled.status === 'rejected')
    return { ...place, outcome: 'refused', detail: 'The check threw an error.' };
  if (typeof settled.value === 'object' && settled.value !== null)
    return { ...place, outcome: 'allowed', detail: 'Returns a condition on records.' };
  const refusal = hiding.has(place.check) ? 'hidden' : 'refused';
  return { ...place, outcome: settled.value ? 'allowed' : refusal, detail: null };
}

/** Returns the step of a declaration, such as `readOnly` of a field. */
export const declared = (
  resource: CompiledResource,
  member: string,
  check: string,
  outcome: StepOutcome,
  detail: string,
): AccessStep => ({ ...placeOfMember(resource, member, check), outcome, detail });

/** Returns the step of a method of the resource's policy. */
export const ofPolicy = (
  resource: CompiledResource,
  check: string,
  outcome: StepOutcome,
  detail: string | null,
): AccessStep => ({ ...placeOfPolicy(resource, check), outcome, detail });

/** Whether the step keeps the account from what was asked. */
export const isRefusing = ({ outcome }: AccessStep): boolean =>
  outcome === 'refused' || outcome === 'hidden';

/**
 * Adds the methods of the policy that a request would ask, but that were not asked: the policy does
 * not have them, or an earlier check has refused.
 *
 * @param chain the methods in the order in which requests ask them
 */
export function withUnasked(
  resource: CompiledResource,
  chain: readonly string[],
  asked: readonly AccessStep[],
): readonly AccessStep[] {
  const steps = [...asked];
  let at = 0;
  for (const check of chain) {
    const found = steps.findIndex((step) => step.check === check && step.subject === resource.key);
    if (found < 0) steps.splice(at++, 0, unasked(resource, check));
    else at = found + 1;
  }
  return steps;
}

function unasked(resource: CompiledResource, check: string): AccessStep {
  const hasMethod = Boolean(resource.policy[check as 'index']);
  if (hasMethod) return ofPolicy(resource, check, 'not asked', null);
  if (check === 'show')
    return ofPolicy(
      resource,
      check,
      'not asked',
      'The policy does not have it: the scope decides.',
    );
  const outcome = check === 'scope' ? 'hidden' : 'refused';
  return ofPolicy(resource, check, outcome, 'The policy does not have it, so nobody may.');
}
