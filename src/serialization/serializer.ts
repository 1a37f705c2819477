import type { RecordFlags } from '../authorization/record-flags.js';
import type { Row } from '../execution/database/database.js';
import { keyOf, type LoadedNode, type LoadedRelation } from '../execution/loaded.js';
import { wireReader, type CorruptValue, type WireReader } from '../execution/values.js';
import type { NodePlan, RelationPlan } from '../planning/query-plan.js';
import type { CompiledColumn } from '../registry/compiled-resource.js';
import type { ResourceObject } from './resource-object.js';

/** What was found out about the records of a node besides their rows. */
export interface Findings {
  /** Flags by key; absent where the node's records carry none. */
  flags(node: LoadedNode): ReadonlyMap<string, RecordFlags> | undefined;
  /** Values of callables and forwarded attributes: member -> key -> value. */
  computed(node: LoadedNode): ReadonlyMap<string, ReadonlyMap<string, unknown>> | undefined;
}

/** Makes resource objects of loaded nodes. Readers are compiled once a column; nothing is awaited. */
export class Serializer {
  private readonly readers = new Map<CompiledColumn, WireReader>();
  private readonly numbers = new Map<CompiledColumn, WireReader>();

  constructor(private readonly corrupt: CorruptValue) {}

  serialize(node: LoadedNode, findings: Findings): readonly ResourceObject[] {
    const write = this.writer(node, findings);
    return node.rows.map((row) => write(row, NO_ANCESTORS));
  }

  /** A function that writes one record of the node; everything the same for all of its records is looked up before. */
  private writer(node: LoadedNode, findings: Findings): (row: Row, ancestors: Ancestors) => ResourceObject {
    const { key: type } = node.plan.resource;
    const attributes = this.attributeWriter(node.plan);
    const relationships = this.relationshipWriter(node, findings);
    const flags = findings.flags(node);
    return (row, ancestors) => {
      const id = keyOf(row);
      const object: Mutable<ResourceObject> = { id, type, attributes: attributes(row) };
      if (relationships) object.relationships = relationships(row, ancestors);
      if (flags) object.meta = flags.get(id)!;
      return object;
    };
  }

  private attributeWriter({ attributes }: NodePlan): (row: Row) => Record<string, unknown> {
    const names = attributes.map(({ field }) => field.name);
    const indexes = attributes.map(({ index }) => index);
    const readers = attributes.map(({ field }) => this.reader(field.column, field.options.number === true));
    return (row) => {
      const written: Record<string, unknown> = {};
      for (let at = 0; at < names.length; at++) {
        const value = row[indexes[at]!];
        const read = readers[at]!;
        written[names[at]!] = read ? read(value) : value;
      }
      return written;
    };
  }

  /** Writes the relations of a record, if any were asked for, in the order in which they were. */
  private relationshipWriter(node: LoadedNode, findings: Findings) {
    const { computed } = node.plan;
    if (node.relations.length === 0 && computed.length === 0) return undefined;
    const relations = node.relations.map((relation) => ({
      key: relation.plan.relation.key,
      write: this.relationWriter(relation, findings),
    }));
    const values = findings.computed(node);
    return (row: Row, ancestors: Ancestors) => {
      const written: Record<string, unknown> = {};
      for (const { key, write } of relations) write(row, ancestors, written, key);
      for (const { key } of computed) written[key] = values!.get(key)!.get(keyOf(row)) ?? null;
      return written;
    };
  }

  private relationWriter(loaded: LoadedRelation, findings: Findings) {
    const { plan, byParent } = loaded;
    const write = this.relatedWriter(loaded, findings);
    const { many } = plan.relation;
    return (parent: Row, ancestors: Ancestors, written: Record<string, unknown>, key: string): void => {
      if (plan.circular && isOwnAncestor(parent, plan, ancestors)) return;
      const value = parent[plan.parentIndex];
      const rows = (value === null ? undefined : byParent.get(String(value))) ?? NO_ROWS;
      const path = { plan, parent, above: ancestors };
      if (many) written[key] = rows.map((row) => write(row, path));
      else written[key] = rows[0] ? write(rows[0], path) : null;
    };
  }

  private relatedWriter(loaded: LoadedRelation, findings: Findings) {
    const write = this.writer(loaded, findings);
    const { pivotIndex, relation } = loaded.plan;
    if (relation.pivots.length === 0) return write;
    const pivots = relation.pivots.map(({ name, column }, at) => ({
      name,
      index: pivotIndex + at,
      read: this.reader(column, false),
    }));
    return (row: Row, ancestors: Ancestors): ResourceObject => {
      const object: Mutable<ResourceObject> = write(row, ancestors);
      object.pivots = Object.fromEntries(
        pivots.map(({ name, index, read }) => [name, read ? read(row[index]) : row[index]]),
      );
      return object;
    };
  }

  private reader(column: CompiledColumn, asNumber: boolean): WireReader {
    const readers = asNumber ? this.numbers : this.readers;
    const known = readers.get(column);
    if (known !== undefined) return known;
    const reader = wireReader(column, asNumber, this.corrupt);
    readers.set(column, reader);
    return reader;
  }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The way from the main record down to a record: which record was left by which relation. */
interface Step {
  readonly plan: RelationPlan;
  readonly parent: Row;
  readonly above: Ancestors;
}
type Ancestors = Step | null;

const NO_ANCESTORS: Ancestors = null;
const NO_ROWS: readonly Row[] = [];

/** Was this very record left by this very relation further up? @contract C5.3 */
function isOwnAncestor(record: Row, { relation }: RelationPlan, ancestors: Ancestors): boolean {
  for (let step = ancestors; step !== null; step = step.above) {
    if (step.plan.relation === relation && keyOf(step.parent) === keyOf(record)) return true;
  }
  return false;
}
