import fc from 'fast-check';
import { examples } from '../../support/examples.js';
import { ClubApp, clubKey } from '../../support/club-app/club-app.js';

const EXAMPLES = examples(30);

let club: ClubApp;
beforeAll(async () => {
  club = await ClubApp.start();
});
afterAll(() => club?.stop());
beforeEach(() => club.clear());

const SECRET = clubKey(9);
const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { maxLength: 8 });
const keys = numbers.map((list) => list.map(clubKey).filter((key) => key !== SECRET));
const someKeys = keys.filter((list) => list.length > 0);
const attached = async (): Promise<readonly string[]> =>
  (await club.rows('memberships', 'club_id')).flat().map((key) => key!);
const post = (verb: string, clubs: readonly unknown[], more: object = {}) =>
  club.post(`players/1/${verb}/clubs`, { clubs, ...more });
const sorted = (list: readonly string[]): readonly string[] => [...list].sort();
const without = (list: readonly string[], other: readonly string[]) =>
  list.filter((key) => !other.includes(key));

describe('the pivot rows of a relation', () => {
  it('are, after a sync, those listed and those that the user may not see; and the response is the difference (C7.1, C7.5)', async () => {
    await fc.assert(
      fc.asyncProperty(keys, keys, fc.boolean(), async (before, listed, hasSecret) => {
        await club.clear();
        const there = hasSecret ? [...before, SECRET] : before;
        if (there.length > 0)
          await club.post('players/1/attach/clubs', { clubs: there }, 'trainer');
        const { status, body } = await post('sync', listed);
        expect([status, body.data]).toEqual([
          200,
          {
            attached: without(listed, before),
            detached: sorted(without(before, listed)),
            updated: [],
          },
        ]);
        expect(sorted(await attached())).toEqual(sorted(hasSecret ? [...listed, SECRET] : listed));
      }),
      EXAMPLES,
    );
  });

  it('are, after attaching and detaching the same keys, the previous ones without them (C7.1)', async () => {
    await fc.assert(
      fc.asyncProperty(keys, someKeys, async (before, listed) => {
        await club.clear();
        if (before.length > 0) await post('attach', before);
        expect((await post('attach', listed)).status).toBe(201);
        expect(sorted(await attached())).toEqual(sorted([...new Set([...before, ...listed])]));
        expect((await post('detach', listed)).status).toBe(204);
        expect(sorted(await attached())).toEqual(sorted(without(before, listed)));
      }),
      EXAMPLES,
    );
  });

  const instants = fc.date({
    min: new Date('1000-01-02'),
    max: new Date('9999-12-30'),
    noInvalidDate: true,
  });
  const texts = fc
    .string({ unit: 'grapheme', maxLength: 20 })
    .filter((text) => [...text].length <= 20);
  const kits = fc.dictionary(
    fc.string({ maxLength: 5 }),
    fc.oneof(fc.boolean(), texts, fc.integer(), fc.constant(null)),
    {
      noNullPrototype: true,
    },
  );
  const values = fc.record(
    {
      position: texts.filter((text) => text.trim() !== '' && !text.includes('\0')),
      fee: fc.integer({ min: 0, max: 99_999_999 }).map((cents) => (cents / 100).toFixed(2)),
      active: fc.boolean(),
      since: instants.map((date) => date.toISOString()),
      number: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
      kit: kits.filter((kit) => !JSON.stringify(kit).includes('\\u0000')),
    },
    { requiredKeys: ['position'] },
  );

  it('contain the pivot values that were sent, and return them alike in responses and reads (C1.6, C7.1)', async () => {
    const [one, two] = [clubKey(1), clubKey(2)];
    await fc.assert(
      fc.asyncProperty(values, values, fc.boolean(), async (flat, own, again) => {
        await club.clear();
        if (again) await post('attach', [one, two], { position: 'before' });
        const response = await post('attach', [two, { id: one, ...own }], flat);
        expect(response.status).toBe(201);
        expect(response.body.data).toMatchObject([flat, { ...flat, ...own }]);
        const read = await club.get('players/1?include=clubs');
        expect(
          read.body.data.relationships.clubs.map((each: { pivots: object }) => each.pivots),
        ).toMatchObject([flat, { ...flat, ...own }]);
      }),
      EXAMPLES,
    );
  });

  const anything = fc.anything({
    values: [
      fc.constantFrom<unknown>(
        clubKey(1),
        SECRET,
        'clubs',
        1,
        '1',
        '__proto__',
        'id',
        null,
        true,
        1e21,
      ),
      fc.string(),
    ],
    maxDepth: 4,
  });

  it('stay unchanged after any rejected request, and nothing fails (C9)', async () => {
    await post('attach', [clubKey(3)], { position: 'goal' });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('attach', 'sync', 'detach'),
        anything,
        anything,
        async (verb, clubs, position) => {
          const before = await club.rows('memberships', 'club_id, position');
          const { status } = await club.post(`players/1/${verb}/clubs`, { clubs, position });
          expect(status).toBeLessThan(500);
          if (status >= 400)
            expect(await club.rows('memberships', 'club_id, position')).toEqual(before);
        },
      ),
      EXAMPLES,
    );
  });
});
