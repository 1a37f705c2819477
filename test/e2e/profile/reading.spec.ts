import { DepotApp } from '../../support/depot-app/depot-app.js';
import { startDemo, type DemoAccount, type DemoApp } from '../../support/demo-app.js';
import { LibraryApp } from '../../support/library-app/library-app.js';
import type { Resource } from '../records/reading/resource-objects.js';

describe('reading the profile', () => {
  let demo: DemoApp;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo?.close());

  const profile = (query = '', as: DemoAccount = 'author') =>
    demo.get<Resource>(`/profile${query}`, as);

  it.each([
    ['admin', '1'],
    ['editor', '2'],
    ['author', '3'],
    ['reader', '4'],
  ] as const)(
    'returns to the %s their own record, bare, as show returns it (C3.2, profile)',
    async (account, id) => {
      const { status, body, headers } = await profile('', account);
      expect([status, Object.keys(body), body.id, body.type]).toEqual([
        200,
        ['id', 'type', 'attributes', 'meta'],
        id,
        'users',
      ]);
      expect({ data: body }).toEqual((await demo.get(`/users/${id}`, account)).body);
      expect([headers['content-type'], headers['cache-control']]).toEqual([
        expect.stringContaining('application/json'),
        'no-store',
      ]);
    },
  );

  it('returns the fields that the resource declares, and never a password (profile)', async () => {
    const { body } = await profile();
    expect(Object.keys(body.attributes)).toEqual([
      ...[
        'name',
        'email',
        'age',
        'avatar',
        'preferences',
        'company_id',
        'created_at',
        'updated_at',
      ],
    ]);
    expect(JSON.stringify(body)).not.toMatch(/password|scrypt|argon/);
  });

  it('loads relations by include and by related, nested and in columns (C5.1, profile)', async () => {
    const { body } = await profile(
      '?include=roles[name],posts[title].comments[comment]&relatablePerPage=2',
      'admin',
    );
    const { roles, posts } = body.relationships as Record<string, readonly Resource[]>;
    expect(roles!.map(({ attributes }) => Object.keys(attributes))).toContainEqual(['name']);
    expect(posts).toHaveLength(2);
    expect(posts![0]).toMatchObject({ type: 'posts', meta: { authorizedToUpdate: true } });
    expect(Object.keys(body)).toEqual(['id', 'type', 'attributes', 'relationships', 'meta']);
    expect(
      (await profile('?related=roles&include=stats', 'admin')).body.relationships,
    ).toMatchObject({
      stats: { posts: 40 },
      roles: expect.anything(),
    });
  });

  it('accepts the requested columns (C5.1)', async () => {
    expect((await profile('?fields[users]=name')).body.attributes).toEqual({
      name: expect.any(String),
    });
  });

  it.each([
    'include=nothing',
    'include=posts[password]',
    'page=2',
    'fields[posts]=title',
    'search=x',
    'unknown=1',
  ])('rejects %s as show does (C5.2)', async (query) => {
    const [response, shown] = [
      await profile(`?${query}`),
      await demo.get(`/users/3?${query}`, 'author'),
    ];
    expect([response.status, response.body]).toEqual([400, shown.body]);
  });

  it.each(['GET', 'PUT', 'PATCH', 'POST', 'DELETE'] as const)(
    'needs a user for %s (C2.1)',
    async (method) => {
      const { status, body, headers } = await demo.send('/profile', { method, as: null });
      expect([status, body, headers['www-authenticate']]).toEqual([
        401,
        { message: 'Unauthenticated.', code: 'unauthenticated' },
        'Bearer',
      ]);
    },
  );

  it('does not support DELETE, and names the allowed methods (C2.1)', async () => {
    const { status, headers } = await demo.send('/profile', { method: 'DELETE' });
    expect(status).toBe(405);
    expect(String(headers.allow).split(', ').sort()).toEqual([
      'GET',
      'HEAD',
      'PATCH',
      'POST',
      'PUT',
    ]);
  });

  it('responds to HEAD without a body (C1.4)', async () => {
    const { status, body } = await demo.send('/profile', { method: 'HEAD' });
    expect([status, body]).toEqual([200, undefined]);
  });

  it('runs two statements: for the token and the record', async () => {
    await demo.tokenOf('reader');
    expect(await demo.statements(() => profile('', 'reader'))).toHaveLength(2);
  });
});

describe('a profile that its policy hides', () => {
  let depot: DepotApp;
  beforeAll(async () => {
    depot = await DepotApp.start();
  });
  afterAll(() => depot?.stop());
  afterEach(() => depot.reset());

  it('needs no scope and no show: it belongs to its user, and its flags are those of the record (C3.2)', async () => {
    const { status, body } = await depot.send<Resource>('GET', 'profile', undefined, 'head');
    expect([status, body.id, body.attributes]).toEqual([200, '3', { name: 'Hal' }]);
    expect((await depot.send('GET', 'keepers/3', undefined, 'head')).status).toBe(404);
    expect(Object.values(body.meta!)).toEqual([false, false, false, false]);
  });

  it('needs no ability (C3.2)', async () => {
    depot.script.mayMeetKeepers = false;
    expect((await depot.send('GET', 'keepers/1')).status).toBe(403);
    expect((await depot.send<Resource>('GET', 'profile')).body.attributes).toEqual({ name: 'Kim' });
  });

  it.each(['PUT', 'PATCH'] as const)(
    'is written only if the policy allows it: %s is 403 (C3.2)',
    async (method) => {
      expect((await depot.send(method, 'profile', { name: 'Other' })).status).toBe(403);
      expect((await depot.send(method, 'profile', { name: 5 })).status).toBe(403);
      expect((await depot.form('profile', [{ name: 'name', content: 'Other' }])).status).toBe(403);
      expect((await depot.send<Resource>('GET', 'profile')).body.attributes).toEqual({
        name: 'Kim',
      });
    },
  );
});

describe('a deployment without a resource for the profile', () => {
  it('has no such endpoint (profile visibility flag)', async () => {
    const library = await LibraryApp.start();
    const { status, body } = await library.get('profile');
    await library.stop();
    expect([status, body]).toEqual([404, { message: 'Not found.', code: 'not_found' }]);
  });
});
