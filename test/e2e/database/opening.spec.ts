import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { describeStartFailure } from '../../../src/app/describe-start-failure.js';
import { createDatabase } from '../../../src/database/opening/create-database.js';
import { defaultLimits } from '../../../src/options/limits.js';
import { databaseUnderTest, testDialect } from '../../support/databases.js';

/** What the start prints if the database cannot be opened. */
const failureOf = async (url: string, migrations: readonly Function[] = []): Promise<string> =>
  describeStartFailure(
    await createDatabase({ url }, defaultLimits, [], migrations).then(
      () => new Error('It was opened.'),
      (error: unknown) => error,
    ),
  );

/** The address of the database under test, changed. */
async function addressWith(change: (url: URL) => void): Promise<string> {
  const { url, dispose } = await databaseUnderTest();
  await dispose();
  const changed = new URL(url);
  change(changed);
  return changed.href;
}

describe('A database that refuses a migration', () => {
  it('is reported with the statement, without a stack trace', async () => {
    const { url, dispose } = await databaseUnderTest();
    class Broken1700000000009 implements MigrationInterface {
      async up(runner: QueryRunner): Promise<void> {
        await runner.query('alter table no_such_table add column x int');
      }

      async down(): Promise<void> {}
    }
    const output = await failureOf(url, [Broken1700000000009]);
    await dispose();
    expect(output).toMatch(
      /^The database \S+ cannot be migrated: .*no_such_table.*\nThe statement: alter table no_such_table .*$/,
    );
  });
});

describe('A database that cannot be opened', () => {
  if (testDialect === 'sqlite') {
    const folder = mkdtempSync(join(tmpdir(), 'resource-api-opening-'));
    afterAll(() => rmSync(folder, { recursive: true }));

    it('is reported if it is a folder', async () => {
      expect(await failureOf(`sqlite:${folder}`)).toBe(
        `The database sqlite:${folder} cannot be opened: unable to open database file.`,
      );
    });

    it('is reported if it is another file, which stays unchanged', async () => {
      const file = join(folder, 'letter.txt');
      writeFileSync(file, 'Dear reader'.repeat(100));
      expect(await failureOf(`sqlite:${file}`)).toBe(
        `The database sqlite:${file} cannot be opened: file is not a database.`,
      );
    });

    it('is reported if its folder is a file', async () => {
      const file = join(folder, 'no-folder');
      writeFileSync(file, '');
      expect(await failureOf(`sqlite:${file}/database`)).toMatch(
        / cannot be opened: \w+: .*no-folder'\.$/,
      );
    });
    return;
  }

  it('is reported if it does not exist', async () => {
    const output = await failureOf(
      await addressWith((url) => (url.pathname = '/no_such_database')),
    );
    expect(output).toMatch(
      /^The database \w+:\/\/\S+\/no_such_database cannot be opened: .*no_such_database.*\.$/,
    );
  });

  it('is reported if it refuses the account, without the password', async () => {
    const output = await failureOf(
      await addressWith((url) => Object.assign(url, { username: 'nobody', password: 'secret' })),
    );
    expect(output).toMatch(/^The database \w+:\/\/\*\*\*@\S+ cannot be opened: .*nobody.*\.$/);
    expect(output).not.toContain('secret');
  });
});
