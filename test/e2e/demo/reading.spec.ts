import type { DemoAccount, DemoApp } from '../../support/demo-app.js';
import { startDemo } from '../../support/demo-app.js';
import { accounts, accountKeys, resources, type One, type Page } from './responses.js';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

/** The table of permissions in demo.md, as SQL of its own. */
function visible(resource: string, account: DemoAccount): string {
  const user = accountKeys[account];
  const posts = user <= 2 ? '1 = 1' : `(status = 'published' or user_id = ${user})`;
  const ofPosts = (morph: string) =>
    `(${morph}_type = 'posts' and ${morph}_id in (select id from posts where ${posts}))`;
  const rules: Readonly<Record<string, string>> = {
    phones: account === 'admin' ? '1 = 1' : `user_id = ${user}`,
    posts,
    comments: `(commentable_type = 'videos' or ${ofPosts('commentable')})`,
    images: `(imageable_type = 'users' or ${ofPosts('imageable')})`,
  };
  return rules[resource] ?? '1 = 1';
}

/** Resources of which a reader may not see every row. */
const narrowed = ['phones', 'posts', 'comments', 'images'];
const readable = Object.keys(resources).filter((resource) => resource !== 'action_logs');
const readings = readable.flatMap((resource) =>
  accounts.map((account) => [resource, account] as const),
);

async function keysInTable(resource: string, account: DemoAccount): Promise<readonly string[]> {
  const key = resource === 'tags' ? 'slug' : 'id';
  const sql = `select ${key} from ${resource} where ${visible(resource, account)} order by ${key} desc`;
  return (await demo.database.query(sql)).map(([value]) => String(value));
}

describe('index and show of the demo', () => {
  it.each(readings)(
    'shows in /%s to the %s exactly the rows of their scope (C4.4)',
    async (resource, account) => {
      const expected = await keysInTable(resource, account);
      const first = await demo.get<Page>(`/${resource}?perPage=100`, account);
      expect(first.status).toBe(200);
      expect(first.body.meta.total).toBe(expected.length);
      expect(first.body.data.map(({ id }) => id)).toEqual(expected.slice(0, 100));

      const { last_page: last } = first.body.meta;
      const { body } = await demo.get<Page>(`/${resource}?perPage=100&page=${last}`, account);
      expect(body.data.map(({ id }) => id)).toEqual(expected.slice((last - 1) * 100));
    },
  );

  it.each(readings)(
    'shows in /%s/<id> to the %s the same as in the index (C4)',
    async (resource, account) => {
      const { body: page } = await demo.get<Page>(`/${resource}?perPage=3`, account);
      expect(page.data.length).toBeGreaterThan(0);
      for (const record of page.data) {
        const { status, body } = await demo.get<One>(`/${resource}/${record.id}`, account);
        expect(status).toBe(200);
        expect(body.data).toEqual(record);
      }
    },
  );

  it.each(narrowed)(
    'responds to a row of /%s outside the scope as to one that does not exist (C4.4)',
    async (resource) => {
      const all = await keysInTable(resource, 'admin');
      const own = new Set(await keysInTable(resource, 'reader'));
      const hidden = all.filter((key) => !own.has(key)).slice(0, 3);
      expect(hidden).toHaveLength(3);
      const missing = await demo.get(`/${resource}/999999`, 'reader');
      expect(missing.status).toBe(404);
      for (const key of hidden) {
        const { status, body } = await demo.get(`/${resource}/${key}`, 'reader');
        expect({ status, body }).toEqual({ status: missing.status, body: missing.body });
      }
    },
  );

  it.each(Object.keys(resources))(
    'has no column of /%s for callers who name a hidden one (C1.2)',
    async (resource) => {
      for (const column of ['password', 'is_admin', 'suspended_at', 'granted_by', 'is_editor']) {
        const { status } = await demo.get(`/${resource}?fields[${resource}]=${column}`);
        expect(status).toBe(400);
      }
    },
  );
});
