import { startDemo, type DemoAccount, type DemoApp } from '../../../support/demo-app.js';
import type { RecordBody, RefusalBody } from './bodies.js';

describe('changing a record', () => {
  let demo: DemoApp;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo.close());

  const put = <Body = RecordBody>(path: string, body: object, as: DemoAccount = 'admin') =>
    demo.send<Body>(path, { method: 'PUT', body, as });
  const patch = <Body = RecordBody>(path: string, body: object, as: DemoAccount = 'admin') =>
    demo.send<Body>(path, { method: 'PATCH', body, as });
  const attributesOf = async (path: string) =>
    (await demo.get<RecordBody>(path)).body.data.attributes;

  it('validates every field by PUT and writes those that are sent (C4.1)', async () => {
    const before = await attributesOf('/posts/7');
    const response = await put('/posts/7', { title: 'Seven', status: 'archived' });
    expect(response.status).toBe(200);
    expect(response.body.data.attributes).toEqual({
      ...before,
      title: 'Seven',
      status: 'archived',
      updated_at: response.body.data.attributes.updated_at,
    });
    expect(response.body.data.attributes.updated_at).not.toBe(before.updated_at);
    expect(await attributesOf('/posts/7')).toEqual(response.body.data.attributes);
  });

  it('reads a merge patch on PATCH only (C4.2)', async () => {
    const send = async (method: 'PATCH' | 'PUT' | 'POST', url: string) =>
      demo.app.inject({
        ...{ method, url, payload: '{"title":"Merged"}' },
        headers: {
          authorization: `Bearer ${await demo.tokenOf('admin')}`,
          'content-type': 'application/merge-patch+json; charset=utf-8',
        },
      });
    const patched = await send('PATCH', '/api/posts/7');
    expect([patched.statusCode, patched.json().data.attributes.title]).toEqual([200, 'Merged']);
    expect((await send('PUT', '/api/posts/7')).statusCode).toBe(415);
    expect((await send('POST', '/api/posts')).statusCode).toBe(415);
  });

  it('changes nothing by PUT without a required field (C4.1)', async () => {
    const before = await attributesOf('/posts/8');
    const response = await put<RefusalBody>('/posts/8', { title: 'Eight' });
    expect([response.status, response.body.errors]).toEqual([
      422,
      { status: ['The status field is required.'] },
    ]);
    expect(await attributesOf('/posts/8')).toEqual(before);
  });

  it('validates the fields that are sent by PATCH (C4.1)', async () => {
    expect((await patch('/posts/9', { title: 'Nine' })).body.data.attributes.title).toBe('Nine');
    expect((await patch<RefusalBody>('/posts/9', { title: '' })).body.errors).toEqual({
      title: ['The title field is required.'],
    });
  });

  it('leaves the record unchanged for an unchanged body, its date too', async () => {
    const before = await attributesOf('/posts/10');
    const response = await patch('/posts/10', { title: before.title });
    expect(response.body.data.attributes).toEqual(before);
    expect((await patch('/posts/10', {})).status).toBe(200);
  });

  it("rejects a taken value under its field, and accepts the record's own (C4.1)", async () => {
    const taken = await patch<RefusalBody>('/users/2', { email: 'admin@example.com' });
    expect([taken.status, taken.body.errors]).toEqual([
      422,
      { email: ['The email has already been taken.'] },
    ]);
    expect((await patch('/users/2', { email: 'editor@example.com' })).status).toBe(200);
  });

  it('ignores a key in the body: a record keeps its key (C4.2)', async () => {
    const path = `/tags/${(await demo.get<{ data: { id: string }[] }>('/tags?perPage=1')).body.data[0]!.id}`;
    const { status, body } = await patch(path, { id: 'other', label: 'Same' });
    expect([status, `/tags/${body.data.id}`, body.data.attributes.label]).toEqual([
      200,
      path,
      'Same',
    ]);
    expect((await demo.get('/tags/other')).status).toBe(404);
  });

  it('returns 404 if the user may not see the record, 403 if they may not change it (C4.3, C4.4)', async () => {
    const hidden = await demo.send<RecordBody>('/posts', {
      method: 'POST',
      body: { title: 'h', status: 'draft' },
    });
    expect((await patch(`/posts/${hidden.body.data.id}`, { title: 5 }, 'reader')).status).toBe(404);
    expect((await patch('/posts/999999', { title: 5 }, 'reader')).status).toBe(404);
    expect((await patch('/posts/1', { title: 5 }, 'reader')).status).toBe(403);
    expect((await patch('/posts/1abc', { title: 'x' })).status).toBe(404);
  });

  it("accepts null for a to-one relation if its column does, and its own key as well as its column's", async () => {
    expect(
      (await patch('/users/6', { company_id: null })).body.data.attributes.company_id,
    ).toBeNull();
    const company = (await demo.get<{ data: { id: string }[] }>('/companies?perPage=1')).body
      .data[0]!.id;
    expect((await patch('/users/6', { company })).body.data.attributes.company_id).toBe(company);
    const both = await patch<RefusalBody>('/users/6', { company, company_id: null });
    expect(both.status).toBe(422);
    const unknown = await patch<RefusalBody>('/users/6', {
      company: '00000000-0000-4000-8000-000000000000',
    });
    expect([unknown.status, Object.keys(unknown.body.errors!)]).toEqual([422, ['company']]);
  });

  it('keeps JSON columns as sent (C1.6)', async () => {
    const preferences = { theme: 'light', locale: 'de', nested: [1, { a: null }] };
    expect((await patch('/users/6', { preferences })).body.data.attributes.preferences).toEqual(
      preferences,
    );
    expect(await attributesOf('/users/6')).toMatchObject({ preferences });
  });

  it('keeps JSON columns as in a string that the rule json accepts (C4.2)', async () => {
    const { body } = await patch('/users/6', { preferences: ' {"theme":"dark","deep":[1]}' });
    expect(body.data.attributes.preferences).toEqual({ theme: 'dark', deep: [1] });
    const texts = [
      '{"theme":',
      '"dark"',
      '5',
      '',
      '{"__proto__":{"x":1}}',
      '['.repeat(32) + ']'.repeat(32),
      '[1e999]',
    ];
    for (const preferences of texts) {
      const { status, body: refusal } = await patch<RefusalBody>('/users/6', { preferences });
      expect([preferences, status, Object.keys(refusal.errors ?? {})]).toEqual([
        preferences,
        422,
        ['preferences'],
      ]);
    }
    expect((await attributesOf('/users/6')).preferences).toEqual({ theme: 'dark', deep: [1] });
  });

  it('lets an editor change posts of others, which stay visible (demo, who may do what)', async () => {
    const theirs = await demo.send<RecordBody>('/posts', {
      method: 'POST',
      body: { title: 'm', status: 'draft' },
    });
    const response = await patch(
      `/posts/${theirs.body.data.id}`,
      { title: 'still visible' },
      'editor',
    );
    expect(response.body.data.meta).toMatchObject({
      authorizedToShow: true,
      authorizedToUpdate: true,
    });
  });

  describe("a password of one's own", () => {
    it.each([
      ['without the current one', { password: 'another one' }],
      ['with a wrong one', { password: 'another one', current_password: 'wrong' }],
    ])('is not changed %s (demo, users)', async (_what, body) => {
      const response = await patch<RefusalBody>('/users/4', body, 'reader');
      expect([response.status, Object.keys(response.body.errors!)]).toEqual([
        422,
        ['current_password'],
      ]);
    });

    it('is changed with the current one, which ends every older token (C2.4)', async () => {
      const login = (password: string) =>
        demo.send<{ access_token: string }>('/login', {
          method: 'POST',
          body: { email: 'author@example.com', password },
          as: null,
        });
      const response = await patch(
        '/users/3',
        { password: 'another one', current_password: 'password' },
        'author',
      );
      expect(response.status).toBe(200);
      expect(JSON.stringify(response.body)).not.toContain('another one');
      expect((await demo.get('/posts', 'author')).status).toBe(401);
      expect((await login('password')).status).toBe(401);
      expect((await login('another one')).status).toBe(200);
    });

    it('is changed by an admin for others without it', async () => {
      expect((await patch('/users/6', { password: 'a third one' })).status).toBe(200);
    });
  });
});
