import {
  isForeignKeyViolation,
  isSchemaViolation,
  isUniqueViolation,
} from '../../execution/database/translate-failure.js';
import type { PivotRelation } from '../../registry/compiled-resource.js';
import { refusesDuplicates } from '../../registry/pivot-relations.js';
import { invalidList } from './pivot-refusals.js';
import { conflict } from '../records/writing/write-faults.js';

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
 * Explains an error that only the database could detect; returns other errors unchanged.
 * @contract C7.6, C9
 */
export function explainPivotFault(error: unknown, relation: PivotRelation): unknown {
  if (isUniqueViolation(error))
    return refusesDuplicates(relation)
      ? invalidList(relation, [`The selected ${relation.key} are already attached.`])
      : conflict('A row with these pivot values already exists.', error);
  if (isForeignKeyViolation(error))
    return conflict('The pivot values refer to a record that does not exist.', error);
  return isSchemaViolation(error)
    ? conflict('The database does not accept these values.', error)
    : error;
}
