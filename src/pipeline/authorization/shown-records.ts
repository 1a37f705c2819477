import type { Decision } from '../../base/types/register.js';
import { RequestError } from '../../base/errors/index.js';
import type {
  CompiledResource,
  RecordAbilityCheck,
} from '../../registry/resources/compiled-resource.js';
import { withoutRecord } from '../../registry/resources/takes-record.js';
import { allKnown, whenKnown, type Eventual } from '../../base/when-known.js';
import { memoize, type Authorizer } from './authorizer.js';

/**
 * Whether the policy decides on each record of the scope. Then SQL alone can neither page nor count
 * the records that the user may see.
 *
 * @contract C4.4
 */
export const hasRecordPolicy = ({ policy }: CompiledResource): boolean =>
  policy.show?.usesRecord === true;

/**
 * Whether the user may see any record of the resource. Only a `show` without a record parameter can
 * refuse all of them at once.
 */
export function canShowAny({ user }: Authorizer, { policy: { show } }: CompiledResource): Decision {
  return show === null || show.usesRecord || show.allows(user, withoutRecord);
}

/**
 * Whether the user may see every record inside the scope, so that no record must be read to call
 * `show`.
 */
export function showsEveryRecord(
  { user }: Authorizer,
  { policy: { show } }: CompiledResource,
): Decision {
  return show === null || (!show.usesRecord && show.allows(user, withoutRecord));
}

/**
 * Whether `show` allows the record. Calls `show` again. Without that method, every record of the
 * scope may be seen.
 */
export const isShown = async (
  { user }: Authorizer,
  { policy }: CompiledResource,
  record: object,
): Promise<boolean> => policy.show === null || policy.show.allows(user, record);

/**
 * @throws RequestError `not_found` for a record that `show` refuses: the response is that of a
 * missing record
 */
export async function verifyShown(
  authorizer: Authorizer,
  resource: CompiledResource,
  record: object,
): Promise<void> {
  if (!(await isShown(authorizer, resource, record))) throw new RequestError('not_found');
}

/** Returns the records that `show` allows. Calls `show` again. */
export async function shownOf<Shown extends object>(
  authorizer: Authorizer,
  resource: CompiledResource,
  records: readonly Shown[],
): Promise<readonly Shown[]> {
  if (resource.policy.show === null) return records;
  const shown = await Promise.all(records.map((record) => isShown(authorizer, resource, record)));
  return records.filter((_record, at) => shown[at]);
}

/** Returns which records `show` allows. Without that method, all records inside the scope. */
export function mayShow(
  authorizer: Authorizer,
  resource: CompiledResource,
  records: readonly object[],
): Promise<readonly boolean[]> {
  return Promise.resolve(checkShow(authorizer, resource, records.length, records));
}

/**
 * Like {@link mayShow}, but calls `show` again for records that were just read: they may have
 * changed.
 */
export function mayShowFresh(
  authorizer: Authorizer,
  resource: CompiledResource,
  records: readonly object[],
): Promise<readonly boolean[]> {
  authorizer.shownOf(resource).clear();
  return mayShow(authorizer, resource, records);
}

/**
 * Calls `show` once per record and request: the result is needed before related records are loaded,
 * and again for the flags.
 */
export function checkShow(
  authorizer: Authorizer,
  resource: CompiledResource,
  count: number,
  records: readonly object[],
): Eventual<readonly boolean[]> {
  const ability = resource.policy.show ?? always;
  if (!ability.usesRecord) return allowAll(ability, authorizer.user, count);
  const shown = authorizer.shownOf(resource);
  const { property } = resource.keyColumn;
  return allKnown(
    records.map((record) =>
      memoize(shown, (record as Record<string, unknown>)[property], () =>
        ability.allows(authorizer.user, record),
      ),
    ),
  );
}

/** Returns the decisions in one batch, without a promise if all decisions are synchronous. */
export function allowEach(
  ability: RecordAbilityCheck,
  user: unknown,
  count: number,
  records: readonly object[],
): Eventual<readonly boolean[]> {
  if (!ability.usesRecord) return allowAll(ability, user, count);
  return allKnown(records.map((record) => ability.allows(user, record)));
}

const always: RecordAbilityCheck = { usesRecord: false, allows: () => true };

const allowAll = (
  ability: RecordAbilityCheck,
  user: unknown,
  count: number,
): Eventual<readonly boolean[]> =>
  whenKnown(ability.allows(user, withoutRecord), (isAllowed) =>
    new Array<boolean>(count).fill(isAllowed),
  );
