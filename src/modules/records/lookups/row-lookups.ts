import { memoize, type Authorizer } from '../../../pipeline/authorization/authorizer.js';
import { shownOf } from '../../../pipeline/authorization/shown-records.js';
import type { Key } from '../../../base/types/register.js';
import type { Eventual } from '../../../base/when-known.js';
import type { Connection } from '../../../database/connection/database.js';
import { bindKey, named, type Dialect } from '../../../database/dialects/dialect.js';
import { conditionSql } from '../../../database/sql/parts/condition-sql.js';
import { typeSql } from '../../../database/sql/parts/join-sql.js';
import { entityReader } from '../../../database/values/values.js';
import { storedValue } from '../../../database/values/stored-values.js';
import type { RecordLocks } from '../../../database/write/record-locks.js';
import type {
  CompiledColumn,
  CompiledResource,
  CompiledTable,
  PivotJoin,
} from '../../../registry/resources/compiled-resource.js';
import type { ResourceRegistry } from '../../../registry/resources/resource-registry.js';
import type { RowLookup, RowSource } from '../../../rules/entries/rule-context.js';
import { parseColumnValue } from '../../../pipeline/validation/column-value.js';
import { Rounds } from './rounds.js';

/** What is written: records or pivot rows of a resource. */
export interface LookupSubject {
  readonly resource: CompiledResource;
  readonly written: TargetRecords | WrittenPairs;
}

/** A record for each body; `null` for a new one. */
export interface TargetRecords {
  readonly records: readonly (WrittenRecord | null)[];
}

interface WrittenRecord {
  readonly key: Key;
  /** The record before the call; only needed for several bodies, which may exchange values. */
  readonly before?: object;
}

/** The pivot rows of a parent with these records, by their values in the pivot table. */
export interface WrittenPairs {
  readonly join: PivotJoin;
  readonly parent: unknown;
  readonly related: readonly unknown[];
}

/** The column in which a rule looks values up. */
interface LookupPlace {
  readonly table: CompiledTable;
  readonly column: CompiledColumn;
  /** `null` if no resource serves the table. */
  readonly resource: CompiledResource | null;
}

/** The services for looking up rows. */
export interface LookupSource {
  readonly connection: Connection;
  readonly dialect: Dialect;
  readonly registry: ResourceRegistry;
  readonly records: RecordLocks;
}

type Properties = Readonly<Record<string, unknown>>;

/** Whether a value is taken by another row, or is that of a row that the caller may see. */
interface Question {
  readonly asks: 'taken' | 'visible';
  readonly place: LookupPlace;
  /** As it is stored. */
  readonly value: unknown;
}
type Asked = readonly [at: number, question: Question];

/** A condition of `t` besides the value: ` and …`, or empty. */
interface Further {
  readonly sql: string;
  readonly values: readonly unknown[];
}

const NOTHING_FURTHER: Further = { sql: '', values: [] };

/**
 * Looks up the values of bodies that are validated together: one statement per column and round, for
 * any number of bodies. A value is also taken if an earlier body contains it. A value that does not
 * fit its column matches no row.
 *
 * @contract C4.1, C13.5
 */
export class RowLookups {
  private readonly rounds = new Rounds<Question, boolean>((asked) => this.reply(asked));
  /** Which body was the first with a value, by column. */
  private readonly claims = new Map<CompiledColumn, Map<string, number>>();
  /** What the caller may see, by column and value. */
  private readonly seenBefore = new Map<CompiledColumn, Map<string, boolean>>();

  /** @param subject `null` if nothing is written: rules then name their resource and field */
  constructor(
    private readonly source: LookupSource,
    private readonly authorizer: Authorizer,
    private readonly subject: LookupSubject | null,
  ) {}

  /** Runs the work for every body at once, with a row lookup for each. */
  each<Result>(
    work: (rows: RowLookup, at: number) => Eventual<Result>,
  ): Eventual<readonly Result[]> {
    return this.rounds.run(this.records.length, (at) => work(this.of(at), at));
  }

  /** Returns the row lookup of a body by itself. */
  get single(): RowLookup {
    return this.of(0);
  }

  /** The records of the bodies. */
  private get records(): TargetRecords['records'] {
    const { written } = this.subject ?? {};
    return written && 'records' in written ? written.records : [];
  }

