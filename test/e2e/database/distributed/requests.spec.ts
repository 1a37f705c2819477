import { ClubApp, clubKey } from '../../../support/club-app/club-app.js';
import { posingDatabase, testDatabase } from '../../../support/databases.js';
import { DepotApp } from '../../../support/depot-app/depot-app.js';
import { SackDepot } from '../../../support/depot-app/sacks/sack-depot.js';
import { png } from '../../../support/images.js';
import { stumbleOn } from './posing.fixture.js';

const REQUESTS = 12;
const all = <Result>(send: (at: number) => Promise<Result>): Promise<readonly Result[]> =>
  Promise.all(Array.from({ length: REQUESTS }, (_none, at) => send(at)));
const statuses = (responses: readonly { readonly status: number }[]): readonly number[] =>
  [...new Set(responses.map(({ status }) => status))].sort((one, other) => one - other);

interface Piece {
  readonly data: { readonly id: string; readonly attributes: { readonly amount: number } };
}

if (testDatabase === 'postgres')
  describe('requests in SERIALIZABLE', () => {
    describe('that write records', () => {
      let depot: DepotApp;
      beforeAll(async () => {
        depot = await DepotApp.on(await posingDatabase('cockroachdb'));
      });
      afterAll(() => depot.stop());
      afterEach(() => depot.reset());
      const arm = async (times: number) => {
        for (const each of stumbleOn('pieces', times)) await depot.database.dataSource.query(each);
      };
      const disarm = () => depot.database.dataSource.query('drop trigger stumble on pieces');
      const photo = { name: 'photo', filename: 'x', content: png() };
      const vase = [{ name: 'title', content: 'Vase' }, photo];

      it('run on a database that is known by what it calls itself', () => {
        expect(depot.database.dialect).toBe('cockroachdb');
      });

      it('change one record at the same time: all succeed, by retries', async () => {
        const { body } = await depot.send<Piece>('POST', 'pieces', { title: 'Vase', amount: 0 });
        const before = depot.database.conflicts.retried;
        const sent = await all((at) =>
          depot.send<Piece>('PATCH', `pieces/${body.data.id}`, { amount: at + 1 }),
        );
        expect(statuses(sent)).toEqual([200]);
        expect(depot.database.conflicts.retried).toBeGreaterThan(before);
        const now = await depot.send<Piece>('GET', `pieces/${body.data.id}`);
        expect(now.body.data.attributes.amount).toBeGreaterThan(0);
      });

      it('store a record with its file and its event once, though the transaction ran three times', async () => {
        await arm(2);
        const counts = async () => [await depot.count('pieces'), depot.files().length];
        const before = await counts();
        const { status } = await depot.form('pieces', vase);
        await disarm();
        expect(status).toBe(201);
        expect(await counts()).toEqual(before.map((count) => count + 1));
        expect(depot.listener.received).toHaveLength(1);
      });

      it('end as 503 with Retry-After if they lose each time, and leave neither record, nor file, nor event', async () => {
        await arm(1_000);
        const [records, files] = [await depot.count('pieces'), depot.files().length];
        const { status, headers, body } = await depot.form<{ code: string }>('pieces', vase);
        await disarm();
        expect([status, headers['retry-after'], body.code]).toEqual([503, '1', 'unavailable']);
        expect([await depot.count('pieces'), depot.files().length]).toEqual([records, files]);
        expect(depot.listener.received).toEqual([]);
      });

      it('store one record for one Idempotency-Key, however many requests carry it', async () => {
        const records = await depot.count('pieces');
        await arm(1);
        const sent = await all(() =>
          depot.raw<Piece>('POST', 'pieces', JSON.stringify({ title: 'Once' }), {
            'content-type': 'application/json',
            'idempotency-key': 'serializable',
          }),
        );
        await disarm();
        const stored = sent.filter(({ status }) => status === 201);
        expect([201, 409]).toEqual(expect.arrayContaining([...statuses(sent)]));
        expect(new Set(stored.map(({ body }) => body.data.id)).size).toBe(1);
        expect(await depot.count('pieces')).toBe(records + 1);
      });
    });

    describe('that write relations', () => {
      let club: ClubApp;
      beforeAll(async () => {
        club = await ClubApp.start({}, await posingDatabase('cockroachdb'));
      });
      afterAll(() => club.stop());
      beforeEach(() => club.clear());

      it('sync different lists, and the relation ends as one of them (C7.5)', async () => {
        const lists = Array.from({ length: REQUESTS }, (_none, at) => [
          clubKey(10 + 2 * at),
          clubKey(11 + 2 * at),
        ]);
        const sent = await all((at) => club.post('players/1/sync/clubs', { clubs: lists[at] }));
        expect(statuses(sent)).toEqual([200]);
        const rows = (await club.rows('memberships', 'club_id')).flat().sort();
        expect(lists).toContainEqual(rows);
        expect(club.database.conflicts.retried).toBeGreaterThan(0);
      });

      it('attach the same pair from both sides once (C7.6)', async () => {
        const sent = await all((at) =>
          at % 2 === 0
            ? club.post('players/1/attach/clubs', { clubs: [clubKey(1)], position: 'goal' })
            : club.post(`clubs/${clubKey(1)}/attach/players`, { players: [1] }),
        );
        expect(statuses(sent)).toEqual([201]);
        expect(await club.rows('memberships', 'position')).toEqual([['goal']]);
      });
    });

    describe('that run actions', () => {
      let depot: SackDepot;
      beforeAll(async () => {
        depot = await SackDepot.on(await posingDatabase('cockroachdb'));
      });
      afterAll(() => depot.stop());

      it('call the handler and the hooks again for a chunk that lost, and commit its log rows and events once', async () => {
        await depot.fill(9);
        for (const each of stumbleOn('sacks', 2)) await depot.database.dataSource.query(each);
        let [handled, hooked, committed] = [0, 0, 0];
        depot.hooks.updatingSack = () => void (hooked += 1);
        const { status } = await depot.run(
          'sacks',
          'grind-sacks',
          { repositories: 'all' },
          async (request, sacks) => {
            handled += 1;
            request.afterCommit(() => void (committed += 1));
            await request.update(sacks, { state: 'ground' });
          },
        );
        // Three chunks of three, and two that lost.
        expect([status, handled, hooked, committed]).toEqual([200, 5, 15, 3]);
        const states = (await depot.states()).map((state) => state.split(' ')[1]);
        expect(new Set(states)).toEqual(new Set(['ground']));
        const keys = (await depot.log()).flatMap(({ key }) => (key === null ? [] : [Number(key)]));
        expect(keys.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
      });
    });
  });
else
  it('requests in SERIALIZABLE are tested on PostgreSQL only', () => {
    expect(testDatabase).not.toBe('postgres');
  });
