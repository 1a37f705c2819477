import { ClubApp, clubKey, LARGE } from '../../support/club-app/club-app.js';
import { resolveReferences } from '../../support/document/resolve-references.js';

let club: ClubApp;
beforeAll(async () => {
  club = await ClubApp.start();
});
afterAll(() => club.stop());
beforeEach(() => club.clear());

const [one, two, secret] = [clubKey(1), clubKey(2), clubKey(9)];
const attach = (body: object) => club.post('players/1/attach/clubs', body);
const patch = (key: string, body?: unknown) => club.patch(`players/1/clubs/${key}`, body);

describe('pivot values', () => {
  const documented = async (name: string) => {
    const response = await club.app.inject({ url: '/docs/openapi.json' });
    const document = response.json<any>();
    return resolveReferences(document, document.components.schemas[`players.clubs.${name}`]);
  };

  it.each(['attach', 'sync', 'patch'])(
    'are described with a hint if their rules depend on the request: %s (C7.2)',
    async (name) => {
      const { description, properties } = await documented(name);
      expect(description).toContain('depend on the caller');
      expect(properties).toMatchObject({ position: {}, fee: {}, number: {} });
    },
  );

  it('are described to a caller with the rules of the request (C17.1)', async () => {
    const { body } = await club.get('_schema/players');
    const { pivots } = body.data.relations.find(({ key }: { key: string }) => key === 'clubs');
    const { schema } = pivots.find(({ name }: { name: string }) => name === 'number');
    expect(schema.description).toContain('has already been taken');
  });

  it('are not described for detach, which ignores them (C7.2)', async () => {
    const { description, properties } = await documented('detach');
    expect([description, Object.keys(properties)]).toEqual([undefined, ['clubs']]);
    const [, withValues] = properties.clubs.items.anyOf;
    expect(Object.keys(withValues.properties)).toEqual(['id']);
    expect((await attach({ clubs: [one] })).status).toBe(201);
    const body = { clubs: [{ id: one, fee: 'much' }], number: 'none' };
    expect((await club.post('players/1/detach/clubs', body)).status).toBe(204);
    expect(await club.rows('memberships', 'club_id')).toEqual([]);
  });

  it.each([
    ['fee', 'much', 'must be a number.'],
    ['fee', 1.234, 'must have at most 2 decimal places.'],
    ['active', 'yes', 'must be true or false.'],
    ['since', 'yesterday', 'must be a'],
    ['number', 1.5, 'must be an integer.'],
    ['position', 7, 'must be a string.'],
  ])(
    'are 422 under the field if they have the wrong type: %s %j (C4.2)',
    async (field, value, message) => {
      const response = await attach({ clubs: [one], [field]: value });
      expect(response.status).toBe(422);
      expect(Object.keys(response.body.errors)).toEqual([field]);
      expect(response.body.errors[field].join()).toContain(message);
      expect(await club.rows('memberships', 'club_id')).toEqual([]);
    },
  );

  it('are validated by the rules of validationCallback, which receives them (C7.4)', async () => {
    const response = await attach({ clubs: [one], active: true });
    expect([response.status, response.body.errors]).toEqual([
      422,
      { position: ['The position field is required.'] },
    ]);
    expect((await attach({ clubs: [one], active: true, position: 'goal' })).status).toBe(201);
    expect((await attach({ clubs: [two], active: false })).status).toBe(201);
  });

  it('may not be those of another row if a rule requires it; their own rows may keep them (C7.4)', async () => {
    const taken = { number: ['The number has already been taken.'] };
    expect((await attach({ clubs: [one], number: 7 })).status).toBe(201);
    expect(await attach({ clubs: [two], number: 7 })).toMatchObject({
      status: 422,
      body: { errors: taken },
    });
    expect((await attach({ clubs: [two], number: 8 })).status).toBe(201);
    expect((await attach({ clubs: [one], number: 7, fee: 1 })).status).toBe(201);
    expect((await patch(one, { number: 7, fee: 2 })).status).toBe(200);
    expect(await patch(one, { number: 8 })).toMatchObject({ status: 422, body: { errors: taken } });
    const sync = (number: number) =>
      club.post('players/1/sync/clubs', { clubs: [{ id: one, number }, two] });
    expect([(await sync(7)).status, (await sync(8)).status]).toEqual([200, 422]);
    const other = await club.post('players/2/attach/clubs', { clubs: [one], number: 7 }, 'trainer');
    expect([other.status, other.body.errors]).toEqual([422, taken]);
  });

  it('are reported with their place in the list if they belong to one key; those of the call under their name, once (C7.2)', async () => {
    const clubs = [one, { id: two, fee: 'x' }, { id: clubKey(3), active: true }];
    const response = await attach({ clubs, number: 'no' });
    expect(response.status).toBe(422);
    expect(Object.keys(response.body.errors).sort()).toEqual(['clubs.1.fee', 'number', 'position']);
    expect(response.body.errors.number).toHaveLength(1);
  });

  it('are 422 if a row needs them and they are absent (C4.2)', async () => {
    const response = await club.post('players/1/attach/courses', {
      courses: [{ id: 5, seat: 1 }, 10],
    });
    expect([response.status, response.body.errors]).toEqual([
      422,
      { seat: ['The seat field is required.'] },
    ]);
    expect(await club.rows('enrolments', 'course_id, seat')).toEqual([]);
  });

  it.each(['a\0b', '\ud800'])(
    'are 422 if no database can store them: %j (C1.7)',
    async (position) => {
      expect(await attach({ clubs: [one], position })).toMatchObject({
        status: 422,
        body: { errors: { position: [{}] } },
      });
    },
  );
});

