import { channel } from 'node:diagnostics_channel';

/** Where an application decides on rights. */
export interface DecisionPlace {
  /** What the decision is about: `posts`, `posts.title`. */
  readonly subject: string;
  /** The method of the policy or the option: `update`, `canSee`. */
  readonly check: string;
  /** The code that decides: `PostPolicy.update`, `PostResource.title.canSee`. */
  readonly source: string;
}

/** A decision of the application, or the promise of one. The scope of a policy is a condition. */
export interface MadeDecision extends DecisionPlace {
  readonly result: unknown;
}

/**
 * Publishes the decisions of requests in the order in which they are asked for. Without a
 * subscriber, a decision costs one comparison.
 *
 * @contract C18.1
 */
export const decisions = channel('resource-api:decision');

/** Publishes a decision, and returns it. */
export function publishDecision<Result>(place: DecisionPlace, result: Result): Result {
  if (decisions.hasSubscribers) decisions.publish({ ...place, result } satisfies MadeDecision);
  return result;
}

/** Returns the function, which then also publishes what it decides. */
export const publishing =
  <Args extends unknown[], Result>(
    place: DecisionPlace,
    decide: (...args: Args) => Result,
  ): ((...args: Args) => Result) =>
  (...args) =>
    publishDecision(place, decide(...args));

/** Returns the place of an option of a member: `PostResource.title.canSee`. */
export const placeOfMember = (
  resource: { readonly key: string; readonly name: string },
  member: string,
  check: string,
): DecisionPlace => ({
  subject: `${resource.key}.${member}`,
  check,
  source: `${resource.name}.${member}.${check}`,
});
