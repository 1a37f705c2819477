import type { Deployment } from '../../../src/create-application.js';
import { deployment } from '../../../demo/deployment.js';
import { checkIndexes, type IndexData } from '../../../src/cli/check-indexes.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { databaseUnderTest, isOfMysqlFamily, testDialect } from '../../support/databases.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { runCommand } from '../../support/run-command.js';

const deployed = (url: string) =>
  deployment(readEnvironment({ DATABASE_URL: url, LOG_LEVEL: 'silent' }));

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

async function missing(): Promise<readonly IndexData[]> {
  const { data } = await checkIndexes(deployed(demo.url), false);
  return (data as { indexes: readonly IndexData[] }).indexes;
}

async function create(indexes: readonly IndexData[]): Promise<void> {
  for (const { statements } of indexes)
    for (const statement of statements) await demo.database.write(statement);
}

const drop = (index: string, table: string) =>
  demo.database.write(`drop index ${index}${isOfMysqlFamily ? ` on ${table}` : ''}`);
const quoted = (name: string) => (isOfMysqlFamily ? `\`${name}\`` : `"${name}"`);

describe('check --indexes', () => {
  it('prints statements after which no index is missing', async () => {
    await create(await missing());
    expect(await missing()).toEqual([]);
    await drop('posts_title_index', 'posts');
    await drop('posts_published_at_index', 'posts');
    const indexes = await missing();
    expect(indexes.map(({ table, columns }) => [table, ...columns])).toEqual([
      ['posts', 'title'],
      ['posts', 'published_at'],
    ]);
    const title = testDialect === 'postgres' ? '"title" collate "C"' : quoted('title');
    expect(indexes[0]!.statements).toEqual([
      `create index ${quoted('posts_title_index')} on ${quoted('posts')} (${title})`,
    ]);
    await create(indexes);
    expect(await missing()).toEqual([]);
  });

  it('names the type and key of a morph, and both keys of a pivot table', async () => {
    await drop('comments_commentable_type_commentable_id_id_index', 'comments');
    // MariaDB and MySQL do not drop the index of a foreign key.
    if (!isOfMysqlFamily) await drop('role_user_role_id_user_id_index', 'role_user');
    const indexes = (await missing()).map(({ table, columns, uses }) => [
      `${table}(${columns.join(', ')})`,
      uses,
    ]);
    const of = Object.fromEntries(indexes) as Record<string, readonly string[]>;
    expect(of['comments(commentable_type, commentable_id)']).toEqual(
      expect.arrayContaining(['PostResource.comments: MorphMany']),
    );
    if (!isOfMysqlFamily)
      expect(of['role_user(role_id)']).toEqual(
        expect.arrayContaining(['UserResource.roles: BelongsToMany']),
      );
    expect(of).not.toHaveProperty('role_user(user_id)');
    await create(await missing());
    expect(await missing()).toEqual([]);
  });
});

describe('resource-api check', () => {
  const check = (words: readonly string[], url = demo.url) =>
    runCommand(['check', ...words], {
      load: async () => () => deployed(url) as Deployment,
      env: { DATABASE_URL: url },
    });

  it('prints SQL, and exits with 1 only if it is strict', async () => {
    expect((await check(['--strict'])).code).toBe(0);
    await drop('posts_title_index', 'posts');
    const { code, stdout } = await check(['--indexes']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^-- The entities are compared with the database .*\.\n-- 1 of .* missing:\n\n-- PostResource\.title: .*sortable.*\ncreate index .*;\n$/s,
    );
    expect((await check(['--strict'])).code).toBe(1);
  });

  it('asks for the migrations first, if they have not run', async () => {
    const empty = await databaseUnderTest();
    const { code, stdout } = await check(['--indexes'], empty.url);
    await empty.dispose();
    expect(code).toBe(1);
    expect(stdout).toContain('run the migrations, and check again.');
  });
});
