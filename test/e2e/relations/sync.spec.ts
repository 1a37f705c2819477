import { ClubApp, clubKey, LARGE } from '../../support/club-app/club-app.js';

let club: ClubApp;
beforeAll(async () => {
  club = await ClubApp.start();
});
afterAll(() => club.stop());
beforeEach(() => club.clear());

const [one, two, three, secret] = [clubKey(1), clubKey(2), clubKey(3), clubKey(9)];
const positions = () => club.rows('memberships', 'club_id, position', 'club_id');
const attach = (clubs: readonly unknown[], position = 'goal') =>
  club.post('players/1/attach/clubs', { clubs, position }, 'trainer');
const sync = (clubs: unknown, more: object = {}) =>
  club.post('players/1/sync/clubs', { clubs, ...more });

describe('sync', () => {
  it('returns 200 with the keys that it attached, detached and updated (C7.1)', async () => {
    await attach([one, two]);
    expect(await sync([three, { id: two, position: 'left' }])).toEqual({
      status: 200,
      body: { data: { attached: [three], detached: [one], updated: [two] } },
    });
    expect(await positions()).toEqual([
      [two, 'left'],
      [three, null],
    ]);
  });

  it('lists what it attached in the given order, and what it detached by key (C7.1)', async () => {
    await club.post(`clubs/${one}/attach/players`, { players: [10, 9, 33] });
    const { body } = await club.post(`clubs/${one}/sync/players`, { players: [7, '4', 5] });
    expect(body.data).toEqual({
      attached: ['7', '4', '5'],
      detached: ['9', '10', '33'],
      updated: [],
    });
  });

  it('detaches all for an empty list, and is 422 for a missing one (C7.2)', async () => {
    await attach([one, two]);
    for (const wrong of [undefined, null, '', {}, 'all'])
      expect((await sync(wrong)).status).toBe(422);
    expect(await positions()).toHaveLength(2);
    expect((await sync([])).body.data.detached).toEqual([one, two]);
    expect(await positions()).toEqual([]);
  });

  it('keeps the pivot values of attached records, unless values are sent (C7.2)', async () => {
    await attach([one, two]);
    expect((await sync([one, two])).body.data).toEqual({ attached: [], detached: [], updated: [] });
    expect((await sync([one, two], { position: 'goal' })).body.data.updated).toEqual([]);
    expect(
      (await sync([one, { id: two, position: 'left' }], { position: 'right' })).body.data.updated,
    ).toEqual([one, two]);
    expect(await positions()).toEqual([
      [one, 'right'],
      [two, 'left'],
    ]);
  });

  it('is 422 for a key that does not exist or is not visible, and changes nothing (C7.3)', async () => {
    await attach([one]);
    for (const key of [secret, clubKey(999)]) {
      const response = await sync([two, key]);
      expect([response.status, response.body.errors]).toEqual([
        422,
        { clubs: [`The selected clubs do not exist: ${key}.`] },
      ]);
    }
    expect(await positions()).toEqual([[one, 'goal']]);
  });

  it('keeps attached rows that the user may not see, and does not report them (C7.5)', async () => {
    await attach([one, secret]);
    expect((await sync([two])).body).toEqual({
      data: { attached: [two], detached: [one], updated: [] },
    });
    expect((await sync([])).body).toEqual({ data: { attached: [], detached: [two], updated: [] } });
    expect(await positions()).toEqual([[secret, 'goal']]);
  });

  it('adds no second row of a pair, and removes all rows of one (C7.6)', async () => {
    for (const seat of [1, 2])
      await club.post('players/1/attach/repeats', { repeats: [LARGE, 5], seat });
    const { body } = await club.post('players/1/sync/courses', {
      courses: [5, { id: 10, seat: 3 }],
    });
    expect(body.data).toEqual({ attached: ['10'], detached: [LARGE], updated: [] });
    expect(await club.rows('enrolments', 'course_id, seat', '1, 2')).toEqual([
      ['5', '1'],
      ['5', '2'],
      ['10', '3'],
    ]);
  });

  it('syncs a morph from both sides, and keeps rows of other types (C7.1)', async () => {
    await club.post('players/1/attach/badges', { badges: ['a', 'b'] });
    await club.post('badges/b/sync/clubs', { clubs: [one, two], place: 1 });
    const { body } = await club.post(`clubs/${one}/sync/badges`, {
      badges: ['B', { id: 'b', place: 2 }],
    });
    expect(body.data).toEqual({ attached: ['B'], detached: [], updated: ['b'] });
    expect((await club.post('badges/b/sync/clubs', { clubs: [two] })).body.data.detached).toEqual([
      one,
    ]);
    expect(
      await club.rows('awards', 'awarded_type, awarded_id, badge_id, place', '1, 2, 3'),
    ).toEqual([
      ['clubs', one, 'B', null],
      ['clubs', two, 'b', '1'],
      ['players', '1', 'a', null],
      ['players', '1', 'b', null],
    ]);
  });

  it('runs the same number of statements for 2 keys and for 200 (C12)', async () => {
    const keys = Array.from({ length: 210 }, (_none, at) => clubKey(at + 10));
    await sync(keys.slice(200));
    const few = await club.count(() => sync(keys.slice(0, 2)));
    const many = await club.count(() => sync(keys.slice(2, 202)));
    expect([few, many]).toEqual([few, few]);
  });
});
