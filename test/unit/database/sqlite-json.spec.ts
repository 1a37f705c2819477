import fc from 'fast-check';
import { loadBetterSqlite } from '../../../src/database/engines/sqlite/load-better-sqlite.js';
import { sqlite } from '../../../src/database/engines/sqlite/sqlite-dialect.js';
import { sqliteJson } from '../../../src/database/engines/sqlite/sqlite-json.js';
import { UNWRITABLE } from '../../../src/database/values/marks.js';
import { columnJson, valueWriter } from '../../../src/database/values/column-json.js';
import type {
  CompiledColumn,
  ValueType,
} from '../../../src/registry/resources/compiled-resource.js';
import { columnOf } from './columns.js';

const database = new (loadBetterSqlite())(':memory:');
afterAll(() => database.close());

/** The values of a column type as SQL: those that are as declared, and any others. */
interface Samples {
  readonly sound: readonly string[];
  readonly others: readonly string[];
  readonly column?: Partial<CompiledColumn>;
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const integers = {
  sound: ['0', '-1', '2147483647', '-9007199254740991', '9007199254740991'],
  others: ['9007199254740993', '1.5', '1e300', "''", "'1'", "'1.0'", "x'31'", "'abc'"],
};
const texts = [
  ...['', ' ', 'a "quote", a \\ and a\nline', '\t\r\b\f\u0001\u001f\u007f', '</script>'],
  ...['é ✓ 😀', '\u2028\u2029\ufeff\uffff', 'null', "it's ? $1", '{"a":1}', '12'],
].map(literal);
const days = ['2024-02-29', '0001-01-01', '9999-12-31', '1969-12-31'];
const noDays = ['2023-02-29', '2024-00-10', '2024-13-01', '2024-1-1', '12024-01-01', '2024-04-31'];
const instants = days.flatMap((day) =>
  [' 02:16:20', 'T23:59:59', ' 00:00:00'].flatMap((time) =>
    ['', '.5', '.123', '.9996', '.000001', '.100', '.000'].flatMap((fraction) =>
      ['', 'Z', '+00:00'].map((zone) => day + time + fraction + zone),
    ),
  ),
);
const noInstants = [
  ...noDays.map((day) => `${day} 10:00:00`),
  ...['2024-02-08 24:00:00', '2024-02-08 10:60:00', '2024-02-08 10:00:60', '2024-02-08  10:00:00'],
  ...['2024-02-08 10:00', '2024-02-08', ' 2024-02-08 10:00:00', '2024-02-08 10:00:00 '],
  ...['2024-02-08 10:00:00z', '2024-02-08 10:00:00ZZ', '2024-02-08 10:00:00+05:30', 'infinity'],
  ...['2024-02-08 10:00:00.', '2024-02-08 10:00:00..5', '2024-02-08 10:00:00.1234567Z'],
  ...['2024-02-08 10:00:00-00:00', '2024-02-08 10:00:00+00', '2460000.5', 'now', ''],
];

const samples: Readonly<Record<ValueType, Samples>> = {
  integer: integers,
  bigint: {
    sound: [...integers.sound, '9007199254740993', '9223372036854775807', '-9223372036854775808'],
    others: ["'12'", "'x'", '1.5', "x'31'"],
  },
  decimal: {
    sound: ['0', '-1', '0.9', '12.34', '-0.01', '9999999999999', '1234567890123.45', '5.0', '-0.0'],
    others: ['0.125', '1e25', '1e300', "'0.90'", "'NaN'", '9e999', '-9e999', '1.005', '0.001'],
  },
  float: { sound: [], others: ['0.1', '1e21'] },
  text: { sound: texts, others: ["x'61'", "x'ff'", '1', '1.5', "'a' || char(0) || 'b'"] },
  uuid: { sound: [literal('2410cc19-24de-4fe9-80df-a0d8cd88a472')], others: ['7', "x'00'"] },
  boolean: { sound: ['0', '1', '1.0'], others: ['2', '-1', "'1'", "'true'", "''", "x'01'", '0.5'] },
  datetime: {
    sound: instants.map(literal),
    others: [...noInstants.map(literal), '1700000000', '2460000.5', "x'00'"],
  },
  date: {
    sound: days.map(literal),
    others: [...noDays.map(literal), "'2024-02-29 '", "'2024-02-08 10:00:00'", '20240208', "'now'"],
  },
  time: { sound: [], others: ["'10:00:00'"] },
  json: { sound: [], others: ["'{}'"] },
  binary: { sound: [], others: ["x'00'"] },
};

const written = (Object.keys(columnJson) as readonly ValueType[]).flatMap((type) =>
  [
    { holdsKey: false, asNumber: false },
    { holdsKey: false, asNumber: true },
    { holdsKey: true, asNumber: false },
  ].flatMap(({ holdsKey, asNumber }) => {
    const column = columnOf('v', type, { holdsKey });
    const json = sqliteJson.value(column, 't.v', asNumber);
    const name = `${type}${holdsKey ? ' as a key' : ''}${asNumber ? ' as a number' : ''}`;
    return json === null ? [] : [{ name, column, asNumber, json }];
  }),
);

/** Returns what SQLite writes for a value, and what the service writes of the driver's value. */
function both({ column, asNumber, json }: (typeof written)[number], value: string) {
  const sql = `select ${sqlite.read(column, 't')}, ${sqliteJson.concat([json])} from (select ${value} "v") t`;
  const [read, there] = database.prepare(sql).raw().get() as [unknown, string];
  const here = read === null ? 'null' : valueWriter(column, asNumber)(read as never);
  return { there, here: here ?? UNWRITABLE };
}

describe('Values that SQLite writes as JSON (C1.3, C1.6)', () => {
  it('are those of these types', () => {
    expect(written.map(({ name }) => name)).toEqual([
      ...['integer', 'integer as a number', 'integer as a key', 'bigint', 'bigint as a key'],
      ...['decimal', 'text', 'text as a number', 'text as a key'],
      ...['uuid', 'uuid as a number', 'uuid as a key', 'boolean', 'boolean as a number'],
      ...['datetime', 'datetime as a number', 'date', 'date as a number'],
    ]);
  });

  it.each(written)('has the bytes of the service: $name', (form) => {
    for (const value of ['null', ...samples[form.column.type].sound]) {
      const { there, here } = both(form, value);
      expect([value, there]).toEqual([value, here]);
      expect(there).not.toContain(UNWRITABLE);
    }
  });

  it.each(written)('has them or is left to the service, for any other value: $name', (form) => {
    for (const value of samples[form.column.type].others) {
      const { there, here } = both(form, value);
      if (there !== UNWRITABLE) expect([value, there]).toEqual([value, here]);
    }
  });

  it('leaves a decimal without a scale to the service', () => {
    expect(sqliteJson.value(columnOf('v', 'decimal', { scale: null }), 't.v', false)).toBeNull();
  });

  it.each([0, 1, 2, 6, 12])('has the digits of any decimal with a scale of %i', (scale) => {
    const column = columnOf('v', 'decimal', { scale });
    const form = {
      name: '',
      column,
      asNumber: false,
      json: sqliteJson.value(column, 't.v', false)!,
    };
    const numbers = fc.oneof(
      fc.integer({ min: -(10 ** 14), max: 10 ** 14 }).map((digits) => digits / 10 ** scale),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    fc.assert(
      fc.property(numbers, (number) => {
        const { there, here } = both(form, `cast('${number}' as real)`);
        if (Number.isInteger(number * 10 ** scale) && Math.abs(number) < 10 ** (14 - scale))
          expect(there).not.toBe(UNWRITABLE);
        if (there !== UNWRITABLE) expect([number, there]).toEqual([number, here]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has the bytes of any string', () => {
    const column = columnOf('v', 'text');
    const form = {
      name: '',
      column,
      asNumber: false,
      json: sqliteJson.value(column, 't.v', false)!,
    };
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const { there, here } = both(form, literal(text.replaceAll('\0', '')));
        expect(there).toBe(here);
      }),
    );
  });
});

describe('Rows that SQLite chooses first', () => {
  let computed = 0;
  beforeAll(() => {
    database.function('counted', (value) => {
      computed += 1;
      return String(value);
    });
    database.exec('create table numbers (number integer, name text)');
    const insert = database.prepare('insert into numbers values (?, ?)');
    for (let number = 100; number > 0; number--) insert.run(BigInt(number), 'odd');
  });
  beforeEach(() => (computed = 0));

  const chosen = sqliteJson.chosen({
    row: 'n',
    others: ['m.number'],
    from: ' from numbers n join numbers m on m.number = n.number + 1 order by n.number limit 3',
  });
  const sql = `select counted(n.number) || '-' || ${chosen.others[0]!} j${chosen.from}`;

  it('are the only rows for which SQLite computes what is selected', () => {
    expect(database.prepare(sql).pluck().all()).toEqual(['1-2', '2-3', '3-4']);
    expect(computed).toBe(3);
  });

  it('are computed once each in a list', () => {
    const [list] = database
      .prepare(`select ${sqliteJson.list(sql)}`)
      .pluck()
      .all();
    expect(list).toBe('[1-2,2-3,3-4]');
    expect(computed).toBe(3);
  });

  it('would be more without a statement of their own, since SQLite computes before it sorts', () => {
    database.prepare('select counted(number) from numbers order by number limit 3').all();
    expect(computed).toBe(100);
  });
});
