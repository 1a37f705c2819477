import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import type { PivotEntry } from './pivot-writer.js';

/** Entries with the same columns. */
export interface PivotGroup {
  readonly columns: readonly CompiledColumn[];
  readonly entries: readonly PivotEntry[];
}

/** Groups entries by their columns: one statement per group. Usually there is one group. */
export function groupByShape(entries: readonly PivotEntry[]): readonly PivotGroup[] {
  const groups = new Map<string, { columns: readonly CompiledColumn[]; entries: PivotEntry[] }>();
  for (const entry of entries) {
    const columns = [...entry.values.keys()].sort((one, other) => (one.name < other.name ? -1 : 1));
    const shape = columns.map(({ name }) => name).join();
    const group = groups.get(shape);
    if (group) group.entries.push(entry);
    else groups.set(shape, { columns, entries: [entry] });
  }
  return [...groups.values()];
}
