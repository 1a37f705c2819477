import type { TestMethod } from '../../../src/tooling/testing/index.js';
import { startDemo, type DemoAccount, type DemoApp } from '../../support/demo-app.js';
import { RecordImages } from '../../../src/modules/records/writing/record-images.js';
import { startNode } from '../../support/demo-node.js';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

interface Body {
  readonly code: string;
  readonly message: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly data: {
    readonly id: string;
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly affected: Readonly<Record<string, number>>;
    readonly refused: number;
    readonly skipped: number;
    readonly changes: readonly {
      readonly type: string;
      readonly id: string;
      readonly event: string;
      readonly original: object;
      readonly changes: object;
    }[];
    readonly result: { readonly data: unknown } | null;
  };
}

async function send(
  method: TestMethod,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: object,
  as: DemoAccount = 'admin',
) {
  await demo.tokenOf(as);
  const response = await demo.client(as).with(headers).send<Body>(method, path, body);
  return { ...response, etag: String(response.headers.etag) };
}

let number = 0;
const newPost = async () => {
  const body = { title: `Post ${++number}`, status: 'draft' };
  return (await send('POST', '/posts', {}, body)).body.data.id;
};
const counts = async () => {
  const tables = ['posts', 'comments', 'taggables', 'action_logs', 'idempotency_keys'];
  const rows = await Promise.all(
    tables.map((table) => demo.database.query(`select count(*) from ${table}`)),
  );
  return rows.map(([row]) => Number(row![0]));
};

