import type { RecordFlags } from '../authorization/record-flags.js';
import type { Row } from '../execution/database/database.js';
import { keyOf, type LoadedNode, type LoadedRelation } from '../execution/loaded.js';
import type { CorruptValue } from '../execution/values.js';
import type { NodePlan, RelationPlan } from '../planning/query-plan.js';
import type {
  CompiledColumn,
  CompiledField,
  CompiledResource,
} from '../registry/compiled-resource.js';
import { isMorphType } from '../registry/morph-types.js';
import { isOwnAncestor, TOP, type Step } from './ancestors.js';
import { jsonString } from '../execution/json/json-string.js';
import { valueWriter } from '../execution/json/column-json.js';
import type { ValueWriter } from '../execution/json/value-writers.js';

/** What was found out about the records of a node besides their rows. */
export interface RecordMeta {
  /** Flags by key; absent where the node's records carry none. */
  flags(node: LoadedNode): ReadonlyMap<string, RecordFlags> | undefined;
  /**
   * Values of callables and forwarded attributes as JSON texts: member -> key -> text; absent:
   * null.
   */
  computed(node: LoadedNode): ReadonlyMap<string, ReadonlyMap<string, string>> | undefined;
  /** Does an image column hold this path, though no file lies there? */
  isMissing(path: string): boolean;
  /**
   * Where a record's relation is read on; absent where the node's records do not tell.
   * @contract C3.3
   */
  more(node: LoadedNode): MoreLink | undefined;
}

/** The link that goes on with a relation of the record with this key. */
export type MoreLink = (relation: RelationPlan, key: string) => string;

/** Writes a row as a piece of JSON. */
type RowWriter = (row: Row) => string;
/** Writes a row whose place in the tree matters. */
type RecordWriter = (row: Row, above: Step) => string;

/**
 * Writes loaded records as JSON: `{id, type, attributes, relationships?, meta?, pivots?}` in this
 * order. From the row to the text, without objects between; nothing is awaited, and what is alike
 * for all records of a node is looked up once.
 *
 * @spec Resource object
 * @contract C3.5
 */
export class Serializer {
  private readonly fieldWriters = new Map<CompiledField, FieldWriter>();
  private readonly pivotWriters = new Map<CompiledColumn, ValueWriter>();

  /** @param isResource does a resource have this key? */
  constructor(
    private readonly isResource: (key: string) => boolean,
    private readonly corrupt: CorruptValue,
  ) {}

  /** The records of a page or a show, each as a text. */
  serialize(node: LoadedNode, recordMeta: RecordMeta): readonly string[] {
    const write = this.recordWriter(node, recordMeta);
    return node.rows.map((row) => write(row, TOP));
  }

  /** The same, each when it is asked for. */
  *texts(node: LoadedNode, recordMeta: RecordMeta): Iterable<string> {
    const write = this.recordWriter(node, recordMeta);
    for (const row of node.rows) yield write(row, TOP);
  }

  private recordWriter(node: LoadedNode, recordMeta: RecordMeta): RecordWriter {
    const type = `,"type":${jsonString(node.plan.resource.key)},"attributes":`;
    const attributes = this.attributesWriter(node.plan, recordMeta);
    const relationships = this.relationshipsWriter(node, recordMeta);
    const pivots = this.pivotsWriter(node.plan);
    const flags = recordMeta.flags(node);
    const more = moreWriter(node, recordMeta.more(node));
    return (row, above) => {
      const id = keyOf(row);
      let json = `{"id":${jsonString(id)}${type}${attributes(row)}`;
      if (relationships !== null) json += `,"relationships":${relationships(row, above)}`;
      if (flags) json += `,"meta":${metaJson(flags.get(id)!, more?.(row))}`;
      if (pivots !== null) json += `,"pivots":${pivots(row)}`;
      return json + '}';
    };
  }

  private attributesWriter({ resource, attributes }: NodePlan, recordMeta: RecordMeta): RowWriter {
    const members = attributes.map(({ field, index }) => {
      const { write, wanted } = this.fieldWriter(resource, field);
      const known = field.options.image ? unlessMissing(write, recordMeta) : write;
      return { name: field.name, column: field.column, index, write: known, wanted };
    });
    return this.membersWriter(resource, members);
  }

