import type { Row } from '../database/connection/database.js';
import { jsonString } from '../database/values/json-string.js';
import { rowKey, type LoadedNode, type LoadedRelation } from '../database/read/loaded.js';
import type { RelationPlan } from '../pipeline/planning/query-plan.js';
import { isOwnAncestor, TOP, type Step } from './ancestors.js';
import type { ColumnWriters, RowWriter } from './column-writers.js';
import { metaWriter } from './meta-writer.js';
import type { RecordMeta } from './record-meta.js';

/** Writes a row, depending on its position in the tree. */
type RecordWriter = (row: Row, above: Step) => string;

/**
 * Writes loaded records as JSON: `{id, type, attributes, relationships?, meta?, pivots?}` in this
 * order. Rows are written directly, without intermediate objects or awaits, and everything that all
 * records of a node share is looked up once.
 *
 * @spec Resource object
 * @contract C3.5
 */
export class Serializer {
  constructor(private readonly columns: ColumnWriters) {}

  /** Returns the records of a page or of a single record, each as JSON. */
  serialize(node: LoadedNode, recordMeta: RecordMeta): readonly string[] {
    const write = this.recordWriter(node, recordMeta);
    return node.rows.map((row) => write(row, TOP));
  }

  /** Like {@link serialize}, but writes each record when it is iterated. */
  *serializeEach(node: LoadedNode, recordMeta: RecordMeta): Iterable<string> {
    const write = this.recordWriter(node, recordMeta);
    for (const row of node.rows) yield write(row, TOP);
  }

  private recordWriter(node: LoadedNode, recordMeta: RecordMeta): RecordWriter {
    const type = `,"type":${jsonString(node.plan.resource.key)},"attributes":`;
    const attributes = attributesWriter(
      this.columns.attributes(node.plan, recordMeta),
      node,
      recordMeta,
    );
    const relationships = this.relationshipsWriter(node, recordMeta);
    const pivots = this.columns.pivots(node.plan);
    const meta = metaWriter(node, recordMeta);
    return (row, above) => {
      const id = rowKey(row);
      let json = `{"id":${jsonString(id)}${type}${attributes(row)}`;
      if (relationships !== null) json += `,"relationships":${relationships(row, above)}`;
      if (meta !== null) json += `,"meta":${meta(row, id)}`;
      if (pivots !== null) json += `,"pivots":${pivots(row)}`;
      return json + '}';
    };
  }

  /** Writes relations, callables and forwarded attributes, in the requested order. */
  private relationshipsWriter(node: LoadedNode, recordMeta: RecordMeta): RecordWriter | null {
    const { computed, relations } = node.plan;
    if (relations.length === 0 && computed.length === 0) return null;
    const values = recordMeta.computed(node);
    const writers = [
      ...relations.map((relation) => this.memberWriter(relation, node, recordMeta)),
      ...computed.map(({ key }) => computedWriter(key, values!.get(key)!)),
    ];
    return (row, above) => {
      let json = '';
      for (const write of writers) {
        const member = write(row, above);
        if (member !== '') json += json === '' ? member : `,${member}`;
      }
      return `{${json}}`;
    };
  }

  private memberWriter(
    relation: RelationPlan,
    { plan, relations }: LoadedNode,
    recordMeta: RecordMeta,
  ): RecordWriter {
    const at = plan.aggregated.indexOf(relation);
    if (at >= 0) return nestedWriter(relation, plan.select.length + at);
    return this.relationWriter(
      relations.find((loaded) => loaded.plan === relation)!,
      recordMeta,
    );
  }

  /**
   * Writes `"key":[…]`, `"key":{…}` or `"key":null`, and nothing for a record that is its own
   * ancestor.
   * @contract C5.3
   */
  private relationWriter(loaded: LoadedRelation, recordMeta: RecordMeta): RecordWriter {
    const { plan, byParent } = loaded;
    const write = this.recordWriter(loaded, recordMeta);
    const name = `${jsonString(plan.relation.key)}:`;
    const { many } = plan.relation;
    return (parent, above) => {
      if (plan.circular && isOwnAncestor(parent, plan, above)) return '';
      const joining = parent[plan.parentIndex];
      const rows = joining === null ? NO_ROWS : (byParent.get(String(joining)) ?? NO_ROWS);
      const step: Step = { plan, parent, above };
      if (many) return `${name}[${rows.map((row) => write(row, step)).join(',')}]`;
      return name + (rows[0] ? write(rows[0], step) : 'null');
    };
  }
}

/** Writes stored attributes, and computed ones behind them. */
function attributesWriter(stored: RowWriter, node: LoadedNode, recordMeta: RecordMeta): RowWriter {
  const { computedAttributes } = node.plan;
  if (computedAttributes.length === 0) return stored;
  const values = recordMeta.computed(node)!;
  const writers = computedAttributes.map(({ key }) => computedWriter(key, values.get(key)!));
  return (row) => {
    const written = stored(row).slice(0, -1);
    const computed = writers.map((write) => write(row, TOP)).join(',');
    return `${written}${written === '{' ? '' : ','}${computed}}`;
  };
}

const computedWriter = (key: string, values: ReadonlyMap<string, string>): RecordWriter => {
  const name = `${jsonString(key)}:`;
  return (row) => name + (values.get(rowKey(row)) ?? 'null');
};

/** The database has already written the JSON. */
const nestedWriter = ({ relation }: RelationPlan, index: number): RecordWriter => {
  const name = `${jsonString(relation.key)}:`;
  return (row) => name + (row[index] as string);
};

const NO_ROWS: readonly Row[] = [];
