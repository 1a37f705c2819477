import { ClubApp, clubKey } from '../../support/club-app/club-app.js';

let club: ClubApp;
beforeAll(async () => {
  club = await ClubApp.start();
});
afterAll(() => club.stop());
beforeEach(() => club.clear());

const [one, two, three, secret] = [clubKey(1), clubKey(2), clubKey(3), clubKey(9)];
const attached = async () => (await club.rows('memberships', 'club_id', 'club_id')).flat();
const detach = (clubs: unknown) => club.post('players/1/detach/clubs', { clubs });

describe('detach', () => {
  beforeEach(() => club.post('players/1/attach/clubs', { clubs: [one, two, secret] }, 'trainer'));

  it('returns 204 without a body (C7.1)', async () => {
    expect(await detach([one, { id: two }])).toEqual({ status: 204, body: undefined });
    expect(await attached()).toEqual([secret]);
  });

  it('ignores keys that are unknown, not attached or not visible (C7.1)', async () => {
    expect((await detach([clubKey(999), three, secret, one])).status).toBe(204);
    expect(await attached()).toEqual([two, secret]);
    expect((await detach([secret])).status).toBe(204);
    expect(await attached()).toEqual([two, secret]);
  });

  it.each([[undefined], [null], [[]], ['all'], [{}], [['no key']]])(
    'is 422 for %j (C7.2)',
    async (clubs) => {
      const response = await detach(clubs);
      expect([response.status, Object.keys(response.body.errors)]).toEqual([422, ['clubs']]);
      expect(await attached()).toHaveLength(3);
    },
  );

  it('removes all rows of a pair (C7.6)', async () => {
    for (const seat of [1, 2, 3])
      await club.post('players/1/attach/repeats', { repeats: [5, 10], seat });
    expect((await club.post('players/1/detach/repeats', { repeats: ['5'] })).status).toBe(204);
    expect((await club.rows('enrolments', 'course_id, seat')).map(([course]) => course)).toEqual([
      '10',
      '10',
      '10',
    ]);
  });

  it('detaches a morph from both sides, and keeps rows of other types (C7.1)', async () => {
    await club.post('players/1/attach/badges', { badges: ['a', 'b'] });
    await club.post('badges/a/attach/clubs', { clubs: [one, two] });
    await club.post('badges/a/detach/clubs', { clubs: [one] });
    await club.post('players/1/detach/badges', { badges: ['b'] });
    expect(await club.rows('awards', 'awarded_type, awarded_id, badge_id', '1, 2')).toEqual([
      ['clubs', two, 'a'],
      ['players', '1', 'a'],
    ]);
  });

  it('runs the same number of statements for 2 keys and for 200 (C12)', async () => {
    const keys = Array.from({ length: 202 }, (_none, at) => clubKey(at + 10));
    await club.post('players/1/attach/clubs', { clubs: keys });
    const few = await club.count(() => detach(keys.slice(0, 2)));
    const many = await club.count(() => detach(keys.slice(2)));
    expect([few, many]).toEqual([few, few]);
    expect(await attached()).toHaveLength(3);
  });
});
