import { useOwnProfile } from '../api/accounts.js';
import type { Resource } from '../api/schema.js';
import { useSession } from '../api/session.js';
import type { ListState } from './list-state.js';
import { itemsIn, type Condition } from './operators.js';

/**
 * The key of the account whose rights the page has, in the conditions of a URL. It means that only
 * in fields with the keys of accounts; in all others it is the text itself.
 */
export const ME = '$me';

/** Returns the resource whose keys a field contains, also one that the caller may not list. */
function targetKeyOf({ fields, relations }: Resource, name: string): string | null {
  const field = fields.find((each) => each.name === name);
  return relations.find(({ key }) => key === field?.relation)?.target ?? null;
}

/** Returns whether a field contains the keys of accounts; `false` until it is known. */
export function useHasAccounts(resource: Resource, name: string): boolean {
  const target = targetKeyOf(resource, name);
  const profile = useOwnProfile({ enabled: target !== null });
  return target !== null && profile?.type === target;
}

/**
 * Returns the state with the key of the account in place of {@link ME}: that of the person, or of
 * the account that the person views the service as. `undefined` until it is known, and `null`
 * without a profile.
 */
export function useResolvedState(
  resource: Resource,
  state: ListState,
): ListState | null | undefined {
  const { viewed } = useSession();
  const isMine = (condition: Condition) =>
    itemsIn(condition).includes(ME) && targetKeyOf(resource, condition.field) !== null;
  const asks = state.conditions.some(isMine);
  const profile = useOwnProfile({ enabled: asks });
  if (!asks) return state;
  if (!profile) return profile;
  const key = viewed?.id ?? profile.id;
  const resolve = (condition: Condition): Condition => {
    if (targetKeyOf(resource, condition.field) !== profile.type) return condition;
    const items = itemsIn(condition).map((item) => (item === ME ? key : item));
    return { ...condition, value: items.join(',') };
  };
  return { ...state, conditions: state.conditions.map(resolve) };
}
