import type { Authorizer } from '../../../pipeline/authorization/authorizer.js';
import { shownOf } from '../../../pipeline/authorization/shown-records.js';
import { named } from '../../../database/dialects/dialect.js';
import { conditionSql } from '../../../database/sql/parts/condition-sql.js';
import { entityReader } from '../../../database/values/values.js';
import { storedValue } from '../../../database/values/stored-values.js';
import type {
  CompiledColumn,
  CompiledResource,
} from '../../../registry/resources/compiled-resource.js';
import type { RowLookup, RowSource } from '../../../rules/entries/rule-context.js';
import { parseColumnValue } from '../../../pipeline/validation/column-value.js';
import { keyIn } from './column-values.js';
import { Rounds } from './rounds.js';
import { placeOf, type LookupPlace, type LookupSource } from './row-lookup.js';

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
 * Looks up the values of several bodies that are validated together: one statement per column and
 * round, for any number of bodies. A value is also taken if an earlier body contains it.
 *
 * @contract C13.5
 */
export class LookupsTogether {
  private readonly rounds = new Rounds<Question, boolean>((asked) => this.reply(asked));
  /** Which body was the first with a value, by column. */
  private readonly claims = new Map<CompiledColumn, Map<string, number>>();
  /** What the caller may see, by column and value. */
  private readonly seenBefore = new Map<CompiledColumn, Map<string, boolean>>();

  /** @param written the records that the bodies change; `null` for new ones */
  constructor(
    private readonly source: LookupSource,
    private readonly authorizer: Authorizer,
    private readonly resource: CompiledResource,
    private readonly written: readonly (object | null)[],
  ) {}

  /** Runs the work for every body at once, with a row lookup for each. */
  each<Result>(work: (rows: RowLookup, at: number) => Promise<Result>): Promise<readonly Result[]> {
    return this.rounds.run(this.written.length, (at) => work(this.of(at), at));
  }

  private of(at: number): RowLookup {
    return {
      isTaken: (source, value) => this.ask(at, 'taken', source, value),
      isVisible: (source, value) => this.ask(at, 'visible', source, value),
    };
  }

  /** A value that does not fit its column matches no row. */
  private async ask(
    at: number,
    asks: Question['asks'],
    source: RowSource,
    given: unknown,
  ): Promise<boolean> {
    const place = placeOf(source, this.source.registry, this.resource);
    const parsed = parseColumnValue(place.column, given);
    if ('fault' in parsed || parsed.value === null) return false;
    const value = storedValue(parsed.value, place.column);
    const known = asks === 'visible' ? this.seenBefore.get(place.column) : undefined;
    return known?.get(valueKey(value)) ?? this.rounds.ask(at, { asks, place, value });
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
    const { dialect } = this.source;
    const { keyColumn } = this.resource;
    const keys = this.written.flatMap((record) => (record ? [keyIn(record, this.resource)] : []));
    if (keys.length === 0) return NOTHING_FURTHER;
    const isListed = dialect.inList(named(dialect, keyColumn, 't'), keyColumn);
    return { sql: ` and not (${isListed})`, values: [dialect.bindList(keys, keyColumn)] };
  }

  private async seen(place: LookupPlace, values: readonly unknown[]): Promise<ReadonlySet<string>> {
    const { resource, column } = place;
    if (!resource || !(await this.authorizer.mayIndex(resource))) return new Set();
    const scope = this.authorizer.scope(resource);
    const { records, connection, dialect } = this.source;
    if (resource.policy.show) {
      const holding = await records.holding(connection, resource, column, values, scope);
      return valuesIn(await shownOf(this.authorizer, resource, holding), column);
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
    const isListed = dialect.inList(named(dialect, column, 't'), column);
    const sql = `select distinct ${dialect.read(column, 't')} from ${dialect.quote(table.name)} t where ${isListed}${further.sql}`;
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
    this.written.forEach((record, at) => {
      const value = record && (record as Properties)[column.property];
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
    return table.name === this.resource.table.name;
  }
}

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
