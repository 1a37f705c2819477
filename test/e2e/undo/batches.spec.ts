import { Sack } from '../../support/depot-app/sacks/entities.js';
import type { DepotUser } from '../../support/depot-app/depot-app.js';
import { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';
import { LogRetention } from '../../../src/modules/action-log/log-retention.js';
import { AppCipher } from '../../../src/base/app-cipher.js';
import { freezeClock, NOW } from '../../support/freeze-clock.js';

const cipherWith = (appKeys: readonly string[]) =>
  new AppCipher(appKeys, { purpose: 'action-log-snapshots', unreadable: (why) => new Error(why) });

const KEYS = ['a-first-key-of-at-least-32-characters', 'a-second-key-of-at-least-32-characters'];
const DAY = 24 * 60 * 60 * 1000;

let depot: SackDepot;
/** Without keys. */
let plain: SackDepot;
/** Without undo. */
let off: SackDepot;
beforeAll(async () => {
  depot = await SackDepot.start({ appKeys: KEYS });
  plain = await SackDepot.start();
  off = await SackDepot.start({ safeWrites: { undo: false } });
});
beforeEach(async () => {
  await depot.database.write('delete from action_log_snapshots');
  await depot.fill(6);
});
afterAll(async () => {
  for (const app of [depot, plain, off]) await app.stop();
});
freezeClock();

const contents = () =>
  depot.database.query(
    'select id, title, state, weight, milled_at, pin, origin, keeper_id, created_at, updated_at from sacks order by id',
  );
const revertBatch = (batch: string, as: DepotUser = 'head', headers: Record<string, string> = {}) =>
  depot
    .client(as)
    .with({ 'content-type': 'application/json', ...headers })
    .send<any>('POST', '/action_logs/revert', JSON.stringify({ batch_id: batch }));
const lastBatch = async (): Promise<string> => (await depot.log()).at(-1)!.batch;
const lastRow = async (): Promise<string> => {
  const [row] = await depot.database.query('select max(id) from action_logs');
  return String(row![0]);
};
const revert = async (id: string, as: DepotUser = 'head') =>
  depot.client(as).send<any>('POST', `/action_logs/${id}/revert`);
const grind = (work: Parameters<SackDepot['run']>[3], repositories: unknown = [1, 2, 3, 4]) =>
  depot.run('sacks', 'grind-sacks', { repositories }, work);

describe('Reverting a batch', () => {
  it('restores the records of an action with the values that no response shows (C15.1, C15.3)', async () => {
    const before = await contents();
    await grind(async (request, sacks) => {
      await request.update(sacks, { state: 'ground', pin: 'p', origin: 'o' });
    });
    const batch = await lastBatch();
    const { status, body } = await revertBatch(batch);
    expect([status, body.data.affected]).toEqual([200, 4]);
    expect(body.data.batch_id).not.toBe(batch);
    expect(await contents()).toEqual(before);
  });

  it('restores an action that stored, updated and deleted, and its revert is reverted (C15.1, C15.3)', async () => {
    const before = await contents();
    await grind(async (request, [first, second, ...others]) => {
      await request.update([first!], { state: 'ground' });
      await request.delete([second!]);
      await request.update(others, { title: 'Others' });
      await request.store(Sack, [{ title: 'New', state: 'new', keeper_id: 1 }]);
    });
    const after = await contents();
    const { status, body } = await revertBatch(await lastBatch());
    expect([status, body.data.affected]).toEqual([200, 5]);
    expect(await contents()).toEqual(before);
    expect((await revertBatch(body.data.batch_id)).status).toBe(200);
    expect(await contents()).toEqual(after);
  });

  it('restores a run over all records, with one statement more for each other state (C15.1)', async () => {
    await depot.database.write(`update sacks set updated_at = '2026-01-01 00:00:00'`);
    const before = await contents();
    await depot.run('sacks', 'grind-all-at-once', { repositories: 'all' }, (request, sacks) =>
      request.update(sacks, { state: 'ground' }),
    );
    const all = await depot.statements(async () => {
      expect((await revertBatch(await lastBatch())).status).toBe(200);
    });
    expect(await contents()).toEqual(before);
    await grind((request, sacks) => request.update(sacks, { state: 'ground' }), [1, 2]);
    const two = await depot.statements(async () => {
      expect((await revertBatch(await lastBatch())).status).toBe(200);
    });
    expect(all.length).toBe(two.length);
  });

  it('restores nothing if one record has changed since (C15.1, C15.2)', async () => {
    await grind((request, sacks) => request.update(sacks, { state: 'ground' }));
    const batch = await lastBatch();
    await depot.send('PATCH', 'sacks/3', { state: 'sold' });
    const before = await contents();
    const { status, body } = await revertBatch(batch);
    expect([status, body.code, body.errors]).toEqual([
      409,
      'revert_conflict',
      { 'sacks.3.state': ['The value is now "sold"; the change set it to "ground".'] },
    ]);
    expect(await contents()).toEqual(before);
  });

  it('restores the others with handling=lenient (C15.2)', async () => {
    await grind((request, sacks) => request.update(sacks, { state: 'ground' }));
    const batch = await lastBatch();
    await depot.send('PATCH', 'sacks/3', { state: 'sold' });
    const { status, body } = await revertBatch(batch, 'head', { prefer: 'handling=lenient' });
    expect([status, body.data.affected, body.data.conflicts]).toEqual([
      200,
      3,
      [
        {
          type: 'sacks',
          id: '3',
          errors: { state: ['The value is now "sold"; the change set it to "ground".'] },
        },
      ],
    ]);
    expect(await depot.states()).toEqual(['1 new', '2 new', '3 sold', '4 new', '5 new', '6 new']);
  });

  it('treats a record outside the scope like one that is gone, and restores nothing (C15.2)', async () => {
    await grind((request, sacks) => request.update(sacks, { state: 'ground' }));
    const before = await contents();
    const { status, body } = await revertBatch(await lastBatch(), 'other');
    expect([status, Object.keys(body.errors).sort()]).toEqual([409, ['sacks.1.id', 'sacks.3.id']]);
    expect(await contents()).toEqual(before);
  });

  it('is 403 for who may not use the resource (C15.2)', async () => {
    await grind((request, sacks) => request.update(sacks, { state: 'ground' }));
    const before = await contents();
    expect((await revertBatch(await lastBatch(), 'keeper')).status).toBe(403);
    expect(await contents()).toEqual(before);
  });

  it('has at most 10,000 rows (C15.1)', async () => {
    const batch = '00000000-0000-4000-8000-000000000001';
    const row = `('a', 'finished', '{}', '{}', '', '${batch}', '{}', '2030-01-01 00:00:00')`;
    for (let piece = 0; piece < 10; piece++)
      await depot.database.write(
        `insert into action_logs (name, status, original, changes, exception, batch_id, meta, created_at) values ${Array.from({ length: 1_000 }, () => row).join()}`,
      );
    expect((await revertBatch(batch)).status).toBe(200);
    await depot.database.write(
      `insert into action_logs (name, status, original, changes, exception, batch_id, meta, created_at) values ${row}`,
    );
    const { status, body } = await revertBatch(batch);
    expect([status, Object.keys(body.errors)]).toEqual([422, ['batch_id']]);
  });
});

describe('Snapshots', () => {
  const stored = async () =>
    (await depot.database.query('select id, content from action_log_snapshots')).map(
      ([id, content]) => [String(id), String(content)] as const,
    );

  it('are encrypted if the deployment has keys (C15.3)', async () => {
    await depot.send('PATCH', 'sacks/1', { pin: 'other pin' });
    const [[, content]] = (await stored()) as [readonly [string, string]];
    expect(content).toMatch(/^v1:[0-9a-f]{8}:[A-Za-z0-9+/=]+$/);
    expect(content).not.toContain('pin');
    expect(Buffer.from(content.split(':')[2]!, 'base64').toString('latin1')).not.toContain('pin');
  });

  it('contain only what the log row does not (C15.3)', async () => {
    await plain.fill(1);
    await plain.send('PATCH', 'sacks/1', { title: 'Visible', pin: 'hidden' });
    const [row] = await plain.database.query('select content from action_log_snapshots');
    expect(JSON.parse(String(row![0]))).toEqual({
      event: 'updated',
      before: { pin: 'secret pin', updated_at: expect.any(String) as string },
      after: { pin: 'hidden' },
      row: expect.objectContaining({
        pin: expect.stringContaining('secret pin') as string,
      }) as object,
    });
  });

  it('that another key encrypted cause a clear error, and those of an older key are read (C15.3)', async () => {
    await depot.send('PATCH', 'sacks/1', { pin: 'other pin' });
    const [[id, content]] = (await stored()) as [readonly [string, string]];
    const json = cipherWith(KEYS).decrypt(id, content);
    const recrypt = (key: string) =>
      depot.database.write('update action_log_snapshots set content = ? where id = ?', [
        cipherWith([key]).encrypt(id, json),
        id,
      ]);
    await recrypt('an-unknown-key-of-at-least-32-characters');
    const { status, body } = await revert(await lastRow());
    expect([status, body]).toEqual([
      409,
      {
        code: 'revert_unavailable',
        message:
          'The change cannot be reverted: the values kept for it are encrypted with a key that APP_KEY does not contain.',
      },
    ]);
    await recrypt(KEYS[1]!);
    expect((await revert(await lastRow())).status).toBe(200);
    expect(await depot.database.query('select pin from sacks where id = 1')).toEqual([
      ['secret pin'],
    ]);
  });

  it('cannot be exchanged or changed (C15.3)', async () => {
    await depot.send('PATCH', 'sacks/1', { pin: 'a' });
    const [[, first]] = (await stored()) as [readonly [string, string]];
    await depot.database.write('delete from action_log_snapshots');
    await depot.send('PATCH', 'sacks/2', { pin: 'b' });
    await depot.database.write('update action_log_snapshots set content = ?', [first]);
    const { status, body } = await revert(await lastRow());
    expect([status, body.message]).toEqual([
      409,
      'The change cannot be reverted: the values kept for it are damaged.',
    ]);
  });

  it('are removed with their log rows (C15.3)', async () => {
    await depot.send('PATCH', 'sacks/1', { pin: 'a' });
    const old = new Date(NOW - 40 * DAY).toISOString().replace('T', ' ').slice(0, -1);
    await depot.database.write('update action_logs set created_at = ?', [old]);
    await depot.send('PATCH', 'sacks/2', { pin: 'b' });
    expect(await stored()).toHaveLength(2);
    expect(await depot.provider(LogRetention).prune(30)).toBe(1);
    expect(await stored()).toHaveLength(1);
    expect((await revert(await lastRow())).status).toBe(200);
  });

  it('are not kept without undo, which has no endpoints then (C15.1)', async () => {
    await off.fill(1);
    await off.send('PATCH', 'sacks/1', { title: 'b' });
    expect(await off.database.query('select * from action_log_snapshots')).toEqual([]);
    expect(await off.database.query('select snapshot_id from action_logs')).toEqual([[null]]);
    const { status } = await off.send('POST', `action_logs/1/revert`);
    const batch = await off.send('POST', 'action_logs/revert', {});
    expect([status, batch.status]).toEqual([404, 404]);
    const documents = await Promise.all(
      [depot, off].map(({ app }) => app.inject({ url: '/docs/openapi.json' })),
    );
    expect(documents.map(({ body }) => body.includes('/action_logs/revert'))).toEqual([
      true,
      false,
    ]);
  });

  it('are required: a change without one is 409 (C15.3)', async () => {
    await depot.send('PATCH', 'sacks/1', { title: 'b' });
    await depot.database.write('update action_logs set snapshot_id = null');
    const { status, body } = await revert(await lastRow());
    expect([status, body.code]).toEqual([409, 'revert_unavailable']);
  });
});
