import type { ColumnFill } from '../../registry/resources/compiled-resource.js';

/** Columns with values that follow every write, so that they are not compared. */
export const maintained: ReadonlySet<ColumnFill | null> = new Set<ColumnFill | null>([
  'updated',
  'version',
]);
