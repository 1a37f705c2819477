import { createDatabase } from '../../../src/database/opening/create-database.js';
import type { Database } from '../../../src/database/connection/database.js';
import { defaultLimits } from '../../../src/options/limits.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../../support/databases.js';

let place: DatabaseUnderTest;
let database: Database;

beforeAll(async () => {
  place = await databaseUnderTest();
  database = await createDatabase({ url: place.url, poolSize: 1 }, defaultLimits, [], []);
  await database.write('create table things (id integer not null primary key, name varchar(20))');
});
afterAll(async () => {
  await database?.close();
  await place?.dispose();
});
beforeEach(() => database.write('delete from things'));

describe('A statement that one connection runs again', () => {
  const insert = 'insert into things (id, name) values (?, ?)';
  const select = 'select id, name from things where id >= ? order by id';

  it('returns the current rows, also after none', async () => {
    expect(await database.query(select, [1])).toEqual([]);
    await database.write(insert, [1, 'one']);
    await database.write(insert, [2, null]);
    for (const from of [1, 2, 3])
      expect(await database.query(select, [from])).toEqual(
        [
          [1, 'one'],
          [2, null],
        ].slice(from - 1),
      );
  });

  it('returns no rows for an INSERT, each time', async () => {
    for (const id of [1, 2, 3]) expect(await database.write(insert, [id, 'one'])).toEqual([]);
  });

  it('succeeds after it failed', async () => {
    await database.write(insert, [1, 'one']);
    for (let time = 0; time < 3; time++)
      await expect(database.write(insert, [1, 'again'])).rejects.toMatchObject({
        code: expect.stringMatching(/CONSTRAINT|23505|ER_DUP_ENTRY/),
      });
    await database.write(insert, [2, 'two']);
    expect(await database.query(select, [1])).toEqual([
      [1, 'one'],
      [2, 'two'],
    ]);
  });

  it('returns each caller its own rows', async () => {
    await database.write(insert, [1, 'one']);
    const [first, second] = await Promise.all([
      database.query(select, [1]),
      database.query(select, [1]),
    ]);
    expect(first).toEqual(second);
    expect(first[0]).not.toBe(second[0]);
  });
});
