import type { TestMethod } from '../../../src/tooling/testing/index.js';
import { IdempotencyKeys } from '../../../src/addons/safe-writes/idempotency/idempotency-keys.js';
import { ChangeLog } from '../../../src/modules/action-log/change-log.js';
import { ImportPosts } from '../../../demo/resources/posts/import-posts.action.js';
import { startDemo, type DemoAccount, type DemoApp } from '../../support/demo-app.js';
import { startNode } from '../../support/demo-node.js';
import { patientLimits } from '../../support/patient-limits.js';
import { form, type FormPart } from '../../support/forms.js';
import { png } from '../../support/images.js';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

/** A promise that a test resolves. */
class Gate {
  open!: () => void;
  readonly opened = new Promise<void>((resolve) => (this.open = resolve));
}

let number = 0;
const newKey = () => `key-${++number}`;

/** Sends a request with a key, and returns what a client compares. */
async function send(
  method: TestMethod,
  path: string,
  key: string,
  body?: object,
  as: DemoAccount = 'admin',
) {
  await demo.tokenOf(as);
  const client = demo.client(as).with({ 'idempotency-key': key });
  const response = await client.send<never>(method, path, body);
  const { location, etag, 'idempotency-replayed': replayed } = response.headers;
  return {
    status: response.status,
    body: response.body as { readonly code?: string; readonly data?: { readonly id: string } },
    location,
    etag,
    isReplayed: replayed === 'true',
    retryAfter: response.headers['retry-after'],
  };
}

const countOf = async (table: string): Promise<number> =>
  Number((await demo.database.query(`select count(*) from ${table}`))[0]![0]);

/** Sends a request twice, and expects the same response. */
async function twice(method: TestMethod, path: string, body?: object, as?: DemoAccount) {
  const key = newKey();
  const first = await send(method, path, key, body, as);
  const second = await send(method, path, key, body, as);
  expect(first.isReplayed).toBe(false);
  expect(second).toEqual({ ...first, isReplayed: true });
  return first;
}

const draft = { title: 'Once', status: 'draft' };

/** Returns a function that sends the same request with a key to one of several processes. */
async function senderOf(key: string, payload: object = draft) {
  const authorization = `Bearer ${await demo.tokenOf('admin')}`;
  return (app: Pick<Awaited<ReturnType<typeof startNode>>, 'inject'>) =>
    app.inject({
      method: 'POST',
      url: '/api/posts',
      headers: { authorization, 'idempotency-key': key },
      payload,
    });
}

