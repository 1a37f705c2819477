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
 * Runs a write again, once, that found a pair taken: it was attached from the other side meanwhile.
 * The transaction is undone by then, and the second attempt takes turns with the other side, so
 * that it sees what is there.
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
 * What only the database could find, as the caller reads it; or the error itself.
 * @contract C7.6, C9
 */
export function explainPivotFault(error: unknown, relation: PivotRelation): unknown {
  if (isUniqueViolation(error))
    return refusesDuplicates(relation)
      ? invalidList(relation, [`The selected ${relation.key} are attached already.`])
      : conflict('A row with these pivot values exists already.', error);
  if (isForeignKeyViolation(error))
    return conflict('The pivot values refer to a record that is not there.', error);
  return isSchemaViolation(error)
    ? conflict('The database does not take these values.', error)
    : error;
}
