import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { ClubApp, clubKey } from '../../support/club-app/club-app.js';

let club: ClubApp;
beforeAll(async () => {
  club = await ClubApp.start();
});
afterAll(() => club.stop());
beforeEach(() => club.clear());

const [one, two, three] = [clubKey(1), clubKey(2), clubKey(3)];
const verbs = ['attach', 'sync', 'detach'] as const;

describe('rejections of attach, sync and detach', () => {
  describe.each(verbs)('%s', (verb) => {
    it('is 404 for a missing parent as for a relation that the user may not use (C7.4)', async () => {
      const paths = [
        `players/99/${verb}/clubs`,
        `players/x/${verb}/clubs`,
        `clubs/${clubKey(9)}/${verb}/players`,
        `players/1/${verb}/nothing`,
        `players/1/${verb}/name`,
        `players/1/${verb}/teams`,
        `players/1/${verb}/constructor`,
        `nobodies/1/${verb}/clubs`,
      ];
      const responses = await Promise.all(
        paths.map((path) => club.post(path, { clubs: [one], teams: [one], players: [1] })),
      );
      for (const response of responses)
        expect(response).toEqual({
          status: 404,
          body: { message: 'Not found.', code: 'not_found' },
        });
    });

    it('accepts no query parameter: 400 (C5.1)', async () => {
      for (const query of ['include=clubs', 'page=1', 'x=1']) {
        const response = await club.post(`players/1/${verb}/clubs?${query}`, { clubs: [one] });
        expect([response.status, response.body.code]).toEqual([400, 'invalid_query']);
      }
    });

    it('is 400 for a body that is missing, or is not an object (C4.2)', async () => {
      for (const body of [undefined, null, [one], 'clubs', 3, true])
        expect((await club.post(`players/1/${verb}/clubs`, body)).status).toBe(400);
    });

    it('rejects in order: the query and the body, the parent, the list, keys, the policy, pivot values (C4.3)', async () => {
      for (const question of [`attachClubs P1 C1`, `detachClubs P1 C1`, 'syncClubs P1 1'])
        club.policyCalls.refused.add(question);
      const send = (path: string, body: unknown) =>
        club.post(path, body).then(({ status }) => status);
      const there = `players/1/${verb}/clubs`;
      expect(await send(`players/99/${verb}/nothing?x=1`, [])).toBe(400);
      expect(await send(`players/99/${verb}/nothing`, [])).toBe(400);
      expect(await send(`players/99/${verb}/clubs`, { clubs: null })).toBe(404);
      expect(await send(there, { clubs: null, fee: 'x' })).toBe(422);
      expect(await send(there, { clubs: [one, 'x'], fee: 'x' })).toBe(422);
      if (verb !== 'detach')
        expect(await send(there, { clubs: [one, clubKey(999)], fee: 'x' })).toBe(422);
      expect(club.policyCalls.take()).toEqual([]);
      expect(await send(there, { clubs: [one], fee: 'x' })).toBe(403);
      club.policyCalls.refused.clear();
      expect(await send(there, { clubs: [one], fee: 'x' })).toBe(verb === 'detach' ? 204 : 422);
      expect(await club.rows('memberships', 'club_id')).toEqual([]);
    });

    it('is 405 for another method, and 401 without a token (C4.3)', async () => {
      expect((await club.send('PUT', `players/1/${verb}/clubs`, {}, 'player')).status).toBe(405);
      const response = await club.app.inject({
        method: 'POST',
        url: `/api/players/1/${verb}/clubs`,
      });
      expect(response.statusCode).toBe(401);
    });
  });

  it('calls attach and detach once per key, with whole records, and sync once with the keys (C7.4)', async () => {
    await club.post('players/1/attach/clubs', { clubs: [two, one, { id: two }] });
    expect(club.policyCalls.take()).toEqual(['attachClubs P1 C2', 'attachClubs P1 C1']);
    await club.post('players/1/sync/clubs', { clubs: [two, three] });
    expect(club.policyCalls.take()).toEqual(['syncClubs P1 2']);
    await club.post('players/1/detach/clubs', { clubs: [one, two, clubKey(999)] });
    expect(club.policyCalls.take()).toEqual(['detachClubs P1 C1', 'detachClubs P1 C2']);
  });

  it('calls the policy again under the lock for records that have changed since (C7.4)', async () => {
    const rename = (table: string, name: string, id: string | number) => () =>
      club.database.write(`update ${table} set name = ? where id = ?`, [name, id]);
    club.policyCalls.meanwhile = rename('clubs', 'C2 renamed', two);
    club.policyCalls.refused.add('attachClubs P1 C2 renamed');
    expect((await club.post('players/1/attach/clubs', { clubs: [one, two] })).status).toBe(403);
    expect(club.policyCalls.take().slice(2)).toEqual(['attachClubs P1 C2 renamed']);
    club.policyCalls.meanwhile = rename('players', 'P1 renamed', 1);
    club.policyCalls.refused.add('syncClubs P1 renamed 1');
    expect((await club.post('players/1/sync/clubs', { clubs: [one] })).status).toBe(403);
    expect(club.policyCalls.take()).toEqual(['syncClubs P1 1', 'syncClubs P1 renamed 1']);
    expect(await club.rows('memberships', 'club_id')).toEqual([]);
    await rename('clubs', 'C2', two)();
    await rename('players', 'P1', 1)();
  });

  it('writes nothing if one key of several is refused (C7.4)', async () => {
    club.policyCalls.refused.add('attachClubs P1 C2').add('detachClubs P1 C2');
    expect((await club.post('players/1/attach/clubs', { clubs: [one, two] })).status).toBe(403);
    expect(await club.rows('memberships', 'club_id')).toEqual([]);
    club.policyCalls.refused.delete('attachClubs P1 C2');
    await club.post('players/1/attach/clubs', { clubs: [one, two] });
    expect((await club.post('players/1/detach/clubs', { clubs: [one, two] })).status).toBe(403);
    expect(await club.rows('memberships', 'club_id')).toHaveLength(2);
  });

  it('prefers canAttach and canDetach to the policy, and calls nothing for sync (C7.4)', async () => {
    expect((await club.post('players/1/attach/teams', { teams: [one] }, 'trainer')).status).toBe(
      201,
    );
    expect((await club.post('players/1/sync/teams', { teams: [one] }, 'trainer')).status).toBe(403);
    expect((await club.post('players/1/detach/teams', { teams: [one] }, 'trainer')).status).toBe(
      204,
    );
    expect(club.policyCalls.take()).toEqual([]);
  });

  it('is 403 if neither a policy method nor an option decides (C7.4)', async () => {
    await club.post('courses/5/attach/players', { players: [1], seat: 1 });
    expect((await club.post('courses/5/detach/players', { players: [1] })).status).toBe(403);
    expect((await club.post('courses/5/sync/players', { players: [1] })).status).toBe(403);
    expect((await club.post('courses/5/sync/players', { players: [] })).status).toBe(403);
  });
});