describe('If-Match (C13.1)', () => {
  it('lets a write with the current version pass, and rejects the next with the old one', async () => {
    const id = await newPost();
    const { etag } = await send('GET', `/posts/${id}`, {});
    const first = await send('PATCH', `/posts/${id}`, { 'if-match': etag }, { title: 'One' });
    expect(first.status).toBe(200);
    expect(first.etag).not.toBe(etag);
    const second = await send('PATCH', `/posts/${id}`, { 'if-match': etag }, { title: 'Two' });
    expect([second.status, second.body.code]).toEqual([412, 'precondition_failed']);
    expect(second.etag).toBe(first.etag);
    expect((await send('GET', `/posts/${id}`, {})).body.data.attributes.title).toBe('One');
  });

  it.each<[TestMethod, string, object | undefined]>([
    ['PUT', '', { title: 'New', status: 'draft' }],
    ['PATCH', '', { title: 'New' }],
    ['DELETE', '', undefined],
    ['POST', '/attach/tags', { tags: ['art'] }],
    ['POST', '/sync/tags', { tags: ['art'] }],
    ['POST', '/detach/tags', { tags: ['art'] }],
    ['POST', '/actions?action=publish-post', {}],
  ])('rejects %s%s with another version, and writes nothing', async (method, path, body) => {
    const id = await newPost();
    const before = await counts();
    const headers = { 'if-match': 'W/"other"' };
    const { status } = await send(method, `/posts/${id}${path}`, headers, body);
    expect(status).toBe(412);
    expect(await counts()).toEqual(before);
    const current = { 'if-match': `"x", ${(await send('GET', `/posts/${id}`, {})).etag}` };
    expect((await send(method, `/posts/${id}${path}`, current, body)).status).toBeLessThan(300);
  });

  it('accepts any version of a record that exists', async () => {
    const id = await newPost();
    const any = { 'if-match': '*' };
    expect((await send('PATCH', `/posts/${id}`, any, { title: 'x' })).status).toBe(200);
    expect((await send('PATCH', '/posts/999999', any, { title: 'x' })).status).toBe(404);
  });

  it('compares the version of the profile', async () => {
    const { etag } = await send('GET', '/profile', {});
    const write = (version: string) =>
      send('PATCH', '/profile', { 'if-match': version }, { name: `Name ${version.length}` });
    expect((await write('W/"no"')).status).toBe(412);
    expect((await write(etag)).status).toBe(200);
  });

  it.each([['nonsense'], ['W/abc'], [''], ['"a" "b"']])('rejects %j with 400', async (version) => {
    const { status, body } = await send('PATCH', '/posts/1', { 'if-match': version }, {});
    expect([status, body.code]).toEqual([400, 'malformed_request']);
    expect(Object.keys(body.errors)).toEqual(['If-Match']);
  });

  describe('for a record that the caller may not see', () => {
    /** A draft of the admin, and the log row of its last change. Readers see neither. */
    async function unseen() {
      const id = await newPost();
      await send('PATCH', `/posts/${id}`, {}, { title: 'Changed' });
      const [row] = await demo.database.query('select max(id) from action_logs');
      return { id, row: String(row![0]) };
    }

    it.each<[TestMethod, (of: { id: string; row: string }) => string, object | undefined]>([
      ['PUT', ({ id }) => `/posts/${id}`, { title: 'New', status: 'draft' }],
      ['PATCH', ({ id }) => `/posts/${id}`, { title: 'New' }],
      ['DELETE', ({ id }) => `/posts/${id}`, undefined],
      ['POST', ({ id }) => `/posts/${id}/attach/tags`, { tags: ['art'] }],
      ['POST', ({ id }) => `/posts/${id}/sync/tags`, { tags: ['art'] }],
      ['POST', ({ id }) => `/posts/${id}/detach/tags`, { tags: ['art'] }],
      ['PATCH', ({ id }) => `/posts/${id}/tags/art`, { position: 1 }],
      ['POST', ({ id }) => `/posts/${id}/actions?action=publish-post`, {}],
      ['POST', ({ id }) => `/posts/${id}/actions?action=import-posts`, { count: 1 }],
      ['POST', ({ row }) => `/action_logs/${row}/revert`, undefined],
    ])('responds to %s like for an unknown one (%#)', async (method, pathOf, body) => {
      const before = await counts();
      const path = pathOf(await unseen());
      const unknown = pathOf({ id: '999999', row: '999999' });
      for (const version of ['W/"other"', '*']) {
        const headers = { 'if-match': version };
        const responses = [];
        for (const each of [path, unknown]) {
          const { status, body: error, etag } = await send(method, each, headers, body, 'reader');
          responses.push([status, error.code, etag]);
        }
        expect(responses).toEqual(Array(2).fill([404, 'not_found', 'undefined']));
      }
      expect((await counts())[4]).toBe(before[4]);
    });
  });

  it('compares the version of a row of the log', async () => {
    await send('PATCH', `/posts/${await newPost()}`, {}, { title: 'Changed' });
    const [row] = await demo.database.query('select max(id) from action_logs');
    const path = `/action_logs/${String(row![0])}`;
    const { etag } = await send('GET', path, {});
    const revert = (version: string) => send('POST', `${path}/revert`, { 'if-match': version });
    expect((await revert('W/"other"')).status).toBe(412);
    expect((await revert(etag)).status).toBe(200);
  });

  it('compares the version of the record in the path with every prefix', async () => {
    const node = await startNode(demo, { prefix: '/profile-api' });
    const authorization = `Bearer ${await demo.tokenOf('admin')}`;
    const patch = (id: string, version: string) =>
      node.inject({
        method: 'PATCH',
        url: `/profile-api/posts/${id}`,
        headers: { authorization, 'if-match': version },
        payload: { title: 'Patched' },
      });
    try {
      const [id, own] = [await newPost(), (await send('GET', '/profile', {})).etag];
      const { etag } = await send('GET', `/posts/${id}`, {});
      expect((await patch(id, own)).statusCode).toBe(412);
      expect((await patch(id, etag)).statusCode).toBe(200);
    } finally {
      await node.close();
    }
  });

  it('has a counterpart for reads: If-None-Match', async () => {
    const id = await newPost();
    for (const path of [`/posts/${id}`, '/profile']) {
      const { etag } = await send('GET', path, {});
      for (const version of [etag, `"x", ${etag.slice(2)}`, '*']) {
        const known = await send('GET', path, { 'if-none-match': version });
        expect([known.status, known.body, known.etag]).toEqual([304, undefined, etag]);
      }
      expect((await send('GET', path, { 'if-none-match': '"other"' })).status).toBe(200);
      expect((await send('HEAD', path, { 'if-none-match': etag })).status).toBe(304);
    }
    const unseen = await send('GET', `/posts/${id}`, { 'if-none-match': '*' }, undefined, 'reader');
    expect(unseen.status).toBe(404);
  });

  it('has a counterpart for PUT: If-None-Match', async () => {
    const id = await newPost();
    const { etag } = await send('GET', `/posts/${id}`, {});
    const put = (path: string, version: string, as: DemoAccount = 'admin') =>
      send('PUT', path, { 'if-none-match': version }, { title: 'Put', status: 'draft' }, as);
    for (const version of ['*', etag])
      expect(await put(`/posts/${id}`, version)).toMatchObject({ status: 412, etag });
    expect((await put('/posts/999999', '*')).status).toBe(404);
    expect((await put(`/posts/${id}`, '*', 'reader')).status).toBe(404);
    expect((await put(`/posts/${id}`, 'x')).status).toBe(400);
    expect((await put(`/posts/${id}`, 'W/"other"')).status).toBe(200);
  });

  it('is rejected where there is no record', async () => {
    const { status, body } = await send('POST', '/posts', { 'if-match': '"x"' }, { title: 'x' });
    expect([status, body.code]).toEqual([400, 'malformed_request']);
  });
});

