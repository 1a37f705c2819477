import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DATABASE, type Database } from '../../../src/database/connection/database.js';
import { EnvironmentError } from '../../../src/options/read-environment.js';
import { prepareDemo } from '../../../demo/prepare-demo.js';
import { seedDemo } from '../../../demo/seed/seed-demo.js';
import { seedWhenEmpty } from '../../../demo/seed/seed-when-empty.js';
import { readDemoSettings } from '../../../demo/settings.js';
import { contentOf } from '../../support/database-contents.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../../support/databases.js';
import { startApplication } from '../../support/demo-app.js';

describe('starting the demo', () => {
  let place: DatabaseUnderTest;
  beforeAll(async () => {
    place = await databaseUnderTest();
  });
  afterAll(() => place.dispose());

  const started = async <Result>(
    work: (database: Database) => Promise<Result>,
  ): Promise<Result> => {
    const app = await startApplication(place.url);
    try {
      return await work(app.get<Database>(DATABASE));
    } finally {
      await app.close();
    }
  };

  it('seeds an empty database on the first start, and changes nothing on the second', async () => {
    const first = await started(
      async (database) => [await seedWhenEmpty(database), await contentOf(database)] as const,
    );
    const second = await started(
      async (database) => [await seedWhenEmpty(database), await contentOf(database)] as const,
    );
    expect([first[0], second[0]]).toEqual([true, false]);
    expect(first[1].users).toHaveLength(200);
    expect(second[1]).toEqual(first[1]);
  });

  it('leaves the data for later starts unchanged, even if little is left of it', async () => {
    await started(async (database) => {
      await database.write('delete from phones');
      expect(await seedWhenEmpty(database)).toBe(false);
      expect(await database.query('select * from phones')).toEqual([]);
    });
  });

  it('refuses to seed a database that has data, and writes nothing', async () => {
    await started(async (database) => {
      const before = await contentOf(database);
      await expect(seedDemo(database)).rejects.toThrow('The database has users');
      expect(await contentOf(database)).toEqual(before);
    });
  });

  const reportOf = async (variables: Record<string, string>): Promise<readonly string[]> => {
    const failure: unknown = await readDemoSettings(variables).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(EnvironmentError);
    return (failure as Error).message.split('\n').slice(1);
  };
  const wrong = { NODE_ENV: 'production', SEED_DEMO: 'true' };
  const seeding = expect.stringMatching(/^ {2}SEED_DEMO must be/);

  it('names its accounts in the one report of a start in production (issue 8, 6)', async () => {
    const DATABASE_URL = place.url;
    const accounts = expect.stringMatching(
      /^ {2}DATABASE_URL must not be a database with accounts of the demo/,
    );
    expect((await reportOf({ ...wrong, PORT: 'x', DATABASE_URL })).slice(-2)).toEqual([
      seeding,
      accounts,
    ]);
    expect(await reportOf({ PORT: 'x', DATABASE_URL })).toEqual([
      expect.stringMatching(/^ {2}PORT must be/),
    ]);
  });

  it('reports what it could not check, and neither creates nor changes a database for it (issue 8, 6)', async () => {
    const empty = await databaseUnderTest();
    expect((await reportOf({ ...wrong, DATABASE_URL: empty.url })).at(-1)).toEqual(seeding);
    const missing = join(tmpdir(), 'resource-api-none', 'none.sqlite');
    expect(await reportOf({ ...wrong, DATABASE_URL: `sqlite:${missing}` })).toEqual([seeding]);
    expect(existsSync(dirname(missing))).toBe(false);
    expect(
      await reportOf({ ...wrong, DATABASE_URL: 'postgres://ann:kT8-2nQ@127.0.0.1:1/demo' }),
    ).toEqual([seeding, expect.stringMatching(/^The database does not respond\. /)]);
    await empty.dispose();
  });

  it('rejects a database with demo accounts in production, until each has a password of its own (issue 8, 6)', async () => {
    const production = await readDemoSettings({ NODE_ENV: 'production', SEED_DEMO: 'false' });
    await started(async (database) => {
      await expect(prepareDemo(production, database)).rejects.toThrow(EnvironmentError);
      await database.write(`update users set password = 'another' where id <> 200`);
      await expect(prepareDemo(production, database)).rejects.toThrow('accounts of the demo');
      await database.write(`update users set password = 'another'`);
      expect(await prepareDemo(production, database)).toBe(false);
    });
  });

  it('refuses to seed in production, even by default, and rejects a value that is not a flag (issue 8, 6)', async () => {
    const DATABASE_URL = `sqlite:${join(tmpdir(), 'resource-api-none', 'none.sqlite')}`;
    expect(await reportOf({ NODE_ENV: 'production', PORT: 'x', DATABASE_URL })).toEqual([
      expect.stringMatching(/PORT must be .*"x"/),
      expect.stringMatching(/SEED_DEMO must be false if NODE_ENV is production/),
    ]);
    expect(await reportOf({ SEED_DEMO: 'yes' })).toEqual([
      '  SEED_DEMO must be true or false; "yes" is not allowed.',
    ]);
  });

  it('does not seed where SEED_DEMO is false (issue 8, 6)', async () => {
    const empty = await databaseUnderTest();
    const app = await startApplication(empty.url);
    const database = app.get<Database>(DATABASE);
    expect(await prepareDemo(await readDemoSettings({ SEED_DEMO: 'false' }), database)).toBe(false);
    expect(await database.query('select 1 from users')).toEqual([]);
    await app.close();
    await empty.dispose();
  });
});
