import { Injectable } from '@nestjs/common';
import type { Row } from '../../database/connection/database.js';
import { rowKey, type LoadedNode, type LoadedRelation } from '../../database/read/loaded.js';
import { jsonString } from '../../database/values/json-string.js';
import type { NodePlan } from '../../pipeline/planning/query-plan.js';
import { isOwnAncestor, TOP, type Step } from '../../serialization/ancestors.js';
import { ColumnWriters } from '../../serialization/column-writers.js';
import type { RecordMeta } from '../../serialization/record-meta.js';
import { csvCell } from './csv-cell.js';

/** Writes the values of a row as JSON, depending on its position in the tree. */
type CellsWriter = (row: Row, above: Step) => readonly string[];

const LINE_END = '\r\n';

/**
 * Writes records as lines of a CSV file: the key, the attributes, the pivot values, then the same of
 * each to-one relation with names like `user.name`, and callables as JSON. It cannot write to-many
 * relations.
 *
 * @contract C17.3
 */
@Injectable()
export class CsvWriter {
  constructor(private readonly columns: ColumnWriters) {}

  /** Returns the first line, with the names of the columns. */
  header(plan: NodePlan): string {
    return lineOf(namesOf(plan, '').map(jsonString));
  }

  /** Writes one line per record, when it is iterated. */
  *lines(node: LoadedNode, recordMeta: RecordMeta): Iterable<string> {
    const write = this.cellsWriter(node, recordMeta);
    for (const row of node.rows) yield lineOf(write(row, TOP));
  }

  private cellsWriter(node: LoadedNode, recordMeta: RecordMeta): CellsWriter {
    const { plan, relations } = node;
    const stored = this.columns.values(plan, recordMeta);
    const own = [
      ...stored.slice(0, plan.attributes.length),
      ...plan.computedAttributes.map(({ key }) => computedCell(key, node, recordMeta)),
      ...stored.slice(plan.attributes.length),
    ];
    const related = plan.relations.map((relation) =>
      this.relatedWriter(
        relations.find((loaded) => loaded.plan === relation)!,
        recordMeta,
      ),
    );
    const computed = plan.computed.map(({ key }) => computedCell(key, node, recordMeta));
    return (row, above) => [
      jsonString(rowKey(row)),
      ...own.map((write) => write(row)),
      ...related.flatMap((write) => write(row, above)),
      ...computed.map((write) => write(row)),
    ];
  }

  /** Writes nulls for a record without a related one. */
  private relatedWriter(loaded: LoadedRelation, recordMeta: RecordMeta): CellsWriter {
    const { plan, byParent } = loaded;
    const write = this.cellsWriter(loaded, recordMeta);
    const nothing = namesOf(plan, '').map(() => 'null');
    return (parent, above) => {
      if (plan.circular && isOwnAncestor(parent, plan, above)) return nothing;
      const joining = parent[plan.parentIndex];
      const row = joining === null ? undefined : byParent.get(String(joining))?.[0];
      return row ? write(row, { plan, parent, above }) : nothing;
    };
  }
}

function computedCell(key: string, node: LoadedNode, recordMeta: RecordMeta): (row: Row) => string {
  const values = recordMeta.computed(node)?.get(key);
  return (row) => values?.get(rowKey(row)) ?? 'null';
}

/** Returns the names of the columns of a node, in the order of its cells. */
const namesOf = (
  { attributes, computedAttributes, pivots, relations, computed }: NodePlan,
  prefix: string,
): readonly string[] => [
  `${prefix}id`,
  ...attributes.map(({ field }) => prefix + field.name),
  ...computedAttributes.map(({ key }) => prefix + key),
  ...pivots.map(({ name }) => `${prefix}pivots.${name}`),
  ...relations.flatMap((plan) => namesOf(plan, `${prefix}${plan.relation.key}.`)),
  ...computed.map(({ key }) => prefix + key),
];

const lineOf = (cells: readonly string[]): string => cells.map(csvCell).join(',') + LINE_END;
