import { RequestError } from '../../base/errors/index.js';
import type { PivotRow } from '../../database/pivots/pivot-rows.js';
import type { PivotRelation } from '../../registry/resources/compiled-resource.js';
import type { ListedKey } from '../../pipeline/request/parse-key-list.js';
import type { LinkedEnds, PivotLink } from './pivot-link.js';

/** Returns a 422 with errors under the relation's key. */
export const invalidList = ({ key }: PivotRelation, faults: readonly string[]): RequestError =>
  new RequestError('validation_failed', { errors: { [key]: faults } });

/**
 * Rejects keys of records that do not exist or that the user may not see, with the same error.
 * @contract C7.3
 */
export function refuseMissing({ missing, context: { relation } }: LinkedEnds): void {
  if (missing.length > 0)
    throw invalidList(relation, [
      `The selected ${relation.key} do not exist: ${stringOf(missing)}.`,
    ]);
}

/** Rejects keys that are already attached by these rows. @contract C7.6 */
export function refuseAttached(
  { linked, context: { relation } }: PivotLink,
  rows: readonly PivotRow[],
): void {
  const attached = new Set(rows.map(({ key }) => key));
  const again = linked.map(({ listed }) => listed).filter(({ key }) => attached.has(String(key)));
  if (again.length > 0)
    throw invalidList(relation, [
      `The selected ${relation.key} are already attached: ${stringOf(again)}.`,
    ]);
}

/** Keys that an error names. */
const MAX_NAMED = 10;

function stringOf(keys: readonly ListedKey[]): string {
  const named = keys.slice(0, MAX_NAMED).map(({ key }) => String(key));
  return [
    ...named,
    ...(keys.length > MAX_NAMED ? [`and ${keys.length - MAX_NAMED} more`] : []),
  ].join(', ');
}
