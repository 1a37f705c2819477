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
  it('C7.1 answers 201 with a row for each key in the order given: both keys as strings, and the pivot fields', async () => {
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

  it('C7.1 answers pivot values as reads answer them', async () => {
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

  it('C7.1 answers a morph with its type as the resource key, from both sides', async () => {
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

  it('C7.1 works from the side that does not own the join table, and where the relation does not name its entity', async () => {
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

  it('C7.2 takes keys as strings, as safe integers and in objects, and counts duplicates once', async () => {
    const players = [3, '3', { id: 3 }, { id: '4' }, 4];
    const { body } = await club.post(`clubs/${one}/attach/players`, { players });
    expect(body.data.map((row: { player_id: string }) => row.player_id)).toEqual(['3', '4']);
  });

  it('C7.2 lets the values of a key win over those of the call, and passes undeclared ones over', async () => {
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

  it('C7.2 keeps members with names of prototypes apart from pivot fields', async () => {
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
    ['holds null', { clubs: [null] }],
    ['holds a list', { clubs: [[one]] }],
    ['holds an object without an id', { clubs: [{ position: 'x' }] }],
    ['holds an object whose id is inherited', { clubs: [{ toString: one }] }],
  ])('C7.2 is 422 under the relation when the list %s', async (_what, body) => {
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
  ])('C1.3 is 422 under the relation for %j, which is no key', async (key) => {
    const response = await club.post(`clubs/${one}/attach/players`, { players: [4, key] });
    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors)).toEqual(['players']);
    expect(await memberships()).toEqual([]);
  });

  it('C12 takes as many keys as the limit says, and is 422 for one more', async () => {
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

  it('C7.3 tells a key that does not exist and one that the user may not see in the same text, and writes nothing', async () => {
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

  it('C7.6 updates the pivot fields of a pair that is attached, and adds no row', async () => {
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

  it('C7.6 adds a row where the pivot has a key of its own, and answers the new one', async () => {
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

  it('C7.6 is 422 for a duplicate under unique(), declared on either side, and writes nothing', async () => {
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

  it('C12 takes the same number of statements for 2 keys and for 200', async () => {
    const keys = Array.from({ length: 210 }, (_none, at) => clubKey(at + 10));
    const attach = (from: number, to: number) =>
      club.post('players/1/attach/clubs', { clubs: keys.slice(from, to), position: 'x' });
    const [few, many] = [
      await club.count(() => attach(0, 2)),
      await club.count(() => attach(2, 202)),
    ];
    expect([few, many]).toEqual([few, few]);
    // Two of them read both ends for the policy, before the transaction begins.
    expect(few).toBeLessThanOrEqual(9);
    expect(await memberships()).toHaveLength(202);
  });
});
