import type { PivotRow } from '../database/pivots/pivot-rows.js';
import type { CorruptPlace, CorruptValue } from '../database/values/values.js';
import type { CompiledColumn, PivotRelation } from '../registry/resources/compiled-resource.js';
import { jsonString } from '../database/values/json-string.js';
import { valueWriter } from '../database/values/column-json.js';

/**
 * Writes pivot rows as JSON: both keys under the join table's column names, for a morph its type,
 * and the declared pivot fields, as reads return them.
 *
 * @contract C7.1
 */
export class PivotRowWriter {
  constructor(private readonly corrupt: CorruptValue) {}

  /** @param parent the parent's joining value */
  write(
    { join, pivots }: PivotRelation,
    parent: unknown,
    { related, pivots: values }: PivotRow,
  ): string {
    const place = { resource: join.table.name, key: `${String(parent)}, ${String(related)}` };
    const members = new Map([
      [join.parent.name, jsonString(String(parent))],
      [join.related.name, jsonString(String(related))],
      ...(join.type ? [[join.type.column.name, jsonString(join.type.value)] as const] : []),
      ...pivots.map(
        ({ name, column }, at) => [name, this.valueJson(place, column, values[at])] as const,
      ),
    ]);
    return `{${[...members].map(([name, json]) => `${jsonString(name)}:${json}`).join()}}`;
  }

  private valueJson(
    place: Pick<CorruptPlace, 'resource' | 'key'>,
    column: CompiledColumn,
    value: unknown,
  ): string {
    if (value === null) return 'null';
    const json = valueWriter(column, false)(value as never);
    if (json === undefined) this.corrupt({ ...place, column: column.name, wanted: column.type });
    return json ?? 'null';
  }
}