describe('PATCH of pivot values', () => {
  it('writes the sent fields, and returns the row (C7.1)', async () => {
    await attach({ clubs: [one, two], position: 'goal', fee: 2 });
    const response = await patch(one, { fee: 3.5, remark: 'no', player_id: 7 });
    expect(response).toMatchObject({
      status: 200,
      body: { data: { player_id: '1', club_id: one, position: 'goal', fee: '3.50' } },
    });
    expect(await club.rows('memberships', 'club_id, position, remark, version')).toEqual([
      [one, 'goal', null, '2'],
      [two, 'goal', null, '1'],
    ]);
  });

  it('writes all rows of the pair (C7.6)', async () => {
    for (const seat of [1, 2])
      await club.post('players/1/attach/repeats', { repeats: [5, LARGE], seat });
    const response = await club.patch(`players/1/repeats/${LARGE}`, { seat: 9 });
    expect(response).toMatchObject({ status: 200, body: { data: { course_id: LARGE, seat: 9 } } });
    expect((await club.rows('enrolments', 'seat, course_id')).map(([seat]) => seat)).toEqual([
      '1',
      '2',
      '9',
      '9',
    ]);
  });

  it('works on a morph (C7.1)', async () => {
    await club.post('badges/a/attach/clubs', { clubs: [one, two], place: 1 });
    const response = await club.patch(`badges/a/clubs/${two}`, { place: 5 });
    expect(response.body).toEqual({
      data: { badge_id: 'a', awarded_id: two, awarded_type: 'clubs', place: 5 },
    });
  });

  it('is 404 for a record that is not attached, not visible or unknown, and for a malformed key (C4.4)', async () => {
    await club.post('players/1/attach/clubs', { clubs: [secret] }, 'trainer');
    for (const key of [two, secret, clubKey(999), 'x', '1'])
      expect(await patch(key, { fee: 1 })).toMatchObject({
        status: 404,
        body: { message: 'Not found.' },
      });
    for (const path of [
      `players/99/clubs/${one}`,
      `players/1/nothing/${one}`,
      `players/1/name/${one}`,
    ])
      expect((await club.patch(path, {})).status).toBe(404);
  });

  it('calls the policy of attach, and validates as attach does (C7.4)', async () => {
    await attach({ clubs: [one] });
    club.policyCalls.take();
    expect(await patch(one, { fee: 'x' })).toMatchObject({
      status: 422,
      body: { errors: { fee: [{}] } },
    });
    expect(club.policyCalls.take()).toEqual(['attachClubs P1 C1']);
    club.policyCalls.refused.add('attachClubs P1 C1');
    expect((await patch(one, { fee: 'x' })).status).toBe(403);
  });

  it('is 400 for a body that is missing, or is not an object (C4.2)', async () => {
    await attach({ clubs: [one] });
    for (const body of [undefined, null, [], 'x', 1])
      expect((await patch(one, body)).status).toBe(400);
    expect((await patch(one, {})).status).toBe(200);
  });
});
