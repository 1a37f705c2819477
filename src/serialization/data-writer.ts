import { readableFields } from '../pipeline/authorization/authorize-include.js';
import type {
  CompiledColumn,
  CompiledField,
  CompiledResource,
  ResourceView,
} from '../registry/resources/compiled-resource.js';
import type { EntityResources } from './entity-resources.js';
import { jsonString } from '../database/values/json-string.js';
import { withoutOmitted } from './omitted-members.js';
import { findUnwritable, UnwritableData } from './unwritable-data.js';
import { valueWriter } from '../database/values/column-json.js';

/** Levels of nesting. */
const DEPTH = 32;

/**
 * Writes any value that a team's own code returned as JSON. Like `JSON.stringify`, it calls
 * `toJSON`, and leaves out `undefined`, functions and symbols. In addition, a bigint becomes a
 * string, a Map an object, a Set a list, a Buffer Base64, and a record the attributes of its
 * resource: `{id, type, attributes}`, without hidden columns.
 *
 * @spec Relation definitions, callable form
 */
export class DataWriter {
  /** @param longest characters that one value may have, and one more for each value inside it */
  constructor(
    private readonly entities: EntityResources,
    private readonly longest: number,
  ) {}

  /**
   * @param view the resources as the caller sees them
   * @throws UnwritableData for values that JSON cannot contain: a circular reference, a stream, a
   * record that no resource serializes, data that is too long or nested too deeply
   * @throws any error of a getter or `toJSON` of the data
   */
  write(value: unknown, view: ResourceView): string {
    if (typeof value === 'function' || typeof value === 'symbol')
      throw new UnwritableData(`a ${typeof value}`, []);
    return new DataPass(this.entities, view, this.longest).write(value) ?? 'null';
  }
}

/** The state while one value is written. */
class DataPass {
  /** The objects that contain the current one. */
  private readonly above = new Set<object>();
  private readonly path: string[] = [];
  private left: number;

  constructor(
    private readonly entities: EntityResources,
    private readonly view: ResourceView,
    private readonly longest: number,
  ) {
    this.left = longest;
  }

  /** Returns `undefined` for a value that JSON leaves out. */
  write(value: unknown): string | undefined {
    switch (typeof value) {
      case 'string':
        return this.spend(value.length, () => jsonString(value));
      case 'bigint':
        return this.spend(1, () => `"${value}"`);
      case 'number':
        return this.spend(1, () => (Number.isFinite(value) ? String(value) : 'null'));
      case 'boolean':
        return this.spend(1, () => String(value));
      case 'object':
        return value === null ? this.spend(1, () => 'null') : this.nested(value);
      default:
        return undefined;
    }
  }

  private nested(value: object): string | undefined {
    if (this.above.has(value)) throw this.unwritable('data that contains itself');
    if (this.above.size === DEPTH) throw this.unwritable(`data nested deeper than ${DEPTH} levels`);
    this.above.add(value);
    const json = this.object(value);
    this.above.delete(value);
    return json;
  }

  private object(value: object): string | undefined {
    const resource = this.entities.find(value);
    if (resource === null)
      throw this.unwritable(`a ${value.constructor.name}, which no resource serializes`);
    if (resource) return this.record(value as Properties, this.view.get(resource.key)!);
    if (Array.isArray(value)) return this.list(value as ArrayLike<unknown>);
    if (value instanceof Map) return this.members(this.entriesOf(value));
    if (value instanceof Set) return this.list([...(value as Set<unknown>)]);
    if (value instanceof Uint8Array) return this.base64(value);
    const kind = findUnwritable(value);
    if (kind !== undefined) throw this.unwritable(kind);
    if ('toJSON' in value && typeof value.toJSON === 'function')
      return this.write((value as { toJSON(key: string): unknown }).toJSON(this.path.at(-1) ?? ''));
    return this.members(propertiesOf(value as Properties));
  }

  private list(values: ArrayLike<unknown>): string {
    let json = this.spend(2, () => '[');
    for (let at = 0; at < values.length; at++)
      json +=
        (at === 0 ? '' : ',') +
        (this.inside(String(at), () => values[at]) ?? this.spend(1, () => 'null'));
    return json + ']';
  }

  private members(members: Iterable<readonly [name: string, read: () => unknown]>): string {
    let json = this.spend(2, () => '{');
    for (const [name, read] of members) {
      const value = this.inside(name, read);
      if (value !== undefined)
        json +=
          (json === '{' ? '' : ',') + this.spend(name.length, () => `${jsonString(name)}:${value}`);
    }
    return json + '}';
  }

  private *entriesOf(
    map: ReadonlyMap<unknown, unknown>,
  ): Iterable<readonly [string, () => unknown]> {
    for (const [key, value] of map) {
      if (typeof key === 'object' || typeof key === 'symbol')
        throw this.unwritable(`a Map with a ${typeof key} as key`);
      yield [String(key), () => value];
    }
  }

  /** Writes the attributes of the record's resource. A column that was not read is left out. */
  private record(record: Properties, resource: CompiledResource): string {
    const id = record[resource.keyColumn.property] as string | number | null | undefined;
    if (id === undefined || id === null)
      throw this.unwritable(`a record of ${resource.key} without its key`);
    const attributes = readableFields(resource).flatMap((field) => {
      const value = this.inside(field.name, () => attributeOf(record, field));
      return value === undefined ? [] : [`${jsonString(field.name)}:${value}`];
    });
    const head = `"id":${jsonString(String(id))},"type":${jsonString(resource.key)}`;
    return this.spend(head.length, () => `{${head},"attributes":{${attributes.join()}}}`);
  }

  private base64(bytes: Uint8Array): string {
    return this.spend(bytes.length, () => `"${Buffer.from(bytes).toString('base64')}"`);
  }

  private inside(name: string, read: () => unknown): string | undefined {
    this.path.push(name);
    const json = this.write(read());
    this.path.pop();
    return json;
  }

  /** Checks the length before the JSON is created. */
  private spend(length: number, make: () => string): string {
    this.left -= length + 1;
    if (this.left < 0) throw this.unwritable(`data longer than ${this.longest} characters`);
    return make();
  }

  private unwritable(problem: string): UnwritableData {
    return new UnwritableData(problem, this.path);
  }
}

type Properties = Readonly<Record<string, unknown>>;

function* propertiesOf(value: Properties): Iterable<readonly [string, () => unknown]> {
  for (const name of Object.keys(value)) yield [name, () => value[name]];
}

function attributeOf(record: Properties, { column, options, omits }: CompiledField): unknown {
  const value = record[column.property];
  return omits
    ? withoutOmitted(value, omits, record[omits.by.property])
    : columnData(value, column, options.number);
}

/**
 * Returns an entity's value as responses contain it for its column: keys, bigints and decimals as
 * strings, instants in UTC.
 *
 * @contract C1.3, C1.6
 */
export function columnData(value: unknown, column: CompiledColumn, asNumber = false): unknown {
  if (value === undefined || value === null || column.type === 'json') return value;
  const data = value instanceof Date ? instantOf(value, column) : value;
  if (typeof data === 'object' && !(data instanceof Uint8Array)) return data;
  const json = valueWriter(column, asNumber)(data as never);
  return json === undefined ? null : (JSON.parse(json) as unknown);
}

const instantOf = (value: Date, { type }: CompiledColumn): string =>
  value.toISOString().slice(0, type === 'date' ? 10 : undefined);