describe('Prefer: max-affected (C13.4)', () => {
  it('rejects a run that would change more records, and writes nothing', async () => {
    const ids = [await newPost(), await newPost(), await newPost()];
    const before = await counts();
    const run = (max: number) =>
      send(
        'POST',
        '/posts/actions?action=purge-posts',
        { prefer: `max-affected=${max}` },
        { repositories: ids.map(Number) },
      );
    const refused = await run(2);
    expect([refused.status, refused.body.code]).toEqual([409, 'max_affected_exceeded']);
    expect(refused.body.message).toContain('change 3 records');
    expect(await counts()).toEqual(before);
    expect((await run(3)).status).toBe(200);
  });

  it('counts a store, an update and attached records', async () => {
    const id = await newPost();
    const none = { prefer: 'max-affected=0' };
    expect((await send('POST', '/posts', none, { title: 'x', status: 'draft' })).status).toBe(409);
    expect((await send('PATCH', `/posts/${id}`, none, { title: 'x' })).status).toBe(409);
    const unchanged = (await send('GET', `/posts/${id}`, {})).body.data.attributes.title;
    expect((await send('PATCH', `/posts/${id}`, none, { title: unchanged })).status).toBe(200);
    expect(
      (await send('POST', `/posts/${id}/attach/tags`, none, { tags: ['art', 'biography'] })).status,
    ).toBe(409);
  });

  it('counts pivot rows, children and rows that the database deletes itself', async () => {
    const user = '4';
    const tables = ['users', 'phones', 'role_user', 'action_logs', 'posts'];
    await demo.database.write('delete from phones where user_id = 4');
    await demo.database.write('insert into phones (number, user_id) values (?, ?)', [
      '+1 555 01',
      4,
    ]);
    await demo.database.write('delete from role_user where user_id = 4');
    await demo.database.write(
      'insert into role_user (user_id, role_id, policy, active) values (4, 1, ?, ?)',
      ['read', true],
    );
    await demo.database.write('update posts set user_id = 1 where user_id = 4');
    await demo.database.write('update comments set user_id = 1 where user_id = 4');
    await demo.database.write('update videos set user_id = 1 where user_id = 4');
    const state = () =>
      Promise.all(tables.map((table) => demo.database.query(`select count(*) from ${table}`)));
    const before = await state();
    const dry = await send('DELETE', `/users/${user}`, { prefer: 'tx=rollback' });
    expect(dry.body.data.affected).toMatchObject({ deleted: 2, detached: 1 });
    const refused = await send('DELETE', `/users/${user}`, { prefer: 'max-affected=2' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The request would change 3 records, but max-affected allows 2.',
    ]);
    expect(await state()).toEqual(before);
    expect((await send('DELETE', `/users/${user}`, { prefer: 'max-affected=3' })).status).toBe(204);
  });

  it('is counted before a run over all records begins', async () => {
    const before = await counts();
    const statements = await demo.statements(async () => {
      const { status, body } = await send(
        'POST',
        '/posts/actions?action=purge-posts',
        { prefer: 'max-affected=5' },
        { repositories: 'all' },
      );
      expect([status, body.code]).toEqual([409, 'max_affected_exceeded']);
    });
    expect(statements.filter((sql) => /^(?:delete|update)/i.test(sql))).toEqual([]);
    expect(await counts()).toEqual(before);
  });

  it('may be any number', async () => {
    const id = await newPost();
    const prefer = `max-affected=${'9'.repeat(40)}`;
    expect((await send('PATCH', `/posts/${id}`, { prefer }, { title: 'Any' })).status).toBe(200);
  });

  it.each([['max-affected=x'], ['max-affected=-1'], ['max-affected']])(
    'rejects %s with 400',
    async (prefer) => {
      const { status, body } = await send('PATCH', '/posts/1', { prefer }, {});
      expect([status, body.code]).toEqual([400, 'malformed_request']);
    },
  );

  it('ignores preferences that it does not know', async () => {
    const id = await newPost();
    const prefer = 'return=minimal; foo="a,b", wait=10, respond-async';
    expect((await send('PATCH', `/posts/${id}`, { prefer }, { title: 'x' })).status).toBe(200);
  });
});

