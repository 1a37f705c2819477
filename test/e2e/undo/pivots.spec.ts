import { startDemo, type DemoAccount, type DemoApp } from '../../support/demo-app.js';
import { contentOf } from '../../support/database-contents.js';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

/** Every row of the demo, log aside. */
async function contents(): Promise<unknown> {
  const { action_logs: _log, ...others } = await contentOf(demo.database);
  return others;
}

async function lastRow(): Promise<string> {
  const [row] = await demo.database.query('select max(id) from action_logs');
  return String(row![0]);
}

const post = (path: string, body?: object, as: DemoAccount = 'admin') =>
  demo.send<any>(path, { method: 'POST', ...(body && { body }), as });
const revert = (id: string, as: DemoAccount = 'admin') =>
  post(`/action_logs/${id}/revert`, undefined, as);
const revertLast = async (as: DemoAccount = 'admin') => revert(await lastRow(), as);

/** A post of its own with two tags. */
async function newPost(): Promise<string> {
  const { body } = await post('/posts', { title: 'Tagged', status: 'draft' });
  const id = body.data.id as string;
  await post(`/posts/${id}/attach/tags`, {
    tags: [
      { id: tags[0], position: 1 },
      { id: tags[1], position: 2 },
    ],
  });
  return id;
}

let tags: readonly string[];
beforeAll(async () => {
  const rows = await demo.database.query('select slug from tags order by slug limit 4');
  tags = rows.map(([slug]) => String(slug));
});

describe('Reverting a change of a relation', () => {
  it.each([
    ['attach', (id: string) => post(`/posts/${id}/attach/tags`, { tags: [tags[2]], position: 9 })],
    ['detach', (id: string) => post(`/posts/${id}/detach/tags`, { tags: [tags[0], tags[1]] })],
    [
      'sync',
      (id: string) =>
        post(`/posts/${id}/sync/tags`, { tags: [{ id: tags[1], position: 7 }, tags[3]] }),
    ],
    ['sync without values', (id: string) => post(`/posts/${id}/sync/tags`, { tags: [tags[3]] })],
    [
      'a change of pivot values',
      (id: string) =>
        demo.send(`/posts/${id}/tags/${tags[0]}`, { method: 'PATCH', body: { position: 5 } }),
    ],
  ])(
    'restores the pivot rows after %s, and can be reverted (C15.1, C15.3)',
    async (_what, write) => {
      const id = await newPost();
      const before = await contents();
      expect((await write(id)).status).toBeLessThan(300);
      const after = await contents();
      expect(after).not.toEqual(before);
      expect(await revertLast()).toMatchObject({ status: 200, body: { data: { affected: 1 } } });
      expect(await contents()).toEqual(before);
      expect((await revertLast()).status).toBe(200);
      expect(await contents()).toEqual(after);
    },
  );

  it('restores columns that no response contains (C15.3)', async () => {
    await demo.database.write(
      'insert into role_user (user_id, role_id, policy, active, granted_by) values (4, 1, ?, ?, 3)',
      ['own', true],
    );
    const before = await contents();
    expect((await post('/users/4/detach/roles', { roles: [1] })).status).toBe(204);
    expect(await contents()).not.toEqual(before);
    expect((await revertLast()).status).toBe(200);
    expect(await contents()).toEqual(before);
  });

  it('runs the callbacks that replace attach and detach (C15.1, C7.4)', async () => {
    const [one, other] = await demo.database.query(
      'select id from companies order by name limit 2',
    );
    const path = `/companies/${String(one![0])}`;
    const partners = [String(other![0])];
    const gone = await post(`${path}/detach/partners`, { partners });
    expect([gone.status, gone.body]).toEqual([204, undefined]);
    const detached = await contents();
    const { status, body } = await post(`${path}/attach/partners`, { partners });
    expect([status, body]).toEqual([201, expect.anything()]);
    const attached = await contents();
    expect(attached).not.toEqual(detached);
    expect((await revertLast()).status).toBe(200);
    expect(await contents()).toEqual(detached);
    expect((await revertLast()).status).toBe(200);
    expect(await contents()).toEqual(attached);
  });

  it('responds with 409 and both values if a pair has changed since (C15.2)', async () => {
    const id = await newPost();
    const row = await lastRow();
    const patched = await demo.send(`/posts/${id}/tags/${tags[0]}`, {
      method: 'PATCH',
      body: { position: 5 },
    });
    expect(patched.status).toBe(200);
    const before = await contents();
    const { status, body } = await revert(row);
    expect([status, body.code, body.errors]).toEqual([
      409,
      'revert_conflict',
      {
        tags: [`"${tags[0]}" has other values now: "position" is now 5; the change set it to 1.`],
      },
    ]);
    expect(await contents()).toEqual(before);
  });

  it('responds with 409 if a pair was attached or detached since (C15.2)', async () => {
    const id = await newPost();
    await post(`/posts/${id}/sync/tags`, { tags: [tags[0], tags[3]] });
    const row = await lastRow();
    await post(`/posts/${id}/detach/tags`, { tags: [tags[3]] });
    await post(`/posts/${id}/attach/tags`, { tags: [tags[1]] });
    const { status, body } = await revert(row);
    expect(status).toBe(409);
    expect([...body.errors.tags].sort()).toEqual(
      [`"${tags[1]}" is attached again.`, `"${tags[3]}" is no longer attached.`].sort(),
    );
  });

  it('requires the rights of the inverse operation (C15.2)', async () => {
    const id = await newPost();
    const row = await lastRow();
    const before = await contents();
    expect([403, 404]).toContain((await revert(row, 'reader')).status);
    expect(await contents()).toEqual(before);
    expect(id).toBeDefined();
  });
});

describe('Reverting the deletion of a record', () => {
  it('restores its pivot rows and the children of its morphs (C15.1, C15.3)', async () => {
    const id = await newPost();
    await post('/comments', {
      comment: 'a',
      commentable_type: 'posts',
      commentable_id: Number(id),
    });
    await post('/comments', {
      comment: 'b',
      commentable_type: 'posts',
      commentable_id: Number(id),
    });
    const before = await contents();
    expect((await demo.send(`/posts/${id}`, { method: 'DELETE' })).status).toBe(204);
    const after = await contents();
    expect((await revertLast()).status).toBe(200);
    expect(await contents()).toEqual(before);
    expect((await revertLast()).status).toBe(200);
    expect(await contents()).toEqual(after);
  });

  it('restores the hash of a password (C15.3)', async () => {
    const before = await contents();
    const own = { current_password: 'password', password: 'Another-secret-1' };
    const { status } = await demo.send('/users/4', {
      method: 'PATCH',
      body: { ...own, password_confirmation: own.password },
      as: 'admin',
    });
    expect(status).toBe(200);
    expect(await contents()).not.toEqual(before);
    expect((await revertLast()).status).toBe(200);
    expect(await contents()).toEqual(before);
  });
});
