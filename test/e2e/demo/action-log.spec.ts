import { startDemo, type DemoAccount, type DemoApp } from '../../support/demo-app.js';
import type { One, Page } from './responses.js';

let demo: DemoApp;
/** Rows besides those of the seed: their record and their user. */
const rows = {
  aboutOtherUser: ['users', '9', '1'],
  aboutReader: ['users', '4', '1'],
  byReaderAboutOtherUser: ['users', '9', '4'],
  aboutVideo: ['videos', '1', '4'],
  aboutNothing: [null, null, '4'],
  aboutNothingOfAnother: [null, null, '3'],
  aboutGone: ['posts', '999999', '4'],
  aboutGoneOfAnother: ['posts', '999999', '3'],
  aboutNoKey: ['posts', 'x', '4'],
  aboutUnknownType: ['planets', '1', '4'],
} as const;
type RowName = keyof typeof rows;
const keys = new Map<string, RowName>();

beforeAll(async () => {
  demo = await startDemo();
  await Object.entries(rows).reduce(async (before, [name, [type, key, user]], index) => {
    await before;
    const id = 1_000 + index;
    keys.set(String(id), name as RowName);
    await demo.database.write(
      `insert into action_logs (id, user_id, name, actionable_type, actionable_id, status, original, changes, exception, batch_id, meta)
       values (?, ?, 'Updated', ?, ?, 'finished', '{}', '{}', '', 'batch', '{}')`,
      [id, user, type, key],
    );
  }, Promise.resolve());
});
afterAll(() => demo.close());

const seenBy = async (account: DemoAccount): Promise<readonly RowName[]> => {
  const { body } = await demo.get<Page>('/action_logs?perPage=100', account);
  return body.data.flatMap(({ id }) => keys.get(id) ?? []).reverse();
};

describe('the action log of the demo', () => {
  it('shows admins every row (C8.4)', async () => {
    expect(await seenBy('admin')).toEqual(Object.keys(rows));
  });

  it('shows users the rows about themselves, and their own ones about nothing or about deleted records (C8.4)', async () => {
    // Videos keep no log, so that a row about one refers to nothing known.
    expect(await seenBy('reader')).toEqual([
      'aboutReader',
      'aboutVideo',
      'aboutNothing',
      'aboutGone',
      'aboutNoKey',
      'aboutUnknownType',
    ] satisfies RowName[]);
    expect(await seenBy('author')).toEqual(['aboutNothingOfAnother', 'aboutGoneOfAnother']);
    expect(await seenBy('editor')).toEqual([]);
  });

  it('shows rows about a post with the post: by relation, index and show (C8.4)', async () => {
    const [[draft] = []] = await demo.database.query(
      `select id from posts where status = 'draft' and user_id = 3 order by id limit 1`,
    );
    await demo.database.write(`update action_logs set actionable_id = ? where id = 1006`, [
      String(draft),
    ]);
    const statuses = (['admin', 'editor', 'author', 'reader'] as const).map(
      async (as) => (await demo.get('/action_logs/1006', as)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 404]);
    const { body } = await demo.get<One>(`/posts/${String(draft)}?include=logs`, 'author');
    expect(body.data.relationships.logs!.map(({ id }) => id)).toEqual(['1006']);
  });

  it('shows no row about another user by the relation (C8.4)', async () => {
    const logsOf = async (user: number, as: DemoAccount) =>
      (await demo.get<One>(`/users/${user}?include=logs`, as)).body.data.relationships.logs!.length;
    expect(await logsOf(9, 'admin')).toBe(2);
    expect(await logsOf(9, 'reader')).toBe(0);
    expect(await logsOf(4, 'reader')).toBe(1);
  });

  it('is the log of a company by MorphToMany (C8.4)', async () => {
    const [[company, log] = []] = await demo.database.query(
      `select actionable_id, id from action_logs where actionable_type = 'companies' order by id limit 1`,
    );
    const { body } = await demo.get<One>(`/companies/${String(company)}?include=logs`);
    expect(body.data.relationships.logs!.map(({ id, type }) => [id, type])).toEqual([
      [String(log), 'action_logs'],
    ]);
  });

  it('responds to users without access to the relation as if it were not declared (C5.2)', async () => {
    const textsFor = async (relation: string) => {
      const response = await demo.get<{ errors: { include: string[] } }>(
        `/companies?include=${relation}`,
        'editor',
      );
      expect(response.status).toBe(400);
      return response.body.errors.include.map((text) => text.replace(/ Did you mean .*\?/, ''));
    };
    const refused = await textsFor('logs');
    expect(refused).toEqual([
      'companies has no relation "logs" (position 0). Allowed: users, tags, partners.',
    ]);
    expect(refused).toEqual((await textsFor('moons')).map((text) => text.replace('moons', 'logs')));
  });
});
