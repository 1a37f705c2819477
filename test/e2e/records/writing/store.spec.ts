import { startDemo, type DemoApp } from '../../../support/demo-app.js';
import type { RecordBody, RefusalBody } from './bodies.js';

describe('storing a record', () => {
  let demo: DemoApp;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo.close());

  const store = <Body = RecordBody>(
    resource: string,
    body: object,
    as: 'admin' | 'author' | 'reader' = 'admin',
  ) => demo.send<Body>(`/${resource}`, { method: 'POST', body, as });
  const refused = async (resource: string, body: object, as?: 'admin' | 'author' | 'reader') => {
    const { status, body: response } = await store<RefusalBody>(resource, body, as);
    return { status, errors: response.errors };
  };

  it('returns 201 with the record, its flags and its address (C4)', async () => {
    const { status, body, headers } = await store(
      'posts',
      { title: 'One', status: 'draft' },
      'author',
    );
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      type: 'posts',
      attributes: {
        title: 'One',
        description: null,
        status: 'draft',
        published_at: null,
        user_id: '3',
      },
      meta: {
        authorizedToShow: true,
        authorizedToStore: true,
        authorizedToUpdate: true,
        authorizedToDelete: true,
      },
    });
    expect(headers.location).toBe(`/api/posts/${body.data.id}`);
    const shown = await demo.get<RecordBody>(`/posts/${body.data.id}`, 'author');
    expect(shown.body).toEqual(body);
  });

  it.each([
    [
      'users',
      { name: 'Mo', email: 'MO@Example.com', password: 'long enough' },
      { email: 'mo@example.com', age: null },
    ],
    [
      'companies',
      { name: 'Neu GmbH', country: 'DE' },
      { name: 'Neu GmbH', country: 'DE', logo: null },
    ],
    [
      'posts',
      { title: 'x', status: 'published', published_at: '2024-02-29T12:00:00+01:00' },
      { published_at: '2024-02-29T11:00:00.000Z' },
    ],
    ['videos', { title: 'Film', url: 'https://example.com/1' }, { user_id: '1' }],
    [
      'comments',
      { comment: 'Yes.', commentable_type: 'posts', commentable_id: '1' },
      { commentable_id: '1', user_id: '1' },
    ],
    ['roles', { name: 'critic' }, { name: 'critic' }],
    ['tags', { id: 'new-tag', label: 'New' }, { label: 'New' }],
    ['images', { path: '/x.png', alt: null }, { path: '/x.png', alt: null }],
  ])('stores %s, and returns what was stored (C4)', async (resource, body, attributes) => {
    const stored = await store(resource, body);
    expect(stored.status).toBe(201);
    expect(stored.body.data.attributes).toMatchObject(attributes);
    expect((await demo.get<RecordBody>(`/${resource}/${stored.body.data.id}`)).body).toEqual(
      stored.body,
    );
  });

  it('stores a phone for a user without one', async () => {
    const user = await store('users', {
      name: 'No Phone',
      email: 'no-phone@example.com',
      password: 'long enough',
    });
    const phone = await store('phones', { number: '030 1', user_id: user.body.data.id });
    expect(phone.body.data.attributes).toMatchObject({
      number: '030 1',
      user_id: user.body.data.id,
    });
    const again = await store<RefusalBody>('phones', {
      number: '030 2',
      user_id: user.body.data.id,
    });
    expect([again.status, again.body.errors]).toEqual([
      422,
      { user_id: ['The user_id has already been taken.'] },
    ]);
  });

  it('ignores fields that are undeclared, read-only or not writable for the caller (C4.2)', async () => {
    const body = {
      title: 'Mine',
      status: 'draft',
      user_id: '1',
      created_at: '2000-01-01',
      is_admin: true,
      id: '77',
    };
    const { body: response } = await store('posts', body, 'author');
    expect(response.data.attributes.user_id).toBe('3');
    expect(response.data.id).not.toBe('77');
    expect(String(response.data.attributes.created_at)).not.toMatch(/^2000/);
  });

  it('lets an admin name another owner (demo, resources)', async () => {
    const { body } = await store('posts', { title: 'Theirs', status: 'draft', user_id: 4 });
    expect(body.data.attributes.user_id).toBe('4');
  });

  it('accepts a to-one relation under its own key (C4, item 5 of relations)', async () => {
    const company = await store('companies', { name: 'Key GmbH' });
    const user = await store('users', {
      name: 'K',
      email: 'key@example.com',
      password: 'long enough',
      company: company.body.data.id,
    });
    expect(user.body.data.attributes.company_id).toBe(company.body.data.id);
  });

  it('loads relations into the response as show does (C5.1)', async () => {
    const response = await demo.send<RecordBody>('/posts?include=user[name]&fields[posts]=title', {
      method: 'POST',
      body: { title: 'With user', status: 'draft' },
    });
    expect(response.body.data.attributes).toEqual({ title: 'With user' });
    expect(response.body.data.relationships).toMatchObject({
      user: { id: '1', attributes: { name: 'Ann Lee' } },
    });
  });

  it.each([
    [
      'a missing field',
      {},
      { title: ['The title field is required.'], status: ['The status field is required.'] },
    ],
    ['null', { title: null, status: 'draft' }, { title: ['The title field is required.'] }],
    ['another type', { title: 5, status: 'draft' }, { title: [expect.stringContaining('string')] }],
    [
      'a value that is not listed',
      { title: 'x', status: 'gone' },
      { status: [expect.stringContaining('status')] },
    ],
    [
      'a string that is too long',
      { title: 'x'.repeat(201), status: 'draft' },
      { title: [expect.stringContaining('200')] },
    ],
    [
      'an invalid date',
      { title: 'x', status: 'draft', published_at: '2023-02-30' },
      { published_at: [expect.stringContaining('date')] },
    ],
    [
      'an object for a string',
      { title: { a: 1 }, status: 'draft' },
      { title: [expect.any(String)] },
    ],
    ['NUL', { title: 'a\0b', status: 'draft' }, { title: [expect.any(String)] }],
    ['a lone surrogate', { title: 'a\ud800', status: 'draft' }, { title: [expect.any(String)] }],
  ])('rejects %s (C4.2)', async (_what, body, errors) => {
    expect(await refused('posts', body)).toEqual({ status: 422, errors });
  });

  it('uses the message of a definition instead of the default (C4.1, messages)', async () => {
    expect((await refused('roles', {})).errors).toEqual({ name: ['A role needs a name.'] });
    const user = { name: 'x', email: 'no address', password: 'long enough' };
    expect((await refused('users', user)).errors).toEqual({
      email: ['This is not an e-mail address.'],
    });
  });

  it.each([
    ['a string', 'old'],
    ['a fraction', 1.5],
    ['too large a number', 2 ** 31],
    ['a list', [1]],
  ])(
    'validates a field without rules by its column: %s is not an age (C4.2)',
    async (_what, age) => {
      const user = { name: 'x', email: 'age@example.com', password: 'long enough', age };
      expect(await refused('users', user)).toEqual({
        status: 422,
        errors: { age: [expect.any(String)] },
      });
    },
  );

  it('rejects a taken value under its field (C4.1)', async () => {
    const user = { name: 'x', email: 'Admin@Example.com', password: 'long enough' };
    expect(await refused('users', user)).toEqual({
      status: 422,
      errors: { email: ['The email has already been taken.'] },
    });
  });

  it('returns 409 if the taken value is a key (C9)', async () => {
    expect((await store('tags', { id: 'twice', label: 'x' })).status).toBe(201);
    expect((await store('tags', { id: 'twice', label: 'y' })).status).toBe(409);
  });

  it.each(['actions', 'filters', 'attach', 'sync', 'detach', 'bulk'])(
    'rejects the reserved key %s (C1.2)',
    async (id) => {
      expect((await refused('tags', { id, label: 'x' })).status).toBe(422);
    },
  );

  it('rejects a record that is unknown or not visible by the same message (C4.2)', async () => {
    const hidden = await store('posts', { title: 'hidden', status: 'draft' });
    const about = (commentable_id: string) =>
      refused('comments', { comment: 'x', commentable_type: 'posts', commentable_id }, 'reader');
    const unseen = await about(hidden.body.data.id);
    expect(unseen).toEqual({
      status: 422,
      errors: { commentable_id: ['The selected commentable_id is invalid.'] },
    });
    expect(await about('999999')).toEqual(unseen);
    expect(await refused('posts', { title: 'x', status: 'draft', user_id: '999999' })).toEqual({
      status: 422,
      errors: { user_id: ['The selected user_id is invalid.'] },
    });
  });

  it.each(['1abc', '01', '1.0', 1.5, true, [], {}, '', '9'.repeat(20)])(
    'rejects %p as a key (C1.3)',
    async (user_id) => {
      expect((await refused('posts', { title: 'x', status: 'draft', user_id })).status).toBe(422);
    },
  );

  it('refuses users whom the policy refuses, before it reads the body (C4.3)', async () => {
    expect((await store('users', {}, 'author')).status).toBe(403);
    expect((await store('action_logs', {})).status).toBe(403);
  });

  it.each([
    ['a list', []],
    ['nothing', undefined],
  ])('returns 400 for %s in place of an object (C4.2)', async (_what, body) => {
    const response = await demo.send<RefusalBody>('/posts', {
      method: 'POST',
      ...(body && { body }),
    });
    expect([response.status, response.body.code]).toEqual([400, 'malformed_request']);
  });

  it('checks the query string before it writes (C4.3)', async () => {
    const before = await demo.get<{ meta: { total: number } }>('/posts?perPage=1');
    const response = await demo.send('/posts?include=nothing', {
      method: 'POST',
      body: { title: 'x', status: 'draft' },
    });
    expect(response.status).toBe(400);
    const after = await demo.get<{ meta: { total: number } }>('/posts?perPage=1');
    expect(after.body.meta.total).toBe(before.body.meta.total);
  });

  it('stores the hash of a password, with which its user signs in (C2.4)', async () => {
    await store('users', { name: 'Pia', email: 'pia@example.com', password: 'a new password' });
    const login = await demo.send('/login', {
      method: 'POST',
      body: { email: 'PIA@example.com', password: 'a new password' },
      as: null,
    });
    expect(login.status).toBe(200);
  });
});
