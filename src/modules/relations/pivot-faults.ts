import { RequestError } from '../../base/errors/index.js';
import { refusalMessage } from '../../database/failures/refusal.js';
import { isUniqueViolation } from '../../database/failures/translate-failure.js';
import type { PivotRelation } from '../../registry/resources/compiled-resource.js';
import { refusesDuplicates } from '../../registry/resources/pivot-relations.js';
import { invalidList } from './pivot-refusals.js';
import { conflict, type RefusedColumns } from '../records/writing/write-faults.js';

/**
 * Retries a write once if a pair was attached from the other side meanwhile. The transaction has
 * been rolled back, and the second attempt takes turns with the other side, so that it sees the
 * current rows.
 */
export async function retryTaken<Result>(
  attempt: (takesTurns: boolean) => Promise<Result>,
): Promise<Result> {
  try {
    return await attempt(false);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return attempt(true);
  }
}

/**
 * Explains why the database has refused pivot rows.
 * @param flat the values in the body that apply to every key
 * @contract C7.6, C9
 */
export function explainPivotFault(
  { kind, columns }: RefusedColumns,
  relation: PivotRelation,
  flat: Readonly<Record<string, unknown>>,
  cause: unknown,
): RequestError {
  if (kind === 'unique')
    return refusesDuplicates(relation)
      ? invalidList(relation, [`The selected ${relation.key} are already attached.`])
      : conflict('A row with these pivot values already exists.', cause);
  const named = relation.pivots.filter(({ column }) => columns?.includes(column));
  if (kind === 'value' && named.length > 0)
    return new RequestError('validation_failed', {
      errors: Object.fromEntries(
        named.map(({ name }) => [
          Object.hasOwn(flat, name) ? name : relation.key,
          ['The database does not accept this value.'],
        ]),
      ),
    });
  return kind === 'missing' || kind === 'referenced'
    ? conflict('The pivot values refer to a record that does not exist.', cause)
    : conflict(refusalMessage(kind, 1), cause);
}
