import type { RecordFlags } from '../authorization/record-flags.js';
import type { Row } from '../execution/database/database.js';
import { keyOf, type LoadedNode, type LoadedRelation } from '../execution/loaded.js';
import type { CorruptValue } from '../execution/values.js';
import type { NodePlan, RelationPlan } from '../planning/query-plan.js';
import type { CompiledColumn } from '../registry/compiled-resource.js';
import { isOwnAncestor, TOP, type Step } from './ancestors.js';
import { jsonData, jsonString } from './json-text.js';
import { valueWriter, type ValueWriter } from './value-writers.js';

/** What was found out about the records of a node besides their rows. */
export interface Findings {
  /** Flags by key; absent where the node's records carry none. */
  flags(node: LoadedNode): ReadonlyMap<string, RecordFlags> | undefined;
  /** Values of callables and forwarded attributes: member -> key -> value. */
  computed(node: LoadedNode): ReadonlyMap<string, ReadonlyMap<string, unknown>> | undefined;
}

/** Writes a row as a piece of JSON. */
type RowWriter = (row: Row) => string;
/** Writes a row whose place in the tree matters. */
type RecordWriter = (row: Row, above: Step) => string;

/**
 * Writes loaded records as JSON: `{id, type, attributes, relationships?, meta?, pivots?}` in this order. From the row to
 * the text, without objects between; nothing is awaited, and what is alike for all records of a node is looked up once.
 *
 * @spec Resource object
 * @contract C3.5
 */
export class Serializer {
  private readonly writers = new Map<CompiledColumn, ValueWriter>();
  private readonly numbers = new Map<CompiledColumn, ValueWriter>();

  constructor(private readonly corrupt: CorruptValue) {}

  /** The records of a page or a show, each as a text. */
  serialize(node: LoadedNode, findings: Findings): readonly string[] {
    const write = this.recordWriter(node, findings, null);
    return node.rows.map((row) => write(row, TOP));
  }

  private recordWriter(node: LoadedNode, findings: Findings, pivots: RowWriter | null): RecordWriter {
    const type = `,"type":${jsonString(node.plan.resource.key)},"attributes":`;
    const attributes = this.attributesWriter(node.plan);
    const relationships = this.relationshipsWriter(node, findings);
    const flags = findings.flags(node);
    return (row, above) => {
      const id = keyOf(row);
      let text = `{"id":${jsonString(id)}${type}${attributes(row)}`;
      if (relationships !== null) text += `,"relationships":${relationships(row, above)}`;
      if (flags) text += `,"meta":${flagsText(flags.get(id)!)}`;
      if (pivots !== null) text += `,"pivots":${pivots(row)}`;
      return text + '}';
    };
  }

  private attributesWriter({ attributes }: NodePlan): RowWriter {
    return membersWriter(
      attributes.map(({ field, index }) => ({
        name: field.name,
        index,
        write: this.writerOf(field.column, field.options.number === true),
      })),
    );
  }

  private pivotsWriter({ relation, pivotIndex }: RelationPlan): RowWriter | null {
    if (relation.pivots.length === 0) return null;
    return membersWriter(
      relation.pivots.map(({ name, column }, at) => ({
        name,
        index: pivotIndex + at,
        write: this.writerOf(column, false),
      })),
    );
  }

  /** Relations, callables and forwarded attributes, in the order in which they were asked for. */
  private relationshipsWriter(node: LoadedNode, findings: Findings): RecordWriter | null {
    const { computed } = node.plan;
    if (node.relations.length === 0 && computed.length === 0) return null;
    const values = findings.computed(node);
    const writers = [
      ...node.relations.map((relation) => this.relationWriter(relation, findings)),
      ...computed.map(({ key }) => computedWriter(key, values!.get(key)!)),
    ];
    return (row, above) => {
      let text = '';
      for (const write of writers) {
        const member = write(row, above);
        if (member !== '') text += text === '' ? member : `,${member}`;
      }
      return `{${text}}`;
    };
  }

  /** `"key":[…]`, `"key":{…}` or `"key":null`; nothing on a record that is its own ancestor. @contract C5.3 */
  private relationWriter(loaded: LoadedRelation, findings: Findings): RecordWriter {
    const { plan, byParent } = loaded;
    const write = this.recordWriter(loaded, findings, this.pivotsWriter(plan));
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

  private writerOf(column: CompiledColumn, asNumber: boolean): ValueWriter {
    const writers = asNumber ? this.numbers : this.writers;
    const known = writers.get(column);
    if (known !== undefined) return known;
    const writer = valueWriter(column, asNumber, this.corrupt);
    writers.set(column, writer);
    return writer;
  }
}

interface Member {
  readonly name: string;
  /** Its place in the row. */
  readonly index: number;
  readonly write: ValueWriter;
}

/** `{"name":value,…}` of the values in a row. */
function membersWriter(members: readonly Member[]): RowWriter {
  const names = members.map(({ name }, at) => `${at === 0 ? '' : ','}${jsonString(name)}:`);
  return (row) => {
    let text = '{';
    for (let at = 0; at < members.length; at++) {
      const { index, write } = members[at]!;
      const value = row[index];
      text += names[at]! + (value === null ? 'null' : write(value as never));
    }
    return text + '}';
  };
}

const computedWriter = (key: string, values: ReadonlyMap<string, unknown>): RecordWriter => {
  const name = `${jsonString(key)}:`;
  return (row) => name + jsonData(values.get(keyOf(row)) ?? null);
};

const NO_ROWS: readonly Row[] = [];

const flagTexts = new Map<RecordFlags, string>();

/** The sixteen outcomes are shared by all records: each is written once. */
function flagsText(flags: RecordFlags): string {
  const known = flagTexts.get(flags);
  if (known !== undefined) return known;
  const text = JSON.stringify(flags);
  flagTexts.set(flags, text);
  return text;
}
