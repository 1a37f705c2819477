import { startDemo, type DemoApp } from '../../../support/demo-app.js';
import type { RecordBody, RefusalBody } from '../writing/bodies.js';
import type { RecordsBody } from './bodies.js';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
  await demo.tokenOf('admin');
});
afterAll(() => demo?.close());

const send = (path: string, body: unknown, method: 'POST' | 'DELETE' = 'POST') =>
  demo.send<RecordsBody & RefusalBody>(path, { method, body: body as object });
const numbered = (count: number, prefix: string) =>
  Array.from({ length: count }, (_none, at) => ({ name: `${prefix} ${at}` }));
const keysOf = ({ body }: { readonly body: RecordsBody }) => body.data.map(({ id }) => id);

describe('the rules of bulk writes', () => {
  it('report a taken value by index (C4.1, C13.5)', async () => {
    await send('/roles', { name: 'printer' });
    const { status, body } = await send('/roles/bulk', [{ name: 'binder' }, { name: 'printer' }]);
    expect([status, Object.keys(body.errors!)]).toEqual([422, ['1.name']]);
  });

  it('report a value that an earlier body contains (C13.5)', async () => {
    const same = [{ name: 'twin' }, { name: 'other' }, { name: 'twin' }];
    const { status, body } = await send('/roles/bulk', same);
    expect([status, Object.keys(body.errors!)]).toEqual([422, ['2.name']]);
    const stored = await send('/roles/bulk', [{ name: 'left' }, { name: 'right' }]);
    const [left, right] = keysOf(stored);
    const updated = await send('/roles/bulk/update', [
      { id: left, name: 'centre' },
      { id: right, name: 'centre' },
    ]);
    expect([updated.status, Object.keys(updated.body.errors!)]).toEqual([422, ['1.name']]);
  });

  it('let every record keep its own value, but not take that of another (C4.1, C13.5)', async () => {
    const [one, two] = keysOf(await send('/roles/bulk', [{ name: 'one' }, { name: 'two' }]));
    const kept = await send('/roles/bulk/update', [
      { id: one, name: 'one' },
      { id: two, name: 'two' },
    ]);
    expect(kept.status).toBe(200);
    const swapped = await send('/roles/bulk/update', [
      { id: one, name: 'two' },
      { id: two, name: 'one' },
    ]);
    expect([swapped.status, Object.keys(swapped.body.errors!)]).toEqual([
      422,
      ['0.name', '1.name'],
    ]);
  });

  it('apply to each record as in a write of this record alone (C4.1, C13.5)', async () => {
    const own = (await demo.get<RecordBody['data']>('/profile')).body.id;
    const other = (await demo.get<RecordsBody>(`/users?perPage=2`)).body.data.find(
      ({ id }) => id !== own,
    )!.id;
    const { status, body } = await send('/users/bulk/update', [
      { id: other, password: 'a new password' },
      { id: own, password: 'a new password' },
    ]);
    expect([status, Object.keys(body.errors!)]).toEqual([422, ['1.current_password']]);
  });

  it('report references to records that do not exist by index, each looked up once (C4.2, C13.5)', async () => {
    const posts = [0, 1, 2].map((at) => ({
      title: `Post ${at}`,
      body: 'Text',
      status: 'draft',
      user_id: at === 1 ? 999_999 : 1,
    }));
    const { status, body } = await send('/posts/bulk', posts);
    expect([status, Object.keys(body.errors!)]).toEqual([422, ['1.user_id']]);
  });
});