describe('attach, sync and detach in the demo', () => {
  let demo: DemoApp;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo.close());

  const post = (path: string, body: object, as: 'admin' | 'reader' | 'author' = 'admin') =>
    demo.send<{ data: unknown; errors: object }>(path, { method: 'POST', body, as });

  it('are for admins on roles, by policy on one side and by canAttach on the other (C7.4)', async () => {
    expect((await post('/users/4/attach/roles', { roles: [7] }, 'reader')).status).toBe(403);
    expect((await post('/roles/7/attach/users', { users: [4] }, 'reader')).status).toBe(403);
    expect((await post('/roles/7/attach/users', { users: [4] })).status).toBe(201);
    expect((await post('/users/4/attach/roles', { roles: [7] })).body.errors).toEqual({
      roles: ['The selected roles are already attached: 7.'],
    });
    expect((await post('/roles/7/detach/users', { users: [4] })).status).toBe(204);
  });

  it('never write or show hidden pivot columns (C7.2)', async () => {
    const body = { roles: [{ id: 6, granted_by: 3 }], granted_by: 2, policy: 'read', active: true };
    expect((await post('/users/6/attach/roles', body)).body.data).toEqual([
      { user_id: '6', role_id: '6', policy: 'read', active: true },
    ]);
    const rows = await demo.database.query(
      'select granted_by from role_user where user_id = 6 and role_id = 6',
    );
    expect(rows).toEqual([[null]]);
  });

  it('validate pivot values by the rules of the relation (C7.4)', async () => {
    const response = await post('/users/4/attach/roles', {
      roles: [{ id: 7, policy: 'all' }],
      active: 'maybe',
    });
    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors).sort()).toEqual(['active', 'roles.0.policy']);
  });

  it('call the policy of tags for the posts themselves (C7.4)', async () => {
    const [[mine], [other]] = await Promise.all([
      demo.database.query('select min(id) from posts where user_id = 3').then(([row]) => row!),
      demo.database
        .query("select min(id) from posts where user_id <> 3 and status = 'published'")
        .then(([row]) => row!),
    ]);
    const [[slug]] = (await demo.database.query(
      'select slug from tags where slug not in (select tag_id from taggables where taggable_id in (?, ?)) order by slug',
      [String(mine), String(other)],
    )) as [[string]];
    expect(
      (await post(`/tags/${slug}/attach/posts`, { posts: [mine, other] }, 'author')).status,
    ).toBe(403);
    expect((await post(`/tags/${slug}/attach/posts`, { posts: [mine] }, 'author')).status).toBe(
      201,
    );
  });

  it('reject the log as a many-to-many relation, and have no routes for it as a morph (C8.4)', async () => {
    const [[company]] = (await demo.database.query(
      'select id from companies order by name limit 1',
    )) as [[string]];
    const [[log]] = (await demo.database.query('select min(id) from action_logs')) as [[number]];
    for (const verb of verbs) {
      expect((await post(`/companies/${company}/${verb}/logs`, { logs: [log] })).status).toBe(403);
      expect(
        (await post(`/companies/${company}/${verb}/logs`, { logs: [log] }, 'author')).status,
      ).toBe(404);
      expect((await post(`/posts/1/${verb}/logs`, { logs: [log] })).status).toBe(404);
    }
  });
});
