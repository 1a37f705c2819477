import { oneByOne, whenKnown, type Eventual } from '../../base/when-known.js';
import type {
  CompiledResource,
  RecordAbilityCheck,
} from '../../registry/resources/compiled-resource.js';
import type { Authorizer } from './authorizer.js';
import { allowEach, checkShow } from './shown-records.js';

/** What a user may do with a record. @spec Resource object, meta */
export interface RecordFlags {
  readonly authorizedToShow: boolean;
  readonly authorizedToStore: boolean;
  readonly authorizedToUpdate: boolean;
  readonly authorizedToDelete: boolean;
}

const SHOW = 1;
const STORE = 2;
const UPDATE = 4;
const DELETE = 8;

/** All sixteen combinations, created once: records share them. */
const outcomes: readonly RecordFlags[] = Array.from({ length: 16 }, (_none, bits) =>
  Object.freeze({
    authorizedToShow: (bits & SHOW) > 0,
    authorizedToStore: (bits & STORE) > 0,
    authorizedToUpdate: (bits & UPDATE) > 0,
    authorizedToDelete: (bits & DELETE) > 0,
  }),
);

/**
 * Returns the flags of a page of records, in one batch, without a promise if the policy decides at once. All records
 * are inside the scope. A record that `show` refuses cannot be written either: it does not exist
 * for this user.
 *
 * @param records the entities for the policy's methods; unused if the methods do not use records
 * @contract C3.3
 */
export function flagRecords(
  authorizer: Authorizer,
  resource: CompiledResource,
  count: number,
  records: readonly object[],
): Eventual<readonly RecordFlags[]> {
  const { update, delete: remove } = resource.policy;
  return whenKnown(authorizer.mayIndex(resource), (mayIndex) => {
    if (!mayIndex) return new Array<RecordFlags>(count).fill(outcomes[0]!);
    const decisions = oneByOne([
      () => authorizer.mayStore(resource),
      () => checkShow(authorizer, resource, count, records),
      () => allowEach(update ?? never, authorizer.user, count, records),
      () => allowEach(remove ?? never, authorizer.user, count, records),
    ]);
    return whenKnown(decisions, ([mayStore, shows, updates, removes]) => {
      const store = mayStore ? STORE : 0;
      const flags: RecordFlags[] = [];
      for (let at = 0; at < count; at++) {
        const own = SHOW + (updates[at] ? UPDATE : 0) + (removes[at] ? DELETE : 0);
        flags.push(outcomes[store + (shows[at] ? own : 0)]!);
      }
      return flags;
    });
  });
}

/**
 * Returns the flags of a record outside the scope: it does not exist for this user, but the user may
 * still store others.
 */
export const flagHidden = (
  authorizer: Authorizer,
  resource: CompiledResource,
): Eventual<RecordFlags> =>
  whenKnown(
    whenKnown(
      authorizer.mayIndex(resource),
      (mayIndex) => mayIndex && authorizer.mayStore(resource),
    ),
    (mayStore) => outcomes[mayStore ? STORE : 0]!,
  );

const never: RecordAbilityCheck = { usesRecord: false, allows: () => false };
