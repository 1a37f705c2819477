import { checkDeployment } from '../../../src/tooling/cli/tasks/check-deployment.js';
import { deployment } from '../../../demo/deployment.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { databaseUnderTest, isOfMysqlFamily } from '../../support/databases.js';
import { startApplication, startDemo, type DemoApp } from '../../support/demo-app.js';

const deployed = (url: string) =>
  deployment(readEnvironment({ DATABASE_URL: url, LOG_LEVEL: 'silent' }));

const missingColumn =
  'PostResource.description: the table posts has no column description; ' +
  'run the migration that adds it, or write one with resource-api migrate generate.';
const missingTable =
  'CommentResource: the database has no table comments; ' +
  'run the migration that creates it, or write one with resource-api migrate generate.';

/** Every migration has run, and none creates the tables of the entities. */
describe('A database for which a migration was forgotten (C9)', () => {
  let demo: DemoApp;
  beforeAll(async () => {
    demo = await startDemo();
    await demo.database.write('alter table posts drop column description');
    await demo.database.write('drop table comments');
  });
  afterAll(() => demo.close());

  it('fails the start, with every difference in one report', async () => {
    const start = startApplication(demo.url);
    await expect(start).rejects.toThrow(missingColumn);
    await expect(start).rejects.toThrow(missingTable);
    await expect(start).rejects.toThrow(/^The definitions have 2 faults:\n/);
  });

  it('is reported by resources:check for the database of DATABASE_URL', async () => {
    const { report: text, exitCode } = await checkDeployment(deployed(demo.url));
    expect(exitCode).toBe(1);
    expect(text).toMatch(
      /^The entities are compared with the database .*\.\n\nThe definitions have 2 faults:\n/,
    );
    expect(text).toContain(missingColumn);
    expect(text).toContain(missingTable);
  });
});

describe('npm run resources:check', () => {
  it('names the missing indexes, and no others', async () => {
    const demo = await startDemo();
    const check = async () => (await checkDeployment(deployed(demo.url))).report;
    expect(await check()).not.toContain('no index');
    const name = 'posts_title_index';
    const quoted = `"${name}" on "posts" ("title")`.replaceAll('"', isOfMysqlFamily ? '`' : '"');
    await demo.database.write(`drop index ${name}${isOfMysqlFamily ? ' on posts' : ''}`);
    expect((await check()).match(/^.*no index.*$/gm)).toEqual([
      `  PostResource.title: it is sortable and matchable, but no index of posts serves it; run create index ${quoted} in a migration.`,
    ]);
    await demo.close();
  });

  it('changes nothing, and compares with a database in memory while migrations are pending', async () => {
    const place = await databaseUnderTest();
    const { report: text, exitCode } = await checkDeployment(deployed(place.url));
    expect(exitCode).toBe(0);
    const reason =
      place.dialect === 'sqlite'
        ? /^There is no database sqlite:/
        : /has pending migrations.*CreateTokens/;
    expect(text).toMatch(reason);
    expect(text).toContain('The entities are compared with a new SQLite database in memory');
    expect((await checkDeployment(deployed(place.url))).report).toBe(text);
    await place.dispose();
  });
});

describe('The option database.migrate', () => {
  it('leaves pending migrations to npm run migration:run, and the start reports what is missing', async () => {
    const place = await databaseUnderTest();
    const { options, modules } = deployed(place.url);
    const { createApplication } = await import('../../../src/app/create-application.js');
    const database = { ...options.database, migrate: false };
    const app = await createApplication({ options: { ...options, database }, modules });
    await expect(app.init()).rejects.toThrow(
      'Token: the database has no table tokens; run the migration',
    );
    await app.close();
    await place.dispose();
  });
});
