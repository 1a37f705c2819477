import { RegistryModule } from '../../../../src/app/registry/registry.module.js';
import { readSchema } from '../../../../src/database/schema/read-schema.js';
import type { CompiledColumn } from '../../../../src/registry/resources/compiled-resource.js';
import { startDemo, type DemoApp } from '../../../support/demo-app.js';
import { columnOf } from '../../../unit/database/columns.js';
import { isOfMysqlFamily, testDialect } from '../../../support/databases.js';

let demo: DemoApp;
const indexOfTitle = isOfMysqlFamily
  ? 'create index `posts_title_index` on `posts` (`title`)'
  : 'create index "posts_title_index" on "posts" ("title")';

beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

describe('The description of tables in the database', () => {
  it('has an index for each column that the demo sorts or matches by', async () => {
    const { report } = await demo.app.get(RegistryModule).compile();
    expect(report.warnings.filter(({ wrong }) => wrong.includes('index'))).toEqual([]);
  });

  it('contains the columns that an index begins with', async () => {
    const { findTable } = await readSchema(demo.database);
    const isIndexed = (table: string, column: CompiledColumn) =>
      findTable(table)?.isIndexed([column], 'sort') ?? false;
    const title = columnOf('title', 'text');
    expect(isIndexed('posts', title)).toBe(true);
    expect(isIndexed('posts', columnOf('published_at', 'datetime'))).toBe(true);
    expect(isIndexed('users', columnOf('email', 'text'))).toBe(true);
    expect(isIndexed('posts', columnOf('user_id', 'integer'))).toBe(true);
    expect(isIndexed('posts', columnOf('description', 'text'))).toBe(false);
    expect(isIndexed('comments', columnOf('commentable_id', 'integer'))).toBe(false);
    expect(isIndexed('nothing', title)).toBe(false);
    await demo.database.write(
      'drop index posts_title_index' + (isOfMysqlFamily ? ' on posts' : ''),
    );
    expect((await readSchema(demo.database)).findTable('posts')!.isIndexed([title], 'sort')).toBe(
      false,
    );
  });

  it('is the reason for warnings at the start, and does not stop it', async () => {
    const { report, resources } = await demo.app.get(RegistryModule).compile();
    expect(resources).not.toBeNull();
    expect(report.warnings).toContainEqual({
      severity: 'warning',
      resource: 'PostResource',
      member: 'title',
      wrong: 'it is sortable and matchable, but no index of posts serves it',
      step: `run ${indexOfTitle} in a migration`,
    });
  });

  it('separates columns that compare by code points from others', async () => {
    const isExact = async () =>
      (await readSchema(demo.database)).findTable('posts')!.findColumn('title')!.exact;
    expect(await isExact()).toBe(true);
    if (!isOfMysqlFamily) return;
    await demo.database.write(
      'alter table posts modify title varchar(200) collate utf8mb4_general_ci not null',
    );
    expect(await isExact()).toBe(false);
  });
});

describe('A string column that the entity declares as an instant', () => {
  it('fails the start on PostgreSQL, where every nested index would fail', async () => {
    const type = isOfMysqlFamily
      ? 'modify published_at varchar(40)'
      : 'alter published_at type text';
    if (testDialect !== 'sqlite') await demo.database.write(`alter table posts ${type}`);
    const { report } = await demo.app.get(RegistryModule).compile();
    const wrong = report.faults.map((fault) => `${fault.member}: ${fault.wrong}`);
    const expected =
      'published_at: the entity declares published_at as datetime, but the column posts.published_at is text';
    expect(wrong).toEqual(testDialect === 'postgres' ? [expected] : []);
  });
});

describe('Instants (C1.6)', () => {
  it('are found and sorted as instants, in any string form of the column', async () => {
    if (testDialect !== 'sqlite') return;
    const write = (text: string, id: number) =>
      demo.database.write('update posts set published_at = ? where id = ?', [text, id]);
    await write('2001-02-03T04:05:06Z', 1);
    await write('2001-02-03 04:05:06', 51);
    await write('2001-02-03T06:05:06.001+02:00', 101);
    const { data } = (
      await demo.get<{ data: { id: string }[] }>('/posts?published_at=2001-02-03&sort=published_at')
    ).body;
    expect(data.map(({ id }) => id)).toEqual(['51', '1', '101']);
  });
});
