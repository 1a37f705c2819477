import type { Database } from '../../../src/database/connection/database.js';
import { createDatabase } from '../../../src/database/opening/create-database.js';
import { dialects } from '../../../src/database/engines/dialects.js';
import {
  areJsonRows,
  rowsAsJson,
  rowsFromJson,
} from '../../../src/database/dialects/rows-as-json.js';
import { columnJson, valueWriter } from '../../../src/database/values/column-json.js';
import { postgresJson } from '../../../src/database/engines/postgres/postgres-json.js';
import { UNWRITABLE } from '../../../src/database/values/marks.js';
import { defaultLimits } from '../../../src/options/limits.js';
import type {
  CompiledColumn,
  ValueType,
} from '../../../src/registry/resources/compiled-resource.js';
import { databaseUnderTest, testDialect, type DatabaseUnderTest } from '../../support/databases.js';
import { columnOf } from '../../unit/database/columns.js';

let place: DatabaseUnderTest;
let database: Database;

beforeAll(async () => {
  place = await databaseUnderTest();
  database = await createDatabase({ url: place.url }, defaultLimits, [], []);
});
afterAll(async () => {
  await database?.close();
  await place?.dispose();
});

/** Strings that PostgreSQL reads as values of the type; the last of each may not fit its column. */
type Samples = readonly (readonly [databaseType: string, ...texts: readonly (string | null)[]])[];

const texts = [
  ...['', ' ', 'a "quote", a \\ and a\nline', '\t\r\b\f\u0001\u001f\u007f', '</script>'],
  ...['é ✓ 😀', '\u2028\u2029\ufeff\uffff', 'null', "it's ? $1", null],
];
const instants = [
  ...['2024-02-08 02:16:20', '2024-02-08 02:16:20.5', '2024-02-29 23:59:59.999999'],
  ...['0001-01-01 00:00:00', '9999-12-31 23:59:59.999999', '1969-12-31 23:59:59.0004', null],
  ...['10000-01-01 00:00:00', '0044-03-15 00:00:00 BC', 'infinity', '-infinity'],
];

/** Edge values of each type. */
const samples: Readonly<Record<ValueType, Samples>> = {
  integer: [
    ['int4', '0', '-1', '2147483647', '-2147483648', null],
    ['smallint', '32767', '-32768'],
  ],
  bigint: [['int8', '0', '9007199254740993', '9223372036854775807', '-9223372036854775808', null]],
  decimal: [
    ['numeric', '0', '-0.00', '0.90', '12345678901234567890.000000001', '1e25', null],
    ['decimal', '-0.00000000000000000001', 'NaN', 'Infinity', '-Infinity'],
  ],
  float: [['float8', '0', '-0', '0.1', '1e300', '1e-7', '1e21', null, 'NaN', 'Infinity']],
  text: [
    ['text', ...texts],
    ['varchar', ...texts],
    ['char', 'a', ' ', null],
  ],
  uuid: [
    ['uuid', '2410cc19-24de-4fe9-80df-a0d8cd88a472', null],
    ['varchar', 'no uuid'],
  ],
  boolean: [['boolean', 'true', 'false', null]],
  datetime: [
    ['timestamp', ...instants],
    ['timestamptz', ...instants, '2024-02-08 02:16:20+05:30'],
  ],
  date: [['date', '2024-02-29', '0001-01-01', '9999-12-31', null, '10000-01-01', 'infinity']],
  time: [['time', '00:00:00', '14:30:00.5', '23:59:59.999999', null]],
  json: [['json', '{"b": 1.50, "a": ["x", 12345678901234567890]}', 'null', '"text"', null]],
  binary: [['bytea', '\\x', '\\x00ff10', null]],
};
const types = Object.keys(columnJson) as readonly ValueType[];

/** Each sample with its column, in each form in which the column may be written. */
const forms = types.flatMap((type) =>
  samples[type].flatMap(([databaseType, ...values]) =>
    [
      { holdsKey: false, asNumber: false },
      { holdsKey: false, asNumber: true },
      { holdsKey: true, asNumber: false },
    ].map(({ holdsKey, asNumber }) => ({
      column: columnOf('v', type, { databaseType, holdsKey }),
      asNumber,
      values,
    })),
  ),
);
type Form = (typeof forms)[number];

const formName = ({ column, asNumber }: Form): string =>
  `${column.type} (${column.databaseType})${column.holdsKey ? ' as a key' : ''}${asNumber ? ' as a number' : ''}`;

const cast = ({ databaseType }: CompiledColumn): string =>
  `select cast(cast(? as text) as ${databaseType}) v`;

/** Returns what the service writes for a value of the driver. */
const writtenHere = (value: unknown, { column, asNumber }: Form): string =>
  value === null ? 'null' : (valueWriter(column, asNumber)(value as never) ?? UNWRITABLE);

if (testDialect === 'postgres') {
  describe('The table of column types on PostgreSQL (C1.3, C1.6)', () => {
    const expressions = forms.map((form) => ({
      form,
      json: postgresJson.value(form.column, 't.v', form.asNumber),
    }));
    const written = expressions.filter(({ json }) => json !== null);

    it('has a form of PostgreSQL for these types', () => {
      expect([...new Set(written.map(({ form }) => form.column.type))]).toEqual([
        ...['integer', 'bigint', 'decimal', 'text', 'uuid', 'boolean', 'datetime', 'date'],
      ]);
    });

    it.each(written.map(({ form, json }) => [formName(form), form, json!] as const))(
      'writes %s in the database as in the service',
      async (_name, form, json) => {
        for (const sample of form.values) {
          const sql = `select t.v, ${json} from (${cast(form.column)}) t`;
          const [row] = await database.query(sql, [sample]);
          expect([sample, row![1]]).toEqual([sample, writtenHere(row![0], form)]);
        }
      },
    );

    const carried = forms.filter(({ column }) => columnJson[column.type].inRows !== 'never');
    it.each(carried.map((form) => [formName(form), form] as const))(
      'returns %s in rows of JSON unchanged',
      async (_name, form) => {
        const { column, values } = form;
        const statement = {
          sql: cast(column),
          types: [column.type],
          nested: 0,
          values: [],
          rows: 1,
        };
        for (const sample of values) {
          const [direct] = await database.query(statement.sql, [sample]);
          const [all] = await database.query(`select ${rowsAsJson(statement)}`, [sample]);
          const [row] = rowsFromJson(all![0] as string, statement)!;
          expect([sample, writtenHere(row![0], form)]).toEqual([
            sample,
            writtenHere(direct![0], form),
          ]);
        }
      },
    );

    it('returns no bytes in rows of JSON', () => {
      const statement = { sql: '', values: [], types: ['binary'] as const, nested: 0, rows: 1 };
      expect(areJsonRows(statement)).toBe(false);
    });
  });
} else {
  it('is only for PostgreSQL: here the driver returns each row', () => {
    expect(dialects[testDialect].together).toBeNull();
  });
}