  private pivotsWriter({ resource, pivots, select }: NodePlan): RowWriter | null {
    if (pivots.length === 0) return null;
    const members = pivots.map(({ name, column }, at) => ({
      name,
      column,
      index: select.length + at,
      write: this.pivotWriter(column),
      wanted: column.type,
    }));
    return this.membersWriter(resource, members);
  }

  /**
   * `{"name":value,…}` of the values in a row. One that is none of its column is null, and told.
   */
  private membersWriter({ key }: CompiledResource, members: readonly Member[]): RowWriter {
    const names = members.map(({ name }, at) => `${at === 0 ? '' : ','}${jsonString(name)}:`);
    const nullFor = (row: Row, { column, wanted }: Member): string => {
      this.corrupt({ resource: key, key: keyOf(row), column: column.name, wanted });
      return 'null';
    };
    return (row) => {
      let json = '{';
      for (let at = 0; at < members.length; at++) {
        const member = members[at]!;
        const value = row[member.index];
        json +=
          names[at]! +
          (value === null ? 'null' : (member.write(value as never) ?? nullFor(row, member)));
      }
      return json + '}';
    };
  }

  /** Relations, callables and forwarded attributes, in the order in which they were asked for. */
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
   * `"key":[…]`, `"key":{…}` or `"key":null`; nothing on a record that is its own ancestor.
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

  private fieldWriter(resource: CompiledResource, field: CompiledField): FieldWriter {
    const known = this.fieldWriters.get(field);
    if (known !== undefined) return known;
    const { column, options } = field;
    const write = valueWriter(column, options.number === true);
    const writer: FieldWriter = isMorphType(resource, column)
      ? {
          write: (value: never) => (this.isResource(value) ? write(value) : undefined),
          wanted: "resource's key",
        }
      : { write, wanted: options.image ? 'stored file' : column.type };
    this.fieldWriters.set(field, writer);
    return writer;
  }

  private pivotWriter(column: CompiledColumn): ValueWriter {
    const known = this.pivotWriters.get(column);
    if (known !== undefined) return known;
    const writer = valueWriter(column, false);
    this.pivotWriters.set(column, writer);
    return writer;
  }
}

interface FieldWriter {
  readonly write: ValueWriter;
  /** What it writes, as the log calls it. */
  readonly wanted: string;
}

interface Member extends FieldWriter {
  readonly name: string;
  readonly column: CompiledColumn;
  /** Its place in the row. */
  readonly index: number;
}

const unlessMissing =
  (write: ValueWriter, recordMeta: RecordMeta): ValueWriter =>
  (path: never) =>
    recordMeta.isMissing(path) ? undefined : write(path);

const computedWriter = (key: string, values: ReadonlyMap<string, string>): RecordWriter => {
  const name = `${jsonString(key)}:`;
  return (row) => name + (values.get(keyOf(row)) ?? 'null');
};

/** The database has written it already. */
const nestedWriter = ({ relation }: RelationPlan, index: number): RecordWriter => {
  const name = `${jsonString(relation.key)}:`;
  return (row) => name + (row[index] as string);
};

/**
 * `{"posts":"/api/users/1/posts?…"}`: the relations of a record that were cut, and where they go
 * on.
 * @contract C3.3
 */
function moreWriter(node: LoadedNode, link: MoreLink | undefined): RowWriter | null {
  if (!link) return null;
  const linked = node.relations.filter(({ plan }) => plan.linksToMore);
  return (row) => {
    const cut = linked.filter(({ plan, cut }) => cut.has(String(row[plan.parentIndex])));
    const members = cut.map(
      ({ plan }) => `${jsonString(plan.relation.key)}:${jsonString(link(plan, keyOf(row)))}`,
    );
    return `{${members.join(',')}}`;
  };
}

const NO_ROWS: readonly Row[] = [];

const flagsJsonCache = new Map<RecordFlags, string>();

/** The flags, and with them what the record tells besides. */
function metaJson(flags: RecordFlags, more: string | undefined): string {
  const json = flagsJson(flags);
  return more === undefined ? json : `${json.slice(0, -1)},"more":${more}}`;
}

/** The sixteen outcomes are shared by all records: each is written once. */
function flagsJson(flags: RecordFlags): string {
  const known = flagsJsonCache.get(flags);
  if (known !== undefined) return known;
  const json = JSON.stringify(flags);
  flagsJsonCache.set(flags, json);
  return json;
}
