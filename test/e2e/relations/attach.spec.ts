import { ClubApp, clubKey, LARGE } from '../../support/club-app/club-app.js';

let club: ClubApp;
beforeAll(async () => {
  club = await ClubApp.start({ keys: 300 });
});
afterAll(() => club.stop());
beforeEach(() => club.clear());

const [one, two, three] = [clubKey(1), clubKey(2), clubKey(3)];
const memberships = () =>
  club.rows('memberships', 'player_id, club_id, position', 'player_id, club_id');

describe('attach', () => {
  it('returns 201 with a row for each key in the given order: both keys as strings, and the pivot fields (C7.1)', async () => {
    const { status, body } = await club.post('players/1/attach/clubs', {
      clubs: [two, one],
      position: 'goal',
      fee: 5,
    });
    expect(status).toBe(201);
    const row = {
      player_id: '1',
      position: 'goal',
      fee: '5.00',
      active: null,
      since: null,
      number: null,
      kit: null,
    };
    expect(body).toEqual({
      data: [
        { ...row, club_id: two, created_at: expect.stringMatching(/Z$/) },
        { ...row, club_id: one, created_at: expect.stringMatching(/Z$/) },
      ],
    });
    expect(Object.keys(body.data[0])).toEqual(
      ['player_id', 'club_id', 'position', 'fee', 'active', 'since', 'number', 'kit', 'created_at'], // prettier-ignore
    );
    expect(await memberships()).toEqual([
      ['1', one, 'goal'],
      ['1', two, 'goal'],
    ]);
  });

  it('returns pivot values as reads return them (C7.1)', async () => {
    const values = {
      fee: 7.5,
      active: false,
      since: '2024-02-29T10:00:00+02:00',
      number: LARGE,
      kit: { a: [1, 'é'] },
    };
    const { body } = await club.post('players/1/attach/clubs', { clubs: [one], ...values });
    const read = await club.get('players/1?include=clubs');
    const { player_id: player, club_id: key, ...pivots } = body.data[0];
    expect([player, key]).toEqual(['1', one]);
    expect(pivots).toEqual(read.body.data.relationships.clubs[0].pivots);
    expect(pivots).toMatchObject({
      fee: '7.50',
      active: false,
      since: '2024-02-29T08:00:00.000Z',
      number: LARGE,
      kit: { a: [1, 'é'] },
    });
  });

  it('returns a morph with its type as the resource key, from both sides (C7.1)', async () => {
    expect(
      (await club.post(`clubs/${one}/attach/badges`, { badges: ["d'e%"], place: 2 })).body,
    ).toEqual({
      data: [{ awarded_id: one, badge_id: "d'e%", awarded_type: 'clubs', place: 2 }],
    });
    expect((await club.post('badges/a/attach/clubs', { clubs: [two, one] })).body).toEqual({
      data: [
        { badge_id: 'a', awarded_id: two, awarded_type: 'clubs', place: null },
        { badge_id: 'a', awarded_id: one, awarded_type: 'clubs', place: null },
      ],
    });
    expect((await club.post('players/1/attach/badges', { badges: ['a', 'B'] })).status).toBe(201);
    expect(await club.rows('awards', 'badge_id, awarded_type, awarded_id', '2, 3, 1')).toEqual(
      expect.arrayContaining([
        ['a', 'clubs', one],
        ['a', 'clubs', two],
        ['a', 'players', '1'],
        ['B', 'players', '1'],
      ]),
    );
  });

  it('works from the side that does not own the join table, and if the relation does not name its entity (C7.1)', async () => {
    const { status, body } = await club.post(`clubs/${one}/attach/players`, { players: [3, '4'] });
    expect([status, body]).toEqual([
      201,
      {
        data: [
          { club_id: one, player_id: '3' },
          { club_id: one, player_id: '4' },
        ],
      },
    ]);
  });

  it('accepts keys as strings, as safe integers and in objects, and counts duplicates once (C7.2)', async () => {
    const players = [3, '3', { id: 3 }, { id: '4' }, 4];
    const { body } = await club.post(`clubs/${one}/attach/players`, { players });
    expect(body.data.map((row: { player_id: string }) => row.player_id)).toEqual(['3', '4']);
  });

  it('prefers the values of a key to those of the call, and ignores undeclared ones (C7.2)', async () => {
    const clubs = [
      { id: one, position: 'left', remark: 'no', version: 9 },
      two,
      { id: three, fee: 1 },
    ];
    const response = await club.post('players/1/attach/clubs', {
      clubs,
      position: 'right',
      remark: 'no',
      created_at: 'x',
    });
    expect(response.status).toBe(201);
    expect(await club.rows('memberships', 'club_id, position, remark, version, fee')).toEqual([
      [one, 'left', null, '1', null],
      [two, 'right', null, '1', null],
      [three, 'right', null, '1', expect.stringMatching(/^1(\.00)?$/)],
    ]);
  });

  it('keeps members with names of prototypes apart from pivot fields (C7.2)', async () => {
    const body = { clubs: [{ id: one, constructor: 1, toString: 2 }], hasOwnProperty: 1 };
    expect((await club.post('players/1/attach/clubs', body)).status).toBe(201);
    expect((await club.post('players/1/attach/constructor', body)).status).toBe(404);
    expect((await club.post('players/1/attach/__proto__', body)).status).toBe(404);
  });

  it.each([
    ['is missing', {}],
    ['is null', { clubs: null }],
    ['is a string', { clubs: one }],
    ['is an object', { clubs: { id: one } }],
    ['is a number', { clubs: 1 }],
    ['is empty', { clubs: [] }],
    ['contains null', { clubs: [null] }],
    ['contains a list', { clubs: [[one]] }],
    ['contains an object without an id', { clubs: [{ position: 'x' }] }],
    ['contains an object whose id is inherited', { clubs: [{ toString: one }] }],
  ])('is 422 under the relation if the list %s (C7.2)', async (_what, body) => {
    const response = await club.post('players/1/attach/clubs', body);
    expect(response).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
    expect(Object.keys(response.body.errors)).toEqual(['clubs']);
    expect(await memberships()).toEqual([]);
  });

  it.each([
    '3x',
    '03',
    '3.0',
    '3e0',
    ' 3',
    '',
    '2147483648',
    3.5,
    true,
    -0.5,
    2 ** 53,
    '3\0',
    '\ud800',
    {},
    { id: null },
  ])('is 422 under the relation for %j, which is not a key (C1.3)', async (key) => {
    const response = await club.post(`clubs/${one}/attach/players`, { players: [4, key] });
    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual(['players']);
    expect(await memberships()).toEqual([]);
  });

  it('accepts as many keys as the limit allows, and is 422 for one more (C12)', async () => {
    const listed = (count: number) =>
      Array.from({ length: count }, (_none, at) => clubKey(1000 + at));
    const within = await club.post('players/1/attach/clubs', { clubs: listed(300) });
    const past = await club.post('players/1/attach/clubs', { clubs: listed(301) });
    expect(within.body.errors.clubs[0]).toContain('do not exist');
    expect([past.status, past.body.errors]).toEqual([
      422,
      { clubs: ['The clubs field must not have more than 300 keys.'] },
    ]);
    const again = await club.post('players/1/attach/clubs', { clubs: new Array(400).fill(one) });
    expect(again.status).toBe(201);
  });

  it('reports a key that does not exist and one that the user may not see by the same message, and writes nothing (C7.3)', async () => {
    const [secret, absent] = [clubKey(9), clubKey(999)];
    const hidden = await club.post('players/1/attach/clubs', { clubs: [one, secret] });
    const unknown = await club.post('players/1/attach/clubs', { clubs: [one, absent] });
    expect(hidden.status).toBe(422);
    expect(JSON.stringify(hidden.body).replace(secret, absent)).toBe(JSON.stringify(unknown.body));
    expect(await memberships()).toEqual([]);
    expect((await club.post('players/1/attach/clubs', { clubs: [secret] }, 'trainer')).status).toBe(
      201,
    );
  });

  it('updates the pivot fields of a pair that is attached, and adds no row (C7.6)', async () => {
    await club.post('players/1/attach/clubs', { clubs: [one, two], position: 'goal', fee: 3 });
    const { status, body } = await club.post('players/1/attach/clubs', {
      clubs: [two, three],
      position: 'left',
    });
    expect(status).toBe(201);
    expect(body.data.map(({ position, fee }: Record<string, unknown>) => [position, fee])).toEqual([
      ['left', '3.00'],
      ['left', null],
    ]);
    expect(await club.rows('memberships', 'club_id, position, version')).toEqual([
      [one, 'goal', '1'],
      [two, 'left', '2'],
      [three, 'left', '1'],
    ]);
  });

  it('adds a row if the pivot has a key of its own, and returns the new one (C7.6)', async () => {
    await club.post('players/1/attach/repeats', { repeats: [LARGE], seat: 1 });
    const again = await club.post('players/1/attach/repeats', { repeats: [LARGE, 5], seat: 2 });
    expect(again.status).toBe(201);
    expect(again.body.data).toMatchObject([
      { player_id: '1', course_id: LARGE, seat: 2 },
      { player_id: '1', course_id: '5', seat: 2 },
    ]);
    expect(await club.rows('enrolments', "concat(course_id, ''), seat", 'course_id, seat')).toEqual(
      [
        ['5', '2'],
        [LARGE, '1'],
        [LARGE, '2'],
      ],
    );
  });

  it('is 422 for a duplicate under unique(), declared on either side, and writes nothing (C7.6)', async () => {
    await club.post('players/1/attach/courses', { courses: [5], seat: 1 });
    const again = await club.post('players/1/attach/courses', { courses: [10, 5], seat: 2 });
    const inverse = await club.post('courses/5/attach/players', { players: [2, 1], seat: 2 });
    expect([again.status, again.body.errors]).toEqual([
      422,
      { courses: ['The selected courses are already attached: 5.'] },
    ]);
    expect([inverse.status, inverse.body.errors]).toEqual([
      422,
      { players: ['The selected players are already attached: 1.'] },
    ]);
    expect(await club.rows('enrolments', "concat(course_id, ''), seat", 'course_id, seat')).toEqual(
      [['5', '1']],
    );
  });

  it('runs the same number of statements for 2 keys and for 200 (C12)', async () => {
    const keys = Array.from({ length: 210 }, (_none, at) => clubKey(at + 10));
    const attach = (from: number, to: number) =>
      club.post('players/1/attach/clubs', { clubs: keys.slice(from, to), position: 'x' });
    const [few, many] = [
      await club.count(() => attach(0, 2)),
      await club.count(() => attach(2, 202)),
    ];
    expect([few, many]).toEqual([few, few]);
    // Two of them read both ends for the policy, before the transaction begins; two are the log's.
    expect(few).toBeLessThanOrEqual(11);
    expect(await memberships()).toHaveLength(202);
  });
});
