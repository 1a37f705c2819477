/** Where an application decides on rights. */
export interface DecisionPlace {
  /** What the decision is about: `posts`, `posts.title`. */
  readonly subject: string;
  /** The method of the policy or the option: `update`, `canSee`. */
  readonly check: string;
  /** The code that decides: `PostPolicy.update`, `PostResource.title.canSee`. */
  readonly source: string;
}

/**
 * Observes the decisions of policies, members and actions. The core injects it if there is any, when
 * the definitions are compiled; without one, decisions cost nothing more.
 *
 * @contract C18.1
 */
export abstract class DecisionObserver {
  /** Returns the function, which then also reports what it returns: a decision, or its promise. */
  abstract observing<Args extends readonly unknown[], Result>(
    place: DecisionPlace,
    decide: (...args: Args) => Result,
  ): (...args: Args) => Result;
}

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

/** Returns the place of a method of the policy: `PostPolicy.update`. */
export const placeOfPolicy = (
  { key, name, options: { policy } }: PolicyOwner,
  check: string,
  subject = key,
): DecisionPlace => ({ subject, check, source: `${policy?.name ?? `${name}.policy`}.${check}` });

interface PolicyOwner {
  readonly key: string;
  readonly name: string;
  readonly options: { readonly policy?: { readonly name: string } };
}