describe('Idempotency-Key (C13.2)', () => {
  it('is 404 if the response expires between the guard and the handler', async () => {
    const key = newKey();
    const { id } = (await send('POST', '/posts', newKey(), draft)).body.data!;
    expect((await send('DELETE', `/posts/${id}`, key)).status).toBe(204);
    const keys = demo.provider(IdempotencyKeys);
    const find = keys.find.bind(keys);
    const spy = jest.spyOn(keys, 'find').mockImplementationOnce(async (known) => {
      const found = await find(known);
      await demo.database.write('delete from idempotency_keys where id = ?', [known]);
      return found;
    });
    expect(await send('DELETE', `/posts/${id}`, key)).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    });
    spy.mockRestore();
  });

  it('is in progress for another process until the first call ends', async () => {
    const node = await startNode(demo, { limits: { ...patientLimits, poolWait: 100 } });
    const sendTo = await senderOf(newKey());
    const [reached, gate] = [new Gate(), new Gate()];
    const log = demo.app.get<ChangeLog>(ChangeLog, { strict: false });
    const record = log.recordAll.bind(log);
    const spy = jest.spyOn(log, 'recordAll').mockImplementationOnce(async (...given) => {
      reached.open();
      await gate.opened;
      return record(...given);
    });
    const stored = await countOf('posts');
    try {
      const first = sendTo(demo.app);
      await reached.opened;
      const meanwhile = await sendTo(node);
      // SQLite does not show one process what another one is writing: it waits for its turn.
      const expected =
        demo.database.dialect === 'sqlite'
          ? [503, 'unavailable']
          : [409, 'idempotency_in_progress'];
      expect([meanwhile.statusCode, meanwhile.json<{ code: string }>().code]).toEqual(expected);
      expect(meanwhile.headers['retry-after']).toBeDefined();
      gate.open();
      const { statusCode, body } = await first;
      expect(statusCode).toBe(201);
      const again = await Promise.all([sendTo(node), sendTo(demo.app)]);
      for (const each of again) {
        expect([each.statusCode, each.body]).toEqual([statusCode, body]);
        expect(each.headers['idempotency-replayed']).toBe('true');
      }
      expect(await countOf('posts')).toBe(stored + 1);
    } finally {
      gate.open();
      spy.mockRestore();
      await node.close();
    }
  });

  it('is a replay if another process has stored its rejection first', async () => {
    const node = await startNode(demo, { limits: patientLimits });
    const sendTo = await senderOf(newKey(), { title: '', status: 'draft' });
    const { database } = demo;
    const together = database.together.bind(database);
    let between: Awaited<ReturnType<typeof sendTo>> | undefined;
    const spy = jest
      .spyOn(database, 'together')
      .mockImplementationOnce(together)
      .mockImplementationOnce(async (work) => {
        between = await sendTo(node);
        return together(work);
      });
    try {
      const first = await sendTo(demo.app);
      expect(between!.statusCode).toBe(422);
      expect(between!.headers['idempotency-replayed']).toBeUndefined();
      expect([first.statusCode, first.body]).toEqual([422, between!.body]);
      expect(first.headers['idempotency-replayed']).toBe('true');
    } finally {
      spy.mockRestore();
      await node.close();
    }
  });

  it('has not begun if only its key is stored, as earlier versions did first', async () => {
    const key = newKey();
    const before = await countOf('posts');
    await send('POST', '/posts', key, draft);
    await demo.database.write('update idempotency_keys set response = null');
    const other = { ...draft, title: 'Other' };
    const second = await send('POST', '/posts', key, other);
    expect([second.status, second.isReplayed]).toEqual([201, false]);
    expect(await send('POST', '/posts', key, other)).toEqual({ ...second, isReplayed: true });
    expect(await countOf('posts')).toBe(before + 2);
  });

  it('compares a body by its parsed value', async () => {
    const key = newKey();
    const patch = (body: object) => send('PATCH', '/profile', key, body);
    const first = await patch({ preferences: { theme: 'dark', sizes: [1, 2] }, name: 'Ordered' });
    expect(first.status).toBe(200);
    const other = { name: 'Ordered', preferences: { sizes: [1, 2], theme: 'dark' } };
    expect(await patch(other)).toEqual({ ...first, isReplayed: true });
    for (const preferences of [{ theme: 'dark', sizes: [2, 1] }, { theme: 'dark' }])
      expect(await patch({ ...other, preferences })).toMatchObject({
        status: 422,
        body: { code: 'idempotency_key_reused' },
      });
  });

  it('compares a path by its decoded segments', async () => {
    const key = newKey();
    const { id } = (await send('POST', '/posts', newKey(), draft)).body.data!;
    const encoded = [...id].map((digit) => `%3${digit}`).join('');
    const before = await countOf('action_logs');
    const paths = [`/posts/${id}`, `/posts/${encoded}`];
    const responses = [];
    for (const path of paths) responses.push(await send('PATCH', path, key, { title: 'Decoded' }));
    expect(responses.map(({ status, isReplayed }) => [status, isReplayed])).toEqual([
      [200, false],
      [200, true],
    ]);
    expect(await countOf('action_logs')).toBe(before + 1);
  });

  it('stores a record once, and returns the first response with its headers', async () => {
    const before = await countOf('posts');
    const logged = await countOf('action_logs');
    const first = await twice('POST', '/posts', draft);
    expect(first.status).toBe(201);
    expect(first.location).toBe(`/api/posts/${first.body.data!.id}`);
    expect(await countOf('posts')).toBe(before + 1);
    expect(await countOf('action_logs')).toBe(logged + 1);
  });

  it('returns a deletion again, although the record is gone', async () => {
    const { body } = await twice('POST', '/posts', draft);
    const { status } = await twice('DELETE', `/posts/${body.data!.id}`);
    expect(status).toBe(204);
  });

  it('covers updates, pivots, actions and the profile', async () => {
    const { id } = (await twice('POST', '/posts', draft)).body.data!;
    const statuses = [
      await twice('PATCH', `/posts/${id}`, { title: 'New' }),
      await twice('PUT', `/posts/${id}`, { title: 'Newer', status: 'draft' }),
      await twice('POST', `/posts/${id}/sync/tags`, { tags: ['art'] }),
      await twice('POST', `/posts/${id}/detach/tags`, { tags: ['art'] }),
      await twice('POST', `/posts/${id}/actions?action=publish-post`, {}),
      await twice('POST', '/posts/actions?action=purge-posts', { repositories: [Number(id)] }),
      await twice('POST', '/posts/actions?action=import-posts', { count: 2 }),
      await twice('PATCH', '/profile', { name: 'Once Only' }),
    ].map(({ status }) => status);
    expect(statuses.every((status) => status < 300)).toBe(true);
  });

  it('does not return the response of an action that the caller no longer sees', async () => {
    const run = (key: string) =>
      send('POST', '/posts/actions?action=import-posts', key, { count: 1 });
    const key = newKey();
    expect((await run(key)).status).toBe(200);
    const action: { canSee?: () => boolean } = demo.app.get(ImportPosts, { strict: false });
    const { canSee } = action;
    action.canSee = () => false;
    try {
      expect(await run(key)).toMatchObject({ status: 404, isReplayed: false });
    } finally {
      if (canSee) action.canSee = canSee;
      else delete action.canSee;
    }
    expect(await run(key)).toMatchObject({ status: 200, isReplayed: true });
  });

  it('does not return the response to a deletion as a dry run', async () => {
    const { id } = (await send('POST', '/posts', newKey(), draft)).body.data!;
    const key = newKey();
    expect((await send('DELETE', `/posts/${id}`, key)).status).toBe(204);
    const client = demo.client('admin').with({ 'idempotency-key': key, prefer: 'tx=rollback' });
    const tried = await client.send<never>('DELETE', `/posts/${id}`);
    expect([tried.status, tried.headers['idempotency-replayed']]).toEqual([404, undefined]);
  });

  it('does not attach again to a record that is gone', async () => {
    const { id } = (await send('POST', '/posts', newKey(), draft)).body.data!;
    const key = newKey();
    const attach = () => send('POST', `/posts/${id}/attach/tags`, key, { tags: ['art'] });
    expect((await attach()).status).toBe(201);
    expect((await send('DELETE', `/posts/${id}`, newKey())).status).toBe(204);
    expect(await attach()).toMatchObject({ status: 404, isReplayed: false });
  });

  it('covers bulk writes', async () => {
    const stored = await twice('POST', '/posts/bulk', [draft, draft]);
    expect(stored.status).toBe(201);
    const ids = (stored.body.data as unknown as { id: string }[]).map(({ id }) => id);
    const titles = ids.map((id) => ({ id, title: 'Together' }));
    expect((await twice('POST', '/posts/bulk/update', titles)).status).toBe(200);
    expect((await twice('DELETE', '/posts/bulk/delete', ids)).status).toBe(204);
  });

  it('covers forms, with any boundary', async () => {
    const parts: readonly FormPart[] = [
      { name: 'avatar', filename: 'a.png', content: png() },
      { name: 'name', content: 'Form' },
    ];
    const key = newKey();
    const post = async (content: readonly FormPart[]) => {
      const { headers, payload } = form(...content);
      const boundary = /boundary=(\S+)/.exec(String(headers['content-type']))![1]!;
      const other = `x${newKey()}`;
      const client = demo.client('reader').with({
        'content-type': String(headers['content-type']).replace(boundary, other),
        'idempotency-key': key,
      });
      await demo.tokenOf('reader');
      const sent = Buffer.from(
        Buffer.from(payload).toString('latin1').replaceAll(boundary, other),
        'latin1',
      );
      return client.send<{ code?: string }>('POST', '/profile', sent);
    };
    const first = await post(parts);
    const second = await post(parts);
    expect(first.status).toBe(200);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(second.headers['idempotency-replayed']).toBe('true');
    const other = await post([parts[0]!, { name: 'name', content: 'Other' }]);
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it('returns a rejection again, even if it would be accepted now', async () => {
    const key = newKey();
    const attach = () => send('POST', '/posts/1/attach/tags', key, { tags: ['no-such-tag'] });
    const first = await attach();
    expect(first.status).toBe(422);
    const store = { title: '', status: 'draft' };
    const rejected = await twice('POST', '/posts', store);
    expect([rejected.status, rejected.body.code]).toEqual([422, 'validation_failed']);
  });

  it('rejects the same key with another body or query', async () => {
    const key = newKey();
    await send('POST', '/posts', key, draft);
    const before = await countOf('posts');
    const body = await send('POST', '/posts', key, { ...draft, title: 'Other' });
    expect([body.status, body.body.code]).toEqual([422, 'idempotency_key_reused']);
    const query = await send('POST', '/posts?include=user', key, draft);
    expect([query.status, query.body.code]).toEqual([422, 'idempotency_key_reused']);
    expect(await countOf('posts')).toBe(before);
  });

  it('keeps the keys of users, methods and paths apart', async () => {
    const key = newKey();
    const before = await countOf('posts');
    const { id } = (await send('POST', '/posts', key, draft)).body.data!;
    expect((await send('POST', '/posts', key, draft, 'author')).isReplayed).toBe(false);
    expect((await send('PATCH', `/posts/${id}`, key, draft)).isReplayed).toBe(false);
    expect((await send('PUT', `/posts/${id}`, key, draft)).isReplayed).toBe(false);
    expect(await countOf('posts')).toBe(before + 2);
  });

  it('executes requests that arrive together once, and rejects the others', async () => {
    const before = await countOf('posts');
    const key = newKey();
    const all = await Promise.all([1, 2, 3, 4].map(() => send('POST', '/posts', key, draft)));
    const stored = all.filter(({ status }) => status === 201);
    const refused = all.filter(({ status }) => status === 409);
    expect(stored.length + refused.length).toBe(4);
    expect(stored.filter(({ isReplayed }) => !isReplayed)).toHaveLength(1);
    for (const { body, retryAfter } of refused)
      expect([body.code, retryAfter]).toEqual(['idempotency_in_progress', '1']);
    expect(await countOf('posts')).toBe(before + 1);
  });

  it('returns nothing that the caller may no longer see', async () => {
    const key = newKey();
    const store = { title: 'Mine', status: 'draft' };
    const first = await send('POST', '/posts', key, store, 'author');
    expect(first.status).toBe(201);
    const { id } = first.body.data!;
    await demo.database.write('update posts set user_id = 1 where id = ?', [Number(id)]);
    const second = await send('POST', '/posts', key, store, 'author');
    expect([second.status, second.body.code]).toEqual([403, 'unauthorized']);
  });

  it('forgets a key after 24 hours', async () => {
    const key = newKey();
    const before = await countOf('posts');
    await send('POST', '/posts', key, draft);
    await demo.database.write("update idempotency_keys set created_at = '2020-01-01 00:00:00.000'");
    expect((await send('POST', '/posts', key, draft)).isReplayed).toBe(false);
    expect(await countOf('posts')).toBe(before + 2);
  });

  it.each([[''], ['a b'], ['é'], ['x'.repeat(256)]])('rejects the key %j with 400', async (key) => {
    const { status, body } = await send('POST', '/posts', key, draft);
    expect([status, body.code]).toEqual([400, 'malformed_request']);
  });

  it('is ignored by reads', async () => {
    expect((await send('GET', '/posts/1', newKey())).status).toBe(200);
  });
});
