import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createDatabase } from '../../../src/database/opening/create-database.js';
import type { Database } from '../../../src/database/connection/database.js';
import { defaultLimits } from '../../../src/options/limits.js';
import { TestProcesses } from '../../support/test-processes.js';
import { contentOf, schemaOf } from '../../support/database-contents.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../../support/databases.js';
import { seededDatabase } from '../../support/demo-template.js';

/** A start takes seconds, so that `npm test` runs few; `npm run test:runs` sets 50. */
const KILLS = Number(process.env.TEST_KILLS ?? 4);
const MIGRATIONS = 12;

const processes = new TestProcesses();
afterAll(() => processes.end());

/** The service as `npm start` starts it, on that database. */
const spawnOn = ({ url }: DatabaseUnderTest) =>
  processes.spawn('demo/main.ts', { DATABASE_URL: url, PORT: '0', LOG_LEVEL: 'silent' });

/** Returns its output until it listens, and ends it then. */
async function printedBy(child: ReturnType<typeof spawnOn>): Promise<string> {
  const ended = once(child, 'exit');
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    if (printed.includes('A first request')) break;
  }
  child.kill('SIGKILL');
  await ended;
  return printed;
}

/** Opens the database from outside, without creating anything. */
async function lookingAt<Result>(
  place: DatabaseUnderTest,
  look: (database: Database) => Promise<Result>,
): Promise<Result> {
  const database = await createDatabase({ url: place.url }, defaultLimits, [], []);
  try {
    return await look(database);
  } finally {
    await database.close();
  }
}

const migrationsDone = async (database: Database): Promise<number> => {
  const [row] = await database.query('select count(*) from migrations').catch(() => [[0]]);
  return Number(row![0]);
};

/** Asserts the schema and rows of a database that was migrated and seeded undisturbed. */
async function expectComplete(place: DatabaseUnderTest): Promise<void> {
  const model = await seededDatabase();
  const both = await Promise.all(
    [model, place].map((one) =>
      lookingAt(one, async (own) => ({ schema: await schemaOf(own), ...(await contentOf(own)) })),
    ),
  );
  await model.dispose();
  expect(both[1]).toEqual(both[0]);
}

describe('A first start', () => {
  it(
    `leaves a database that the next start completes, seeded once, when it is killed ${KILLS} times (issue 8, 1)`,
    async () => {
      const place = await databaseUnderTest();
      await lookingAt(place, async (database) => {
        for (let kill = 1; kill <= KILLS; kill++) {
          const child = spawnOn(place);
          const ended = once(child, 'exit');
          // A little later each time, so that the kills hit everything from the first table to the
          // seed.
          while (
            (await migrationsDone(database)) < (MIGRATIONS * kill) / KILLS &&
            child.exitCode === null
          )
            await pause(1);
          await pause(Math.random() * 50);
          child.kill('SIGKILL');
          await ended;
        }
      });
      expect(await printedBy(spawnOn(place))).toContain('http://127.0.0.1:');
      await expectComplete(place);
      await place.dispose();
    },
    (1 + KILLS) * 300_000,
  );

  it('ends in one complete schema, seeded once, when five processes run it at the same time (issue 8, 1)', async () => {
    const place = await databaseUnderTest();
    const printed = await Promise.all(Array.from({ length: 5 }, () => printedBy(spawnOn(place))));
    expect(printed.filter((text) => text.includes('just seeded with the demo'))).toHaveLength(1);
    expect(printed.filter((text) => text.includes('with its existing data'))).toHaveLength(4);
    await expectComplete(place);
    await place.dispose();
  });
});
