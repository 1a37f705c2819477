import { RequestError } from '../../errors/index.js';
import type { PivotRow } from '../../execution/pivots/pivot-rows.js';
import type { PivotRelation } from '../../registry/compiled-resource.js';
import type { ListedKey } from '../../request/parse-key-list.js';
import type { LinkedEnds, PivotLink } from './pivot-link.js';

/** 422 under the relation's key. */
export const invalidList = ({ key }: PivotRelation, faults: readonly string[]): RequestError =>
  new RequestError('validation_failed', { errors: { [key]: faults } });

/** Refuses keys of what does not exist and of what the user may not see, alike. @contract C7.3 */
export function refuseMissing({ missing, context: { relation } }: LinkedEnds): void {
  if (missing.length > 0)
    throw invalidList(relation, [
      `The selected ${relation.key} do not exist: ${stringOf(missing)}.`,
    ]);
}

/** Refuses keys that these rows hold already. @contract C7.6 */
export function refuseAttached(
  { linked, context: { relation } }: PivotLink,
  rows: readonly PivotRow[],
): void {
  const attached = new Set(rows.map(({ key }) => key));
  const again = linked.map(({ listed }) => listed).filter(({ key }) => attached.has(String(key)));
  if (again.length > 0)
    throw invalidList(relation, [
      `The selected ${relation.key} are attached already: ${stringOf(again)}.`,
    ]);
}

/** Keys that a refusal names. */
const MAX_NAMED = 10;

function stringOf(keys: readonly ListedKey[]): string {
  const named = keys.slice(0, MAX_NAMED).map(({ key }) => String(key));
  return [
    ...named,
    ...(keys.length > MAX_NAMED ? [`and ${keys.length - MAX_NAMED} more`] : []),
  ].join(', ');
}
