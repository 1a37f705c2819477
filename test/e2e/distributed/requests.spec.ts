import { posingDatabase, testDialect } from '../../support/databases.js';
import { ClubApp, clubKey } from '../../support/club-app/club-app.js';
import { DepotApp } from '../../support/depot-app/depot-app.js';
import { GardenApp } from '../../support/garden-app/garden-app.js';
import { MillApp } from '../../support/mill-app/mill-app.js';
import { png } from '../../support/images.js';

const REQUESTS = 12;
const all = <Result>(send: (at: number) => Promise<Result>): Promise<readonly Result[]> =>
  Promise.all(Array.from({ length: REQUESTS }, (_none, at) => send(at)));
const statuses = (responses: readonly { readonly status: number }[]): readonly number[] =>
  [...new Set(responses.map(({ status }) => status))].sort((one, other) => one - other);

interface Record {
  readonly data: { readonly id: string; readonly attributes: { readonly amount: number } };
}

/** Each write of the table loses a conflict, a number of times. */
const stumbling = (table: string, times: number): readonly string[] => [
  'drop sequence if exists stumbles cascade',
  'create sequence stumbles',
  `create or replace function stumble() returns trigger language plpgsql as $$ begin
     if nextval('stumbles') <= ${times} then
       raise exception 'restart transaction' using errcode = '40001';
     end if;
     return new;
   end $$`,
  `create or replace trigger stumble before insert or update on ${table} for each row execute function stumble()`,
];

if (testDialect === 'postgres')
  describe('requests in SERIALIZABLE', () => {
    describe('that write records', () => {
      let depot: DepotApp;
      beforeAll(async () => {
        depot = await DepotApp.start(await posingDatabase('cockroachdb'));
      });
      afterAll(() => depot.stop());
      afterEach(() => depot.reset());
      const arm = async (times: number) => {
        for (const each of stumbling('pieces', times)) await depot.database.dataSource.query(each);
      };
      const disarm = () => depot.database.dataSource.query('drop trigger stumble on pieces');

      it('run on a database that is known by what it calls itself', () => {
        expect(depot.database.dialect).toBe('cockroachdb');
      });

      it('change one record at the same time: all succeed, by retries, and their last response is what is stored', async () => {
        const { body } = await depot.send<Record>('POST', 'pieces', { title: 'Vase', amount: 0 });
        const before = depot.database.conflicts.retried;
        const sent = await all((at) =>
          depot.send<Record>('PATCH', `pieces/${body.data.id}`, { amount: at + 1 }),
        );
        expect(statuses(sent)).toEqual([200]);
        expect(depot.database.conflicts.retried).toBeGreaterThan(before);
        const now = await depot.send<Record>('GET', `pieces/${body.data.id}`);
        expect(now.body.data.attributes.amount).toBeGreaterThan(0);
      });

      it('store a record with its file and its event once, though the transaction ran three times', async () => {
        await arm(2);
        const [records, files] = [await depot.count('pieces'), depot.files().length];
        const { status } = await depot.form('pieces', [
          { name: 'title', content: 'Vase' },
          { name: 'photo', filename: 'x', content: png() },
        ]);
        await disarm();
        expect(status).toBe(201);
        expect([await depot.count('pieces'), depot.files().length]).toEqual([
          records + 1,
          files + 1,
        ]);
        expect(depot.listener.received).toHaveLength(1);
      });

      it('end as 503 with Retry-After if they lose each time, and leave neither record, nor file, nor event', async () => {
        await arm(1_000);
        const [records, files] = [await depot.count('pieces'), depot.files().length];
        const { status, headers, body } = await depot.form<{ code: string; message: string }>(
          'pieces',
          [
            { name: 'title', content: 'Vase' },
            { name: 'photo', filename: 'x', content: png() },
          ],
        );
        await disarm();
        expect([status, headers['retry-after'], body.code]).toEqual([503, '1', 'unavailable']);
        expect(body.message).toBe(
          'Other requests change the same data at the moment. Nothing was changed. Try again later.',
        );
        expect([await depot.count('pieces'), depot.files().length]).toEqual([records, files]);
        expect(depot.listener.received).toEqual([]);
      });

      it('store one record for one Idempotency-Key, however many requests carry it', async () => {
        const records = await depot.count('pieces');
        await arm(1);
        const sent = await all(() =>
          depot.raw<Record>('POST', 'pieces', JSON.stringify({ title: 'Once' }), {
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
      it('commit each chunk once, with its rows of the log, though chunks are run again', async () => {
        const mill = await MillApp.start({}, await posingDatabase('cockroachdb'));
        try {
          await mill.fill(9);
          for (const each of stumbling('sacks', 2)) await mill.database.dataSource.query(each);
          let handled = 0;
          const { status } = await mill.run(
            'sacks',
            'grind-sacks',
            { repositories: 'all' },
            async (request, sacks) => {
              handled += 1;
              await request.update(sacks, { state: 'ground' });
            },
          );
          // Three chunks of three, and two that lost.
          expect([status, handled]).toEqual([200, 5]);
          expect(new Set((await mill.states()).map((state) => state.split(' ')[1]))).toEqual(
            new Set(['ground']),
          );
          const rows = (await mill.log()).filter(({ key }) => key !== null);
          expect(rows.map(({ key }) => Number(key)).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
        } finally {
          await mill.stop();
        }
      });

      it('do not call an external action again: the failure reports that it may have reached outside', async () => {
        const source = await posingDatabase('cockroachdb');
        const garden = await GardenApp.start({}, source);
        try {
          await garden.stored('plants', { name: 'Fern' });
          for (const each of stumbling('plants', 1)) await garden.database.dataSource.query(each);
          let sent = 0;
          garden.script.onSend = () => void (sent += 1);
          const send = 'plants/actions?action=send-plants';
          const { body } = await garden.send('POST', send, { repositories: 'all' });
          expect(sent).toBe(1);
          expect(JSON.stringify(body)).toContain('may have reached outside');
        } finally {
          await garden.stop();
        }
      });
    });
  });
else
  it('in SERIALIZABLE are tested on PostgreSQL only', () => {
    expect(testDialect).not.toBe('postgres');
  });
