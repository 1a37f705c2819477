import fc from 'fast-check';
import { examples } from '../../support/examples.js';
import { contentOf } from '../../support/database-contents.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';

const EXAMPLES = examples(12);

let demo: DemoApp;
let tags: readonly string[];
let posts: string[];

beforeAll(async () => {
  demo = await startDemo();
  const rows = await demo.database.query('select slug from tags order by slug limit 5');
  tags = rows.map(([slug]) => String(slug));
});
afterAll(() => demo?.close());

/** One write: a method, the place of a post in the list, and what to send. */
type Write = (place: number) => Promise<unknown>;

const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  demo.send<any>(path, { method, ...(body && { body }) });
const pathOf = (place: number) => `/posts/${posts[place % posts.length]}`;

const place = fc.nat({ max: 20 });
const position = fc.option(fc.integer({ min: 1, max: 9 }));
const tag = fc.nat({ max: 4 });
const values = fc.record(
  {
    title: fc.string({ minLength: 1, maxLength: 5 }).map((text) => `t${text.trim()}`),
    description: fc.option(fc.string({ maxLength: 5 }).map((text) => `d${text.trim()}`)),
    status: fc.constantFrom('draft', 'published', 'archived'),
  },
  { requiredKeys: [] },
);
const listed = fc
  .uniqueArray(fc.record({ tag, position }), { maxLength: 4, selector: (one) => one.tag })
  .map((list) => list.map((one) => ({ id: one.tag, position: one.position })));

const linked = (list: readonly { readonly id: number; readonly position: number | null }[]) => ({
  tags: list.map(({ id, position: at }) => ({ id: tags[id], position: at })),
});

const write: fc.Arbitrary<readonly [Write, number]> = fc.tuple(
  fc.oneof(
    values.map((body): Write => async () => {
      const stored = await send('POST', '/posts', { title: 'New', status: 'draft', ...body });
      posts.push(stored.body.data.id as string);
    }),
    values.map(
      (body): Write =>
        (at) =>
          send('PATCH', pathOf(at), body),
    ),
    fc.constant<Write>((at) => send('DELETE', pathOf(at))),
    listed.map(
      (list): Write =>
        (at) =>
          send('POST', `${pathOf(at)}/attach/tags`, linked(list)),
    ),
    listed.map(
      (list): Write =>
        (at) =>
          send('POST', `${pathOf(at)}/sync/tags`, linked(list)),
    ),
    listed.map((list): Write => (at) => {
      const keys = list.map(({ id }) => tags[id]);
      return send('POST', `${pathOf(at)}/detach/tags`, { tags: keys });
    }),
    fc.tuple(tag, position).map(
      ([id, at]): Write =>
        (post) =>
          send('PATCH', `${pathOf(post)}/tags/${tags[id]}`, { position: at }),
    ),
  ),
  place,
);

async function contents(): Promise<unknown> {
  const { action_logs: _log, ...others } = await contentOf(demo.database);
  return others;
}

async function lastRow(): Promise<number> {
  const [row] = await demo.database.query('select coalesce(max(id), 0) from action_logs');
  return Number(row![0]);
}

describe('Reverting writes in the reverse order', () => {
  it('restores the exact database (C15.1, C15.3)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 8 }), async (writes) => {
        const rows = await demo.database.query('select id from posts order by id limit 3');
        posts = rows.map(([id]) => String(id));
        const before = await contents();
        const first = await lastRow();
        for (const [perform, at] of writes) await perform(at);
        for (let row = await lastRow(); row > first; row -= 1) {
          const { status, body } = await send('POST', `/action_logs/${row}/revert`);
          expect([row, status, body]).toEqual([row, 200, expect.anything()]);
        }
        expect(await contents()).toEqual(before);
      }),
      EXAMPLES,
    );
  });
});