describe('Prefer: tx=rollback (C13.3)', () => {
  const dry = { prefer: 'tx=rollback' };

  it('previews a store, and leaves nothing', async () => {
    const before = await counts();
    const body = { title: 'Dry', status: 'draft' };
    const { status, body: preview, headers } = await send('POST', '/posts', dry, body);
    expect(status).toBe(200);
    expect(headers['preference-applied']).toBe('tx=rollback');
    expect(headers.location).toBeUndefined();
    expect(preview.data.affected).toEqual({
      stored: 1,
      updated: 0,
      deleted: 0,
      attached: 0,
      detached: 0,
    });
    expect(preview.data.changes).toMatchObject([
      { type: 'posts', event: 'stored', original: {}, changes: { title: 'Dry' } },
    ]);
    expect(preview.data.result).toMatchObject({ data: { attributes: { title: 'Dry' } } });
    expect(await counts()).toEqual(before);
  });

  it('previews an update, a delete and pivots', async () => {
    const id = await newPost();
    const before = await counts();
    const updated = await send('PATCH', `/posts/${id}`, dry, { title: 'Dry' });
    expect(updated.body.data.changes).toMatchObject([
      { event: 'updated', id, changes: { title: 'Dry' } },
    ]);
    const deleted = await send('DELETE', `/posts/${id}`, dry);
    expect(deleted.status).toBe(200);
    expect(deleted.body.data).toMatchObject({ affected: { deleted: 1 }, result: null });
    const synced = await send('POST', `/posts/${id}/sync/tags`, dry, {
      tags: ['art', 'biography'],
    });
    expect(synced.body.data.affected).toMatchObject({ attached: 2, detached: 0 });
    expect(await counts()).toEqual(before);
    expect((await send('GET', `/posts/${id}`, {})).body.data.attributes.title).not.toBe('Dry');
  });

  it('previews an action over records, with the keys that match none', async () => {
    const ids = [Number(await newPost()), Number(await newPost()), 999_999];
    const before = await counts();
    const { body } = await send('POST', '/posts/actions?action=purge-posts', dry, {
      repositories: ids,
    });
    expect(body.data).toMatchObject({ affected: { deleted: 2 }, refused: 0, skipped: 1 });
    expect(body.data.changes).toHaveLength(2);
    expect(await counts()).toEqual(before);
  });

  it('previews a run over all records, and describes 20 changes', async () => {
    const before = await counts();
    const { status, body } = await send('POST', '/posts/actions?action=purge-posts', dry, {
      repositories: 'all',
    });
    expect(status).toBe(200);
    expect(body.data.affected.deleted).toBeGreaterThan(20);
    expect(body.data.changes).toHaveLength(20);
    expect(await counts()).toEqual(before);
  });

  it('rejects an invalid body like the real call', async () => {
    const { status, body } = await send('POST', '/posts', dry, { title: '' });
    expect([status, body.code]).toEqual([422, 'validation_failed']);
  });

  it('logs no failure, unlike the real call', async () => {
    const fails = () => {
      throw new Error('The disk is full.');
    };
    const spy = jest.spyOn(demo.provider(RecordImages), 'discard').mockImplementation(fails);
    const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    try {
      const id = await newPost();
      const before = await counts();
      expect((await send('PATCH', `/posts/${id}`, dry, { title: 'Fails' })).status).toBe(500);
      expect(await counts()).toEqual(before);
      expect((await send('PATCH', `/posts/${id}`, {}, { title: 'Fails' })).status).toBe(500);
      expect((await counts())[3]).toBe(before[3]! + 1);
    } finally {
      spy.mockRestore();
      logged.mockRestore();
    }
  });

  it('stores no key', async () => {
    const before = await counts();
    const headers = { ...dry, 'idempotency-key': 'dry' };
    await send('POST', '/posts', headers, { title: 'x', status: 'draft' });
    expect(await counts()).toEqual(before);
  });
});
