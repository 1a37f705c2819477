import type { ActionRequest } from '../../../src/index.js';
import { Piece } from '../../support/depot-app/entities.js';
import { testDialect } from '../../support/databases.js';
import { WorkshopApp } from '../../support/workshop-app.js';

/** The service writes the log of a resource with hooks that see records. */
let watched: WorkshopApp;
let plain: WorkshopApp;
let encrypted: WorkshopApp;
beforeAll(async () => {
  watched = await WorkshopApp.start({}, true);
  plain = await WorkshopApp.start();
  encrypted = await WorkshopApp.start({ appKeys: ['k'.repeat(40)] });
});
afterAll(async () => {
  for (const workshop of [encrypted, plain, watched]) await workshop?.stop();
});

type Work = (request: ActionRequest, pieces: Piece[]) => unknown;

const writtenAt = new Date('2024-01-01T00:00:00.000Z');
const pieces = [1, 2, 3].map((number) => ({
  id: `0000000${number}-1111-4222-8333-444455556666`,
  title: `Vase ${number}`,
  amount: number,
  insurer: `insurer ${number}`,
  createdAt: writtenAt,
  updatedAt: writtenAt,
}));

/** Runs the work on three pieces; returns the log, and the statements that write it. */
async function run(workshop: WorkshopApp, work: Work) {
  await workshop.fill(pieces);
  const statements: string[] = [];
  const stop = workshop.database.observe((sql) => void statements.push(sql));
  const { status, text } = await workshop.restore(work).finally(stop);
  expect([status < 300, text]).toEqual([true, text]);
  return {
    log: await workshop.log(),
    inserts: statements.filter((sql) => /insert into .action_logs/.test(sql)),
    all: statements,
    rows: (await workshop.pieces()).map(({ updatedAt: _at, ...piece }) => piece),
    snapshots: Number(
      (await workshop.database.query('select count(*) from action_log_snapshots'))[0]![0],
    ),
  };
}

/** Statements that update pieces and write the log. */
const together = (statements: readonly string[]) =>
  statements.filter((sql) => /update .pieces/.test(sql) && /insert into .action_logs/.test(sql));
const ONE = testDialect === 'postgres' ? 1 : 0;

describe('The log of an update by a handler (C8.1)', () => {
  const update: Work = (request, received) =>
    request.update(received, ({ amount, title }) => ({
      amount: amount! + 1,
      story: `${title}: "é ✓ \\ \n"`,
      insurer: 'another',
      onDisplay: true,
      serial: '9007199254740993',
      acquiredOn: '2024-02-29',
      finish: 'raw' as const,
      batch: '0B0E2A4C-1111-4222-8333-444455556666',
    }));

  it('is written by the statement of the update on PostgreSQL, byte for byte as by the service', async () => {
    const [mine, expected] = [await run(plain, update), await run(watched, update)];
    expect(together(mine.all)).toHaveLength(ONE);
    expect(together(expected.all)).toEqual([]);
    expect(mine.log).toEqual(expected.log);
    expect(mine.rows).toEqual(expected.rows);
    expect(mine.log.map(({ key }) => key)).toEqual(pieces.map(({ id }) => id));
    expect(mine.log[0]!.changes).toBe(
      `{"amount":2,"serial":"9007199254740993","on_display":true,"acquired_on":"2024-02-29",` +
        `"story":"Vase 1: \\"é ✓ \\\\ \\n\\"","finish":"raw","batch":"0b0e2a4c-1111-4222-8333-444455556666","insurer":"***"}`,
    );
    expect(mine.log[0]!.snapshot).toBe(
      `{"event":"updated","before":{"insurer":"insurer 1","updated_at":"2024-01-01T00:00:00.000Z"},"after":{"insurer":"another"}}`,
    );
  });

  it('takes two statements fewer than that of the service on PostgreSQL', async () => {
    const [mine, expected] = [await run(plain, update), await run(watched, update)];
    expect(expected.all.length - mine.all.length).toBe(2 * ONE);
  });

  it.each<readonly [what: string, work: Work]>([
    ['a decimal', (request, received) => request.update(received, { weight: '1.5' })],
    ['JSON', (request, received) => request.update(received, { notes: { a: 1 } })],
    ['an instant', (request, received) => request.update(received, { shownAt: new Date(0) })],
    ['one record of several', (request, [first]) => request.update([first!], { amount: 9 })],
    [
      'different columns',
      (request, received) =>
        request.update(received, ({ amount }) => (amount === 2 ? { shade: 1 } : { amount: 9 })),
    ],
    [
      'a record that stays as it is',
      (request, received) => request.update(received, { amount: 2 }),
    ],
    [
      'another order',
      (request, received) => request.update([...received].reverse(), { amount: 9 }),
    ],
  ])('is written by the service for %s', async (_what, work) => {
    const [mine, expected] = [await run(plain, work), await run(watched, work)];
    expect(together(mine.all)).toEqual([]);
    expect(mine.log).toEqual(expected.log);
    expect(mine.rows).toEqual(expected.rows);
  });

  it('is written by the service if its snapshots are encrypted (C15.3)', async () => {
    const { all, log } = await run(encrypted, update);
    expect(together(all)).toEqual([]);
    expect(log[0]!.snapshot).toMatch(/^v1:/);
  });

  it.each<readonly [what: string, work: Work]>([
    ['an update', (request, received) => request.update(received, { shade: 4 })],
    ['an update of one record', (request, [first]) => request.update([first!], { amount: 40 })],
    ['a deletion', (request, received) => request.delete(received.slice(1))],
    [
      'a new record',
      (request) =>
        request.store(Piece, [{ id: pieces[0]!.id.replace('1', '9'), title: 'New', keeperId: 1 }]),
    ],
    [
      'a write by the manager',
      (request) => request.manager.update(Piece, { amount: 2 }, { title: 'Managed' }),
    ],
  ])('contains one row per record if %s follows', async (_what, next) => {
    const work: Work = async (request, received) => {
      await request.update(received, ({ amount }) => ({ amount: amount! + 1 }));
      await next(request, received);
    };
    const [mine, expected] = [await run(plain, work), await run(watched, work)];
    expect(mine.inserts.length).toBe(expected.inserts.length + ONE);
    const withoutTimes = ({ snapshot, ...row }: (typeof mine.log)[number]) => ({
      ...row,
      snapshot: snapshot?.replaceAll(/"(updated|created)_at":"[^"]*"/g, ''),
    });
    expect(mine.log.map(withoutTimes)).toEqual(expected.log.map(withoutTimes));
    expect(mine.snapshots).toBe(expected.snapshots);
  });
});
