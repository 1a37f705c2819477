import type { CompiledResource } from './compiled-resource.js';

/** The operations that can write many records at once. */
const bulkOperations = ['store', 'update', 'delete'] as const;

export type BulkOperation = (typeof bulkOperations)[number];

/**
 * Returns the operations that can write many records of the resource at once. An operation that the
 * team replaces is not one of them: its method writes one record, in a transaction of its own.
 *
 * @contract C13.5
 */
export const bulkOperationsOf = ({
  operations,
}: Pick<CompiledResource, 'operations'>): readonly BulkOperation[] =>
  bulkOperations.filter((name) => !operations[name]);