describe('the log of bulk writes', () => {
  it('has a row for each record, with one batch (C8.1, C13.5)', async () => {
    const posts = [0, 1].map((at) => ({ title: `Logged ${at}`, body: 'Text', status: 'draft' }));
    const keys = keysOf(await send('/posts/bulk', posts));
    await send(
      '/posts/bulk/update',
      keys.map((id) => ({ id, title: 'Changed' })),
    );
    await send('/posts/bulk/delete', keys, 'DELETE');
    const rows = await demo.database.query(
      `select name, actionable_id, batch_id from action_logs where actionable_type = 'posts'` +
        ` and actionable_id in ('${keys.join("', '")}') order by id`,
    );
    expect(rows.map(([name, id]) => `${String(name)} ${String(id)}`)).toEqual(
      ['Stored', 'Updated', 'Deleted'].flatMap((name) => keys.map((id) => `${name} ${id}`)),
    );
    expect(new Set(rows.map(([, , batch]) => batch)).size).toBe(3);
  });
});

describe('the statements of bulk writes', () => {
  const counted = async (work: () => Promise<{ readonly status: number }>, status: number) => {
    let response = 0;
    const statements = await demo.statements(async () => {
      response = (await work()).status;
    });
    expect(response).toBe(status);
    return statements.length;
  };

  it('are as many for 50 records as for 2, with rules that look up (C13.5)', async () => {
    const counts = [];
    for (const count of [2, 50]) {
      const bodies = numbered(count, `of ${count}`);
      const stores = await counted(() => send('/roles/bulk', bodies), 201);
      const keys = keysOf(await send('/roles/bulk', numbered(count, `again of ${count}`)));
      const changes = keys.map((id, at) => ({ id, name: `new ${at} of ${count}` }));
      const updates = await counted(() => send('/roles/bulk/update', changes), 200);
      const deletes = await counted(() => send('/roles/bulk/delete', keys, 'DELETE'), 204);
      counts.push({ stores, updates, deletes });
    }
    expect(counts[1]).toEqual(counts[0]);
  });

  it('are as many for bodies with different fields, relations and log rows (C13.5)', async () => {
    const shapes = [
      { title: 'a' },
      { body: 'b' },
      { title: 'c', status: 'draft' },
      { status: 'archived', user_id: 2 },
    ];
    const counts = [];
    for (const count of [4, 48]) {
      const posts = Array.from({ length: count }, (_none, at) => ({
        title: `Post ${at}`,
        body: 'Text',
        status: 'draft',
        user_id: (at % 4) + 1,
        ...(at % 3 === 0 && { published_at: '2024-01-02T03:04:05.000Z' }),
      }));
      const path = '?include=user,comments';
      const stores = await counted(() => send(`/posts/bulk${path}`, posts), 201);
      const keys = keysOf(await send('/posts/bulk', posts));
      const changes = keys.map((id, at) => ({ id, ...shapes[at % 4] }));
      const updates = await counted(() => send(`/posts/bulk/update${path}`, changes), 200);
      const deletes = await counted(() => send('/posts/bulk/delete', keys, 'DELETE'), 204);
      counts.push({ stores, updates, deletes });
    }
    expect(counts[1]).toEqual(counts[0]);
  });

  it('hash at most 10 passwords, and reject more before they hash one (C12)', async () => {
    const users = (count: number) =>
      Array.from({ length: count }, (_none, at) => ({
        name: `Hashed ${at}`,
        email: `hashed-${at}-of-${count}@example.com`,
        password: 'a long password',
      }));
    const refused = await send('/users/bulk', users(11));
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      {
        '10.password': [
          'The request may contain at most 10 values that take long to compute, such as password. It contains 11.',
        ],
      },
    ]);
    expect((await send('/users/bulk', users(10))).status).toBe(201);
  });

  it('are as many for users, whose tokens end with them (C2.4, C13.5)', async () => {
    const counts = [];
    for (const count of [2, 3]) {
      const users = Array.from({ length: count }, (_none, at) => ({
        name: `User ${at}`,
        email: `user-${at}-of-${count}@example.com`,
        password: 'a long password',
      }));
      const keys = keysOf(await send('/users/bulk', users));
      counts.push(await counted(() => send('/users/bulk/delete', keys, 'DELETE'), 204));
    }
    expect(counts[1]).toBe(counts[0]);
  });
});
