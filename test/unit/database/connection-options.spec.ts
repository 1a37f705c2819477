import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { connectionOptions } from '../../../src/database/opening/connection-options.js';
import { createDatabase } from '../../../src/database/opening/create-database.js';
import { defaultLimits } from '../../../src/options/limits.js';

const optionsOf = (url: string) => connectionOptions({ url }, defaultLimits);

describe('DATABASE_URL', () => {
  it.each(['', 'oracle://host/db', 'data.sqlite', '/var/data.sqlite', 'POSTGRES://host/db'])(
    'is rejected with what is allowed: %j',
    (url) => expect(optionsOf(url)).rejects.toThrow(/DATABASE_URL must be sqlite:FILE/),
  );

  it.each([
    'postgres://',
    'postgres://host',
    'mysql://host/',
    'mariadb:nonsense',
    'postgres://u:secret@@:x/db',
  ])(
    'is rejected without a database or if it is malformed, without its password: %j',
    async (url) => {
      await expect(optionsOf(url)).rejects.toThrow(TypeError);
      await expect(optionsOf(url)).rejects.toThrow(
        /must read \w+:\/\/USER:PASSWORD@HOST:PORT\/DATABASE/,
      );
      await expect(optionsOf(url)).rejects.not.toThrow(/secret/);
    },
  );

  it('is rejected as sqlite: without a file', () =>
    expect(optionsOf('sqlite:')).rejects.toThrow(TypeError));

  it('is rejected as mysql: with a parameter that would have no effect', async () => {
    await expect(optionsOf('mysql://host/db?ssl-mode=REQUIRED')).rejects.toThrow(/ssl=true/);
    expect(await optionsOf('mysql://host/db?ssl=true')).toMatchObject({ ssl: {} });
  });

  it('resolves a file in sqlite:FILE from the working directory of the process', async () => {
    expect(await optionsOf('sqlite:var/data.sqlite')).toMatchObject({
      type: 'better-sqlite3',
      database: resolve('var/data.sqlite'),
      enableWAL: true,
      timeout: 2000,
    });
  });

  it.each(['postgres', 'postgresql'])('keeps its own options beside ours: %s', async (scheme) => {
    const options = await optionsOf(
      `${scheme}://ann@host:6543/shop?sslmode=require&options=-c%20search_path%3Dshop`,
    );
    expect(options).toMatchObject({
      type: 'postgres',
      url: `${scheme}://ann@host:6543/shop?sslmode=require`,
      poolSize: 10,
      connectTimeoutMS: 2000,
      extra: {
        options: expect.stringMatching(
          /^-c search_path=shop -c timezone=UTC .*statement_timeout=10000/,
        ),
      },
    });
  });

  it.each(['mysql', 'mariadb'])('is read in parts, percent-decoded: %s', async (type) => {
    const options = await connectionOptions(
      { url: `${type}://ann:p%40ss@host/shop`, poolSize: 3 },
      defaultLimits,
    );
    expect(options).toMatchObject({
      ...{
        type,
        host: 'host',
        port: 3306,
        username: 'ann',
        password: 'p@ss',
        database: 'shop',
        poolSize: 3,
      },
      ...{ timezone: 'Z', charset: 'utf8mb4' },
    });
  });
});

describe('an SQLite database', () => {
  it('creates the folders of its file', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'resource-api-test-'));
    const file = join(folder, 'a', 'b', 'data.sqlite');
    const database = await createDatabase({ url: `sqlite:${file}` }, defaultLimits, [], []);
    await database.close();
    expect(existsSync(file)).toBe(true);
    rmSync(folder, { recursive: true });
  });

  it('is a temporary file for :memory:, removed when it is closed', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(() => createDatabase({ url: 'sqlite::memory:' }, defaultLimits, [], [])),
    );
    await one!.write('create table things (id int)');
    await expect(other!.query('select * from things')).rejects.toMatchObject({
      code: 'SQLITE_ERROR',
    });
    const folder = dirname(String(one!.dataSource.options.database));
    expect(existsSync(folder)).toBe(true);
    await Promise.all([one!.close(), other!.close()]);
    expect(existsSync(folder)).toBe(false);
  });

  it('uses WAL, syncs as much as that needs, and enforces foreign keys', async () => {
    const database = await createDatabase({ url: 'sqlite::memory:' }, defaultLimits, [], []);
    const pragma = async (name: string) => (await database.write(`pragma ${name}`))[0]![0];
    expect([
      await pragma('journal_mode'),
      await pragma('synchronous'),
      await pragma('foreign_keys'),
    ]).toEqual(['wal', 1, 1]);
    // A wait inside SQLite would block the whole process.
    expect(await pragma('busy_timeout')).toBe(0);
    await database.close();
  });

  it('responds 503 after it was closed, and can be closed twice (C9)', async () => {
    const database = await createDatabase(
      { url: 'sqlite::memory:' },
      { ...defaultLimits, poolWait: 50 },
      [],
      [],
    );
    await database.close();
    await database.close();
    await expect(database.query('select 1')).rejects.toMatchObject({ status: 503 });
    await expect(database.write('select 1')).rejects.toMatchObject({ status: 503 });
  });
});
