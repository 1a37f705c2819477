import type { Decision } from '../types/register.js';
import { RequestError } from '../errors/index.js';
import type { CompiledResource, RecordAbilityCheck } from '../registry/compiled-resource.js';
import { withoutRecord } from '../registry/takes-record.js';
import { memoize, type Authorizer } from './authorizer.js';

/**
 * Does the policy decide on each record of the scope by itself? Then SQL alone neither pages nor
 * counts what the user may see.
 *
 * @contract C4.4
 */
export const hasRecordPolicy = ({ policy }: CompiledResource): boolean =>
  policy.show?.usesRecord === true;

/**
 * May the user see any record of the resource? Only a `show` that does not take the record can
 * refuse all of them at once.
 */
export async function canShowAny(
  { user }: Authorizer,
  { policy: { show } }: CompiledResource,
): Promise<boolean> {
  return show === null || show.usesRecord || show.allows(user, withoutRecord);
}

/**
 * May the user see every record inside the scope, so that no record has to be read to ask `show`?
 */
export async function showsEveryRecord(
  { user }: Authorizer,
  { policy: { show } }: CompiledResource,
): Promise<boolean> {
  return show === null || (!show.usesRecord && (await show.allows(user, withoutRecord)));
}

/**
 * Does `show` let the record through? It is asked anew. Without that method, every record of the
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

/** The records that `show` lets through, asked anew. */
export async function shownOf<Shown extends object>(
  authorizer: Authorizer,
  resource: CompiledResource,
  records: readonly Shown[],
): Promise<readonly Shown[]> {
  if (resource.policy.show === null) return records;
  const shown = await Promise.all(records.map((record) => isShown(authorizer, resource, record)));
  return records.filter((_record, at) => shown[at]);
}

/**
 * Which of the records does `show` let through? Without that method, all that are inside the scope.
 */
export function mayShow(
  authorizer: Authorizer,
  resource: CompiledResource,
  records: readonly object[],
): Promise<readonly boolean[]> {
  return Promise.resolve(checkShow(authorizer, resource, records.length, records));
}

/**
 * The same, asked anew: of records that were just read, whatever was said of an earlier state of
 * them.
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
 * Once a record in a request, though a record is asked about before it is loaded further and again
 * for its flags.
 */
export function checkShow(
  authorizer: Authorizer,
  resource: CompiledResource,
  count: number,
  records: readonly object[],
) {
  const ability = resource.policy.show ?? always;
  if (!ability.usesRecord) return allowAll(ability, authorizer.user, count);
  const shown = authorizer.shownOf(resource);
  const { property } = resource.keyColumn;
  return settle(
    records.map((record) =>
      memoize(shown, (record as Record<string, unknown>)[property], () =>
        ability.allows(authorizer.user, record),
      ),
    ),
  );
}

/** One batch of answers; nothing is awaited where no answer takes its time. */
export function allowEach(
  ability: RecordAbilityCheck,
  user: unknown,
  count: number,
  records: readonly object[],
): readonly boolean[] | Promise<readonly boolean[]> {
  if (!ability.usesRecord) return allowAll(ability, user, count);
  return settle(records.map((record) => ability.allows(user, record)));
}

const always: RecordAbilityCheck = { usesRecord: false, allows: () => true };

function settle(isAllowed: readonly Decision[]): readonly boolean[] | Promise<readonly boolean[]> {
  return isAllowed.some((isAllowed) => typeof isAllowed !== 'boolean')
    ? Promise.all(isAllowed.map(async (isAllowed) => isAllowed))
    : (isAllowed as readonly boolean[]);
}

async function allowAll(
  ability: RecordAbilityCheck,
  user: unknown,
  count: number,
): Promise<readonly boolean[]> {
  const isAllowed = await ability.allows(user, withoutRecord);
  return new Array<boolean>(count).fill(isAllowed);
}