  private of(at: number): RowLookup {
    const seen = new Map<CompiledColumn, Map<string, Promise<boolean>>>();
    return {
      isTaken: (source, given) => {
        const place = this.placeOf(source);
        const value = valueFor(place, given);
        return value === undefined ? isNone : this.rounds.ask(at, { asks: 'taken', place, value });
      },
      // The rule `exists` and a relation may look up the same record.
      isVisible: (source, given) => {
        const place = this.placeOf(source);
        const value = valueFor(place, given);
        if (value === undefined) return isNone;
        const known = seen.get(place.column) ?? new Map<string, Promise<boolean>>();
        seen.set(place.column, known);
        return memoize(known, valueKey(value), () => this.askVisible(at, place, value));
      },
    };
  }

  private askVisible(at: number, place: LookupPlace, value: unknown): Promise<boolean> {
    const known = this.seenBefore.get(place.column)?.get(valueKey(value));
    return known === undefined
      ? this.rounds.ask(at, { asks: 'visible', place, value })
      : Promise.resolve(known);
  }

  /** Runs the statements in sequence. */
  private async reply(asked: readonly Asked[]): Promise<readonly boolean[]> {
    const replies = new Map<Question, boolean>();
    for (const group of groupsOf(asked)) {
      const [, { asks, place }] = group[0]!;
      const values = [...new Set(group.map(([, { value }]) => value))];
      const held = await (asks === 'taken' ? this.taken(place, values) : this.seen(place, values));
      for (const [at, question] of group) {
        const key = valueKey(question.value);
        if (asks === 'visible') this.remember(place.column, key, held.has(key));
        const isTwice = asks === 'taken' && this.isOfOther(place, key, at);
        replies.set(question, held.has(key) || isTwice);
      }
    }
    return asked.map(([, question]) => replies.get(question)!);
  }

  private taken(place: LookupPlace, values: readonly unknown[]): Promise<ReadonlySet<string>> {
    return this.held(place, values, this.isOwn(place) ? this.otherThanWritten() : NOTHING_FURTHER);
  }

  /** The rows of this call are compared one by one, since each may keep its own value. */
  private otherThanWritten(): Further {
    const { resource, written } = this.subject!;
    if (!('records' in written)) return this.otherThanPairs(written);
    const { dialect } = this.source;
    const { keyColumn } = resource;
    const key = named(dialect, keyColumn, 't');
    const keys = written.records.flatMap((record) => (record ? [record.key] : []));
    if (keys.length === 0) return NOTHING_FURTHER;
    if (keys.length === 1)
      return { sql: ` and ${key} <> ?`, values: [bindKey(keys[0]!, keyColumn)] };
    const isListed = dialect.inList(key, keyColumn);
    return { sql: ` and not (${isListed})`, values: [dialect.bindList(keys, keyColumn)] };
  }

  private otherThanPairs({ join, parent, related }: WrittenPairs): Further {
    const { dialect } = this.source;
    const isListed = dialect.inList(named(dialect, join.related, 't'), join.related);
    const isOfParent = `${named(dialect, join.parent, 't')} = ${dialect.bound}${typeSql(join.type, 't', dialect)}`;
    return {
      sql: ` and not (${isListed} and ${isOfParent})`,
      values: [dialect.bindList(related, join.related), storedValue(parent, join.parent)],
    };
  }

  /** @contract C4.4 */
  private async seen(place: LookupPlace, values: readonly unknown[]): Promise<ReadonlySet<string>> {
    const { resource, column } = place;
    if (!resource || !(await this.authorizer.mayIndex(resource))) return new Set();
    const scope = this.authorizer.scope(resource);
    const { records, connection, dialect } = this.source;
    if (resource.policy.show) {
      const holding = await records.holding(connection, resource, column, values, scope);
      const shown = await shownOf(this.authorizer, resource, holding);
      return values.length === 1 ? only(values, shown) : valuesIn(shown, column);
    }
    const visible = conditionSql(scope, dialect);
    return this.held(place, values, { sql: ` and ${visible.sql('t')}`, values: visible.values });
  }

