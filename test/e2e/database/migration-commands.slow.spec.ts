import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createDatabase } from '../../../src/database/opening/create-database.js';
import { defaultLimits } from '../../../src/options/limits.js';
import { copyProject } from '../../support/copied-project.js';
import { schemaOf } from '../../support/database-contents.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../../support/databases.js';
import { seededDatabase } from '../../support/demo-template.js';

const execute = promisify(execFile);

/** The project, where each command builds. */
let folder: string;

/** Runs a command of package.json, as it is typed, and returns its output. */
const run = async (
  place: DatabaseUnderTest,
  script: string,
  ...words: readonly string[]
): Promise<string> => {
  const env = { ...process.env, DATABASE_URL: place.url };
  const { stdout } = await execute(
    'npm',
    ['run', '--silent', script, ...(words.length > 0 ? ['--', ...words] : [])],
    { cwd: folder, env },
  );
  return stdout;
};

const schemaAt = async (place: DatabaseUnderTest) => {
  const database = await createDatabase({ url: place.url }, defaultLimits, [], []);
  try {
    return {
      schema: await schemaOf(database),
      users: await database.query('select count(*) from users'),
    };
  } finally {
    await database.close();
  }
};

describe('npm run migration:... (issue 8, 1)', () => {
  let place: DatabaseUnderTest;

  beforeAll(async () => {
    place = await databaseUnderTest();
    folder = copyProject();
  });
  afterAll(async () => {
    await place.dispose();
    rmSync(folder, { recursive: true });
  });

  it('run creates the tables that a start creates, and seeds nothing', async () => {
    expect(await run(place, 'migration:run')).toContain(
      'CreateImages1735776000009 has been executed',
    );
    const model = await seededDatabase();
    const [made, seeded] = [await schemaAt(place), await schemaAt(model)];
    await model.dispose();
    expect(made.schema).toEqual(seeded.schema);
    expect(Number(made.users[0]![0])).toBe(0);
  });

  it('generate writes nothing if the tables match the entities', async () => {
    expect(await run(place, 'migration:generate', 'generated/nothing')).toBe(
      'The database has all tables and columns of the entities.\n',
    );
    expect(existsSync(join(folder, 'generated'))).toBe(false);
  });

  it('revert undoes the last one, generate requires it to run first, and run repeats it', async () => {
    const before = await schemaAt(place);
    expect(await run(place, 'migration:revert')).toContain(
      'CreateImages1735776000009 has been reverted',
    );
    expect(JSON.stringify(await schemaAt(place))).not.toContain('imageable_type');
    await expect(run(place, 'migration:generate', 'generated/early')).rejects.toMatchObject({
      stderr: expect.stringContaining(
        'Migrations are pending. Run them first: resource-api migrate run',
      ),
    });
    await run(place, 'migration:run');
    expect(await schemaAt(place)).toEqual(before);
  });
});
