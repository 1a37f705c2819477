import { createDatabase } from '../../../src/database/opening/create-database.js';
import { defaultLimits } from '../../../src/options/limits.js';
import { databaseUnderTest, isOfMysqlFamily, testDialect } from '../../support/databases.js';
import { Note, withNotes } from './note.fixture.js';

const columns = {
  sqlite:
    'flag boolean, small integer, big bigint, price decimal(12,2), instant datetime, day date, body json, text varchar(80), bytes blob',
  postgres:
    'flag boolean, small integer, big bigint, price numeric(12,2), instant timestamp(3), day date, body json, text varchar(80), bytes bytea',
  mariadb:
    'flag boolean, small integer, big bigint, price decimal(12,2), instant datetime(3), day date, body json, text varchar(80), bytes blob',
  mysql:
    'flag boolean, small integer, big bigint, price decimal(12,2), instant datetime(3), day date, body longtext, text varchar(80), bytes blob',
};

/**
 * SQLite returns integers as JavaScript numbers: values that may exceed 2^53 are selected as
 * strings.
 */
const big = testDialect === 'sqlite' ? 'cast(big as text)' : 'big';
const names = ['flag', 'small', 'big', 'price', 'instant', 'day', 'body', 'text', 'bytes'];
const insert = `insert into things (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`;
const select = `select ${names.join(', ').replace('big', big)} from things`;
const instant = new Date('2024-03-31T01:30:00.120Z');
const body = '{"z":1,"a":"ü 𝄞","n":null}';
const text = 'ünïcödé 𝄞 \'"`\\ %_ ?';

async function roundTrip(values: readonly unknown[]): Promise<readonly unknown[]> {
  const target = await databaseUnderTest();
  const database = await createDatabase({ url: target.url }, defaultLimits, [], []);
  try {
    await database.write(
      `create table things (${columns[testDialect]})${isOfMysqlFamily ? ' charset utf8mb4' : ''}`,
    );
    await database.write(insert, values);
    const [row] = await database.query(select);
    // A connection that has prepared the statement does not ask for its columns again.
    const again = await database.transaction(async (transaction) => [
      ...(await transaction.queryAll([{ sql: select }, { sql: select }])),
      await transaction.query(select),
    ]);
    expect(again).toEqual([[row], [row], [row]]);
    return row!;
  } finally {
    await database.close();
    await target.dispose();
  }
}

/** The one normalizer that a reader of date columns needs, for strings of every engine. */
const iso = (value: unknown) => {
  const text = String(value);
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, 23).padEnd(3, '0')}Z`;
};

describe('a value', () => {
  it('is read back unchanged from every database (C1.6)', async () => {
    const values = [
      true,
      -7,
      '9007199254740993',
      '1234567.89',
      instant,
      '2024-02-29',
      body,
      text,
      Buffer.from([0, 255]),
    ];
    const row = await roundTrip(values);
    expect([Number(row[0]), row[1], row[2], String(row[3]), row[5], row[7]]).toEqual([
      1,
      -7,
      '9007199254740993',
      '1234567.89',
      '2024-02-29',
      text,
    ]);
    expect(row[4]).toEqual(expect.any(String));
    expect(iso(row[4])).toBe(instant.toISOString());
    expect(row[6]).toBe(body);
    expect(row[8]).toEqual(Buffer.from([0, 255]));
  });

  it('is null if it is absent, null or undefined', async () => {
    const row = await roundTrip([
      null,
      undefined,
      null,
      undefined,
      null,
      undefined,
      null,
      undefined,
      null,
    ]);
    expect(row).toEqual(Array.from({ length: 9 }, () => null));
  });

  it('keeps false apart from null, and accepts a bigint without a string', async () => {
    const row = await roundTrip([
      false,
      0,
      9_007_199_254_740_993n,
      '0.90',
      null,
      null,
      'null',
      '',
      null,
    ]);
    expect([Number(row[0]), row[0] === null, row[2], row[6], row[7]]).toEqual([
      0,
      false,
      '9007199254740993',
      'null',
      '',
    ]);
  });

  it('is the same instant for entities and statements if it is a date, in any time zone of the process', () =>
    withNotes(async (database) => {
      const { id } = await database.transaction(({ manager }) =>
        manager.save(Note, { text: 'a', noted_at: instant }),
      );
      await database.write('insert into notes (text, noted_at) values (?, ?)', ['b', instant]);
      const [entity, statement] = await database.query('select noted_at from notes order by id');
      expect(iso(entity![0])).toBe(instant.toISOString());
      expect(iso(statement![0])).toBe(instant.toISOString());
      const read = await database.transaction(({ manager }) =>
        manager.find(Note, { order: { id: 'ASC' } }),
      );
      expect(read.map(({ noted_at }) => noted_at)).toEqual([instant, instant]);
      expect(read[0]!.id).toBe(id);
    }));

  it('is bound and never read as SQL', () =>
    withNotes(async (database) => {
      const [row] = await database.query(`select '?', ? /* ? */ -- ?\n`, [
        `'; drop table notes; --`,
      ]);
      expect(row).toEqual(['?', `'; drop table notes; --`]);
    }));
});