  /** Returns those of the values that a row contains. */
  private async held(
    { table, column }: LookupPlace,
    values: readonly unknown[],
    further: Further,
  ): Promise<ReadonlySet<string>> {
    const { dialect, connection } = this.source;
    const name = named(dialect, column, 't');
    const from = `from ${dialect.quote(table.name)} t where`;
    if (values.length === 1) {
      const sql = `select 1 ${from} ${name} = ${dialect.bound}${further.sql} limit 1`;
      return only(values, await connection.query(sql, [values[0], ...further.values]));
    }
    const sql = `select distinct ${dialect.read(column, 't')} ${from} ${dialect.inList(name, column)}${further.sql}`;
    const bound = [dialect.bindList(values, column), ...further.values];
    const rows = await connection.query(sql, bound);
    const read = entityReader(column);
    return new Set(
      rows.map(([value]) => valueKey(storedValue(read ? read(value) : value, column))),
    );
  }

  /** Whether another record of this call has the value, or an earlier body contains it. */
  private isOfOther(place: LookupPlace, key: string, at: number): boolean {
    if (!this.isOwn(place)) return false;
    const { column } = place;
    const claims = this.claims.get(column) ?? this.claimsOf(column);
    this.claims.set(column, claims);
    const owner = claims.get(key) ?? at;
    claims.set(key, owner);
    return owner !== at;
  }

  /** The values of the records before the call. */
  private claimsOf(column: CompiledColumn): Map<string, number> {
    const claims = new Map<string, number>();
    this.records.forEach((record, at) => {
      const value = (record?.before as Properties | undefined)?.[column.property];
      if (value !== null && value !== undefined)
        claims.set(valueKey(storedValue(value, column)), at);
    });
    return claims;
  }

  private remember(column: CompiledColumn, key: string, isSeen: boolean): void {
    const known = this.seenBefore.get(column) ?? new Map<string, boolean>();
    this.seenBefore.set(column, known.set(key, isSeen));
  }

  private isOwn({ table }: LookupPlace): boolean {
    return table.name === this.subject?.resource.table.name;
  }

  /** Returns the column that a rule names. Definitions are verified at boot, so every name exists. */
  private placeOf(source: RowSource): LookupPlace {
    const { registry } = this.source;
    if ('entity' in source) {
      const resource = registry.findByEntity(source.entity)!;
      return {
        table: resource.table,
        column: resource.table.columns.get(source.property)!,
        resource,
      };
    }
    const resource = 'own' in source ? this.subject!.resource : registry.find(source.resource)!;
    const name = 'own' in source ? source.own : source.field;
    const column =
      resource.fields.get(name)?.column ?? (name === 'id' ? resource.keyColumn : undefined);
    return { table: resource.table, column: column!, resource };
  }
}

const isNone = Promise.resolve(false);

/** Returns a value as it is stored; `undefined` if no row can have it. */
function valueFor({ column }: LookupPlace, given: unknown): unknown {
  const parsed = parseColumnValue(column, given);
  if ('fault' in parsed || parsed.value === null) return undefined;
  return storedValue(parsed.value, column);
}

/** Returns the one value if there are rows. The database has compared it, perhaps in another form. */
const only = (values: readonly unknown[], rows: readonly unknown[]): ReadonlySet<string> =>
  new Set(rows.length > 0 ? [valueKey(values[0])] : []);

/** Groups the questions that one statement serves. */
function groupsOf(asked: readonly Asked[]): readonly (readonly Asked[])[] {
  const groups = new Map<CompiledColumn, Map<Question['asks'], Asked[]>>();
  for (const each of asked) {
    const { asks, place } = each[1];
    const ofColumn = groups.get(place.column) ?? new Map<Question['asks'], Asked[]>();
    groups.set(place.column, ofColumn);
    const group = ofColumn.get(asks);
    if (group) group.push(each);
    else ofColumn.set(asks, [each]);
  }
  return [...groups.values()].flatMap((ofColumn) => [...ofColumn.values()]);
}

const valuesIn = (records: readonly object[], column: CompiledColumn): ReadonlySet<string> =>
  new Set(
    records.map((record) => valueKey(storedValue((record as Properties)[column.property], column))),
  );

/** Returns a string that is equal for equal stored values of one column. */
const valueKey = (value: unknown): string =>
  Buffer.isBuffer(value) ? value.toString('hex') : String(value);
