import { ClubApp, clubKey, type ClubResponse } from '../../support/club-app/club-app.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';

const REQUESTS = 50;
const times = <Result>(count: number, make: (at: number) => Result): readonly Result[] =>
  Array.from({ length: count }, (_none, at) => make(at));
const all = <Result>(
  count: number,
  send: (at: number) => Promise<Result>,
): Promise<readonly Result[]> => Promise.all(times(count, send));
const statuses = (responses: readonly { readonly status: number }[]): readonly number[] =>
  [...new Set(responses.map(({ status }) => status))].sort((one, other) => one - other);
const countOf = (responses: readonly ClubResponse[], status: number): number =>
  responses.filter((response) => response.status === status).length;

describe('concurrent requests', () => {
  let club: ClubApp;
  beforeAll(async () => {
    club = await ClubApp.start();
  });
  afterAll(() => club.stop());
  beforeEach(() => club.clear());

  it('attach one key once under unique(), and the others are 422 (C7.6)', async () => {
    const responses = await all(REQUESTS, () =>
      club.post('players/1/attach/courses', { courses: [5], seat: 1 }),
    );
    expect([countOf(responses, 201), countOf(responses, 422)]).toEqual([1, REQUESTS - 1]);
    expect(await club.rows('enrolments', 'seat')).toHaveLength(1);
  });

  it('attach a pair once under unique(), even from both sides (C7.6)', async () => {
    const responses = await all(REQUESTS, (at) =>
      at % 2 === 0
        ? club.post('players/1/attach/courses', { courses: [5, 10], seat: at })
        : club.post('courses/5/attach/players', { players: [2, 1], seat: at }),
    );
    expect(countOf(responses, 201)).toBe(1);
    expect(countOf(responses, 422)).toBe(REQUESTS - 1);
    expect(await club.rows('enrolments', 'seat')).toHaveLength(2);
  });

  it('attach a pair once if the pair is the key, from both sides: all are 201 (C7.6)', async () => {
    const responses = await all(REQUESTS, (at) =>
      at % 2 === 0
        ? club.post('players/1/attach/clubs', { clubs: [clubKey(1)], position: 'goal' })
        : club.post(`clubs/${clubKey(1)}/attach/players`, { players: [1] }),
    );
    expect(statuses(responses)).toEqual([201]);
    expect(await club.rows('memberships', 'position')).toEqual([['goal']]);
  });

  it('sync different lists, and the relation ends as exactly one of them (C7.5)', async () => {
    const lists = times(REQUESTS, (at) => times(4, (number) => clubKey(10 + 4 * at + number)));
    const responses = await all(REQUESTS, (at) =>
      club.post('players/1/sync/clubs', { clubs: lists[at] }),
    );
    expect(statuses(responses)).toEqual([200]);
    const rows = (await club.rows('memberships', 'club_id')).flat().sort();
    expect(lists.map((list) => [...list].sort())).toContainEqual(rows);
  });

  it('sync in opposite orders and from both sides, and none fails (C7.5)', async () => {
    const clubs = [clubKey(1), clubKey(2), clubKey(3), clubKey(4)];
    const players = [1, 2, 3, 4];
    const responses = await all(REQUESTS, (at) => {
      const [ours, theirs] =
        at % 3 === 0 ? [[...clubs].reverse(), players] : [clubs, [...players].reverse()];
      return at % 2 === 0
        ? club.post(`players/${(Math.floor(at / 2) % 4) + 1}/attach/clubs`, {
            clubs: ours,
            position: `${at}`,
          })
        : club.post(`clubs/${clubs[Math.floor(at / 2) % 4]}/attach/players`, { players: theirs });
    });
    expect(statuses(responses)).toEqual([201]);
    expect(await club.rows('memberships', 'player_id')).toHaveLength(16);
  });

  it('sync, attach and detach from both sides, and none fails (C7.5)', async () => {
    const clubs = [clubKey(1), clubKey(2), clubKey(3)];
    const responses = await all(REQUESTS, (at) => {
      const list = clubs.slice(0, (at % 3) + 1);
      if (at % 4 === 0) return club.post('players/1/sync/clubs', { clubs: list });
      if (at % 4 === 1)
        return club.post(`clubs/${clubs[at % 3]}/sync/players`, { players: [(at % 3) + 1, 1] });
      if (at % 4 === 2) return club.post('players/1/detach/clubs', { clubs: list.reverse() });
      return club.post(`clubs/${clubs[at % 3]}/attach/players`, { players: [3, 2, 1] });
    });
    expect(statuses(responses)).toEqual([200, 201, 204]);
  });

  it('attach records of one resource to each other, and none fails (C7.5)', async () => {
    const responses = await all(REQUESTS, (at) =>
      club.post(`players/${at + 1}/attach/friends`, {
        friends: [REQUESTS - at, ((at + 7) % REQUESTS) + 1],
      }),
    );
    expect(statuses(responses)).toEqual([201]);
  });
});

describe('records that are deleted meanwhile', () => {
  let demo: DemoApp;
  beforeAll(async () => {
    demo = await startDemo();
    await demo.tokenOf('admin');
  });
  afterAll(() => demo.close());

  const send = (method: 'POST' | 'DELETE', path: string, body?: object) =>
    demo.send(path, { method, ...(body && { body }) });
  /** Requests before and after the deletion; the database decides on their order. */
  const around = async (remove: string, attach: () => ReturnType<typeof send>) => {
    const before = times(6, attach);
    const removed = send('DELETE', remove);
    const after = times(6, attach);
    return { removed: await removed, attached: statuses(await Promise.all([...before, ...after])) };
  };
  const orphans = async (sql: string) => (await demo.database.query(sql)).length;

  it('leave no row behind: a missing parent is 404 (C7.3)', async () => {
    const body = { name: 'Gone', email: 'gone@example.com', password: 'password' };
    const stored = await demo.send<{ data: { id: string } }>('/users', { method: 'POST', body });
    const path = `/users/${stored.body.data.id}`;
    const { removed, attached } = await around(path, () =>
      send('POST', `${path}/sync/roles`, { roles: [1, 2, 3] }),
    );
    expect(removed.status).toBe(204);
    expect([200, 404]).toEqual(expect.arrayContaining([...attached]));
    expect((await send('POST', `${path}/attach/roles`, { roles: [1] })).status).toBe(404);
    expect(
      await orphans('select 1 from role_user where user_id not in (select id from users)'),
    ).toBe(0);
  });

  it('leave no row behind without a foreign key: a missing related record is 422 (C7.3)', async () => {
    const body = { title: 'Gone', status: 'draft' };
    const stored = await demo.send<{ data: { id: string } }>('/posts', { method: 'POST', body });
    const { id } = stored.body.data;
    const [[slug]] = (await demo.database.query('select min(slug) from tags')) as [[string]];
    const attach = () => send('POST', `/tags/${slug}/sync/posts`, { posts: [1, id] });
    const { removed, attached } = await around(`/posts/${id}`, attach);
    expect(removed.status).toBe(204);
    expect([200, 422]).toEqual(expect.arrayContaining([...attached]));
    expect((await attach()).status).toBe(422);
    const gone = "select 1 from taggables where taggable_type = 'posts' and taggable_id = ?";
    expect(await demo.database.query(gone, [id])).toEqual([]);
  });
});
