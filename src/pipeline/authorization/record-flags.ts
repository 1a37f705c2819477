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
 * Returns the flags of a page of records, in one batch, without an await per record. All records
 * are inside the scope. A record that `show` refuses cannot be written either: it does not exist
 * for this user.
 *
 * @param records the entities for the policy's methods; unused if the methods do not use records
 * @contract C3.3
 */
export async function flagRecords(
  authorizer: Authorizer,
  resource: CompiledResource,
  count: number,
  records: readonly object[],
): Promise<readonly RecordFlags[]> {
  const { policy } = resource;
  if (!(await authorizer.mayIndex(resource)))
    return new Array<RecordFlags>(count).fill(outcomes[0]!);
  const store = (await authorizer.mayStore(resource)) ? STORE : 0;
  const show = await checkShow(authorizer, resource, count, records);
  const update = await allowEach(policy.update ?? never, authorizer.user, count, records);
  const remove = await allowEach(policy.delete ?? never, authorizer.user, count, records);
  const flags: RecordFlags[] = [];
  for (let at = 0; at < count; at++) {
    const own = SHOW + (update[at] ? UPDATE : 0) + (remove[at] ? DELETE : 0);
    flags.push(outcomes[store + (show[at] ? own : 0)]!);
  }
  return flags;
}

/**
 * Returns the flags of records outside the scope: they do not exist for this user, but the user may
 * still store others.
 */
export async function flagHidden(
  authorizer: Authorizer,
  resource: CompiledResource,
  count: number,
): Promise<readonly RecordFlags[]> {
  const mayStore = (await authorizer.mayIndex(resource)) && (await authorizer.mayStore(resource));
  return new Array<RecordFlags>(count).fill(outcomes[mayStore ? STORE : 0]!);
}

const never: RecordAbilityCheck = { usesRecord: false, allows: () => false };
