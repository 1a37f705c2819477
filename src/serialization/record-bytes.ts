import type { Row } from '../database/connection/database.js';
import { rowKey, type LoadedNode } from '../database/read/loaded.js';
import type { NodePlan } from '../pipeline/planning/query-plan.js';
import type { CompiledColumn } from '../registry/resources/compiled-resource.js';
import type { RecordMeta } from './record-meta.js';
import { valueWriter } from '../database/values/column-json.js';
import type { ValueWriter } from '../database/values/value-writers.js';

/** Returns the bytes of a part of a row. */
type BytesOf = (row: Row) => number;

const flags = {
  authorizedToShow: false,
  authorizedToStore: false,
  authorizedToUpdate: false,
  authorizedToDelete: false,
};
const META = `,"meta":${JSON.stringify(flags)}`.length;
const RELATIONSHIPS = ',"relationships":{}'.length;
const PIVOTS = ',"pivots":{}'.length;
const NULL = 'null'.length;

/**
 * How JSON columns are counted: as they are stored in the database, or as they are written in a
 * response.
 */
export type JsonBytes = 'stored' | 'written';

/** Bytes between two pauses of {@link responseBytes}. */
const SLICE = 1024 * 1024;

/**
 * Counts the bytes of a node's records as JSON. Shared records count each time. The count is never
 * lower than what the serializer writes, and hardly higher. The generator pauses now and then, so
 * that the caller can let other requests run.
 *
 * @param recordMeta the results of callables; defaults to none
 */
export function* responseBytes(
  node: LoadedNode,
  json: JsonBytes,
  recordMeta?: Pick<RecordMeta, 'computed'>,
): Generator<void, number> {
  const own = ownBytes(node, { recordMeta, json });
  let [total, last] = [0, 0];
  for (const row of node.rows) {
    const bytes = own(row);
    total += bytes * (node.copies?.get(row[0]) ?? 1);
    last += bytes;
    if (last < SLICE) continue;
    last = 0;
    yield;
  }
  for (const relation of node.relations) total += yield* responseBytes(relation, json, recordMeta);
  return total;
}

/** A record without the records below it, but with JSON that the database or callables wrote. */
interface Counted {
  readonly recordMeta?: Pick<RecordMeta, 'computed'> | undefined;
  readonly json: JsonBytes;
}

function ownBytes(node: LoadedNode, { recordMeta, json }: Counted): BytesOf {
  const { resource, attributes, pivots, select, aggregated: nested } = node.plan;
  const values = [
    ...attributes.map(({ field, index }) =>
      memberBytes(
        field.name,
        field.column,
        index,
        writerOf(field.column, field.options.number === true, json),
      ),
    ),
    ...pivots.map(({ name, column }, at) =>
      memberBytes(name, column, select.length + at, writerOf(column, false, json)),
    ),
    ...computedBytes(node, recordMeta),
  ];
  const around =
    `{"id":"","type":"${resource.key}","attributes":{}},`.length +
    META +
    PIVOTS +
    relationshipBytes(node.plan);
  return (row) => {
    let bytes = around + Buffer.byteLength(rowKey(row));
    for (const bytesOf of values) bytes += bytesOf(row);
    for (let at = 0; at < nested.length; at++)
      bytes += Buffer.byteLength(row[select.length + at] as string);
    return bytes;
  };
}

/** `"name":value,` */
function memberBytes(
  name: string,
  column: CompiledColumn,
  index: number,
  write: ValueWriter,
): BytesOf {
  const around = nameBytes(name);
  return (row) => {
    const value = row[index];
    if (value === null || value === undefined) return around + NULL;
    return around + Buffer.byteLength(write(value as never) ?? 'null');
  };
}

const writerOf = (column: CompiledColumn, asNumber: boolean, json: JsonBytes): ValueWriter =>
  column.type === 'json' && json === 'stored' ? String : valueWriter(column, asNumber);

function computedBytes(
  node: LoadedNode,
  recordMeta: Pick<RecordMeta, 'computed'> | undefined,
): readonly BytesOf[] {
  const values = recordMeta?.computed(node);
  const { computed, computedAttributes } = node.plan;
  return [...computed, ...computedAttributes].map(({ key }) => {
    const jsonByKey = values?.get(key);
    return (row) => nameBytes(key) + Buffer.byteLength(jsonByKey?.get(rowKey(row)) ?? 'null');
  });
}

/** `"name":[],` of each relation. */
const relationshipBytes = ({ relations }: NodePlan): number =>
  relations.reduce((sum, { relation }) => sum + nameBytes(relation.key) + NULL, RELATIONSHIPS);

const nameBytes = (name: string): number => Buffer.byteLength(JSON.stringify(name)) + ':,'.length;
