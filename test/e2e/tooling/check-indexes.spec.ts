import { deployment } from '../../../demo/deployment.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import type { DeploymentFactory } from '../../../src/tooling/cli/program/cli-command.js';
import type { DeploymentCheck } from '../../../src/tooling/cli/tasks/check-deployment.js';
import { databaseUnderTest, isOfMysqlFamily, testDialect } from '../../support/databases.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { runCommand } from '../../support/run-command.js';

let demo: DemoApp;

beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

/** The deployment of the demo, with this database. */
const deployed = (url: string): DeploymentFactory =>
  (() => deployment(readEnvironment({ DATABASE_URL: url, LOG_LEVEL: 'silent' }))) as never;
const check = (url: string, ...options: readonly string[]) =>
  runCommand(['check', '--indexes', ...options], {
    load: async () => deployed(url),
  });
const missing = async () => {
  const { stdout } = await check(demo.url, '--json');
  return (JSON.parse(stdout) as DeploymentCheck['data']).missingIndexes;
};
/** A statement with the quotes of the database. */
const quoted = (sql: string) => (isOfMysqlFamily ? sql.replaceAll('"', '`') : sql);
const dropIndex = (name: string, table: string) =>
  demo.database.write(`drop index ${name}${isOfMysqlFamily ? ` on ${table}` : ''}`);

const ofTitle = quoted('create index "posts_title_index" on "posts" ("title")');
const ofMorph = quoted(
  'create index "comments_commentable_type_commentable_id_index" on "comments" ("commentable_type", "commentable_id")',
);
const ofPivot = quoted(
  'create index "taggables_taggable_type_taggable_id_index" on "taggables" ("taggable_type", "taggable_id")',
);

describe('resource-api check --indexes', () => {
  it('finds no missing index in the demo, and ends with 0', async () => {
    const { code, stdout } = await check(demo.url);
    expect(code).toBe(0);
    expect(stdout).toContain(
      'No index is missing for columns that definitions sort, match or join by.',
    );
  });

  it('lists sorted, matched and joined columns without an index, and ends with 1', async () => {
    await dropIndex('posts_title_index', 'posts');
    await dropIndex('comments_commentable_type_commentable_id_id_index', 'comments');
    await dropIndex('taggables_taggable_type_taggable_id_tag_id_index', 'taggables');
    const { code, stdout } = await check(demo.url);
    expect(code).toBe(1);
    expect(stdout).toContain('Missing indexes (3)\n');
    expect(stdout).toContain(
      [
        '  posts (title)',
        '    PostResource.title is sortable and matchable',
        `    ${ofTitle}`,
        '  comments (commentable_type, commentable_id)',
      ].join('\n'),
    );
    expect(stdout).toContain(
      ['    PostResource.comments is a relation', '    VideoResource.comments is a relation'].join(
        '\n',
      ),
    );
    expect(stdout).toContain(`    ${ofMorph}\n`);
    expect(stdout).toContain(`    ${ofPivot}\n`);
  });

  it('accepts the indexes that its statements create, and an index of the key of a morph alone', async () => {
    await demo.database.write(ofTitle);
    await demo.database.write(quoted('create index commentable on comments ("commentable_id")'));
    await demo.database.write(ofPivot);
    expect((await check(demo.url)).code).toBe(0);
  });

  it('needs the expression by which SQLite compares instants', async () => {
    if (testDialect !== 'sqlite') return;
    await dropIndex('posts_published_at_index', 'posts');
    await demo.database.write('create index plain on posts (published_at)');
    const index = (await missing()).find(({ columns }) => columns[0] === 'published_at');
    expect(index!.proposal).toEqual({
      statements: [
        `create index "posts_published_at_index" on "posts" (strftime('%Y-%m-%d %H:%M:%f', "published_at"))`,
      ],
    });
    await demo.database.write((index!.proposal as { statements: string[] }).statements[0]!);
    expect((await check(demo.url)).code).toBe(0);
  });

  it('needs an index of the collation that sorts compare by', async () => {
    if (testDialect === 'sqlite') return;
    const text = 'varchar(200)';
    await demo.database.write(
      isOfMysqlFamily
        ? `alter table posts modify title ${text} collate utf8mb4_general_ci not null`
        : `alter table posts alter title type ${text} collate "default"`,
    );
    const found = (await missing()).find(
      ({ table, columns, isSearch }) => table === 'posts' && columns[0] === 'title' && !isSearch,
    );
    expect(found).toMatchObject(
      isOfMysqlFamily
        ? { proposal: { reason: expect.stringContaining('does not compare code points') } }
        : {
            uses: [{ resource: 'PostResource', member: 'title', what: 'sortable' }],
            proposal: {
              statements: ['create index "posts_title_index" on "posts" ("title" collate "C")'],
            },
          },
    );
  });

  it('offers indexes for searches on PostgreSQL only, and names the columns on all', async () => {
    const { stdout } = await check(demo.url);
    expect(stdout).toContain('VideoResource.title is searchable');
    if (testDialect !== 'postgres') {
      expect(stdout).toContain('an index finds the beginning of a string');
      return;
    }
    const searches = async () =>
      (await missing()).filter(({ table, isSearch }) => table === 'videos' && isSearch);
    const [video] = await searches();
    await demo.database.write('create extension pg_trgm');
    for (const statement of (video!.proposal as { statements: string[] }).statements)
      await demo.database.write(statement);
    expect(await searches()).toEqual([]);
    expect(await planOfSearch('ding')).toContain('videos_title_search1');
    expect(await planOfSearch('kéé')).toContain('videos_title_search2');
  });

  it('requires the database with all its migrations', async () => {
    const place = await databaseUnderTest();
    const { code, stderr } = await check(place.url);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /(There is no database|has pending migrations).* Run the migrations first: resource-api migrate run\n$/,
    );
    await place.dispose();
  });

  /** The plan of the statement that a search sends, if the planner may not read the whole table. */
  async function planOfSearch(text: string): Promise<string> {
    const sent: string[] = [];
    const stop = demo.database.observe((sql) => sent.push(sql));
    expect((await demo.get(`/videos?search=${encodeURIComponent(text)}`)).status).toBe(200);
    stop();
    const search = sent.find((sql) => sql.includes(' like '))!;
    const bound = /\?|\$\d+/g;
    const sql = search.replace(/like (\?|\$\d+)/, `like '%${text}%'`).replaceAll(bound, '15');
    return demo.database.transaction(async (transaction) => {
      for (const plan of ['seqscan', 'indexscan'])
        await transaction.query(`set local enable_${plan} = off`);
      return JSON.stringify(await transaction.query(`explain ${sql}`));
    });
  }
});
