import { IdempotencyPruning } from '../../../src/modules/idempotency/idempotency-pruning.js';
import type { TestMethod } from '../../../src/testing/index.js';
import { GardenApp, type GardenResponse } from '../../support/garden-app/garden-app.js';

let garden: GardenApp;
beforeAll(async () => {
  garden = await GardenApp.start();
});
beforeEach(() => garden.script.reset());
afterAll(() => garden?.stop());

let number = 0;
const newKey = () => `replay-${++number}`;

/** What a client compares of a response, with all headers that belong to the result. */
const seen = ({ status, body, headers }: GardenResponse) => ({
  status,
  body,
  headers: ['location', 'etag', 'content-type', 'preference-applied'].map((name) => headers[name]),
});

/** Sends a request with a key, which can be repeated. */
function keyed(method: TestMethod, path: string, body?: object, headers: object = {}) {
  const sent = { 'idempotency-key': newKey(), ...headers };
  return () => garden.send(method, path, body, sent);
}

async function expectForbiddenReplay(request: () => Promise<GardenResponse>): Promise<void> {
  garden.script.visibleName = 'Nothing';
  const { status, body } = await request();
  expect([status, body.code]).toEqual([403, 'unauthorized']);
}

describe('A stored response (C13.2)', () => {
  it('contains all headers of the result', async () => {
    const id = await garden.stored('plants', { name: 'A' });
    const label = await garden.stored('labels', { name: 'L' });
    await garden.send('PATCH', `plants/${id}`, { name: 'B' });
    const batch_id = await garden.lastBatch();
    const lenient = { prefer: 'handling=lenient' };
    const requests = [
      keyed('POST', 'plants', { name: 'New' }),
      keyed('POST', 'action_logs/revert', { batch_id }, lenient),
      keyed('PATCH', `plants/${id}`, { name: 'C' }),
      keyed('POST', `plants/${id}/attach/labels`, { labels: [label] }),
      keyed('PATCH', `plants/${id}/labels/${label}`, { place: 3 }),
      keyed('POST', 'plants', { name: '' }),
      keyed('DELETE', `plants/${id}`),
    ];
    for (const request of requests) {
      const first = await request();
      const second = await request();
      expect(seen(second)).toEqual(seen(first));
      expect([
        first.headers['idempotency-replayed'],
        second.headers['idempotency-replayed'],
      ]).toEqual([undefined, 'true']);
    }
  });

  it('of a revert names the preference again', async () => {
    const id = await garden.stored('plants', { name: 'A' });
    await garden.send('PATCH', `plants/${id}`, { name: 'B' });
    const body = { batch_id: await garden.lastBatch() };
    const request = keyed('POST', 'action_logs/revert', body, { prefer: 'handling=lenient' });
    expect((await request()).headers['preference-applied']).toBe('handling=lenient');
    expect((await request()).headers['preference-applied']).toBe('handling=lenient');
  });

  it('of a conflict is not returned to a caller who may no longer see the values', async () => {
    const id = await garden.stored('plants', { name: 'A' });
    await garden.send('PATCH', `plants/${id}`, { name: 'Secret' });
    const body = { batch_id: await garden.lastBatch() };
    await garden.send('PATCH', `plants/${id}`, { name: 'Top secret' });
    for (const headers of [{}, { prefer: 'handling=lenient' }]) {
      garden.script.visibleName = null;
      const request = keyed('POST', 'action_logs/revert', body, headers);
      expect(JSON.stringify((await request()).body)).toContain('Top secret');
      expect(JSON.stringify((await request()).body)).toContain('Top secret');
      await expectForbiddenReplay(request);
    }
  });

  it('of a rejected write is not returned to a caller with other rights', async () => {
    const request = keyed('POST', 'plants', { name: '' });
    expect((await request()).status).toBe(422);
    expect((await request()).headers['idempotency-replayed']).toBe('true');
    await expectForbiddenReplay(request);
  });

  it('of a sync, with its detached keys, is not returned to a caller with other rights', async () => {
    const id = await garden.stored('plants', { name: 'A' });
    const label = await garden.stored('labels', { name: 'L' });
    const other = await garden.stored('labels', { name: 'M' });
    await garden.send('POST', `plants/${id}/attach/labels`, { labels: [label] });
    const request = keyed('POST', `plants/${id}/sync/labels`, { labels: [other] });
    const first = await request();
    expect(first.body).toMatchObject({ data: { detached: [label] } });
    expect((await request()).headers['idempotency-replayed']).toBe('true');
    // The plant itself stays visible, so that only the rights differ.
    garden.script.visibleName = 'A';
    const { status, body } = await request();
    expect([status, body.code]).toEqual([403, 'unauthorized']);
  });

  it('of a server error does not exist: the request is executed again', async () => {
    const id = await garden.stored('plants', { name: 'A' });
    const request = keyed('PATCH', `plants/${id}`, { name: 'B' });
    let failing = true;
    garden.script.onSend = () => {
      if (failing) throw new Error('No connection.');
    };
    const action = keyed('POST', 'plants/actions?action=send-plants', { repositories: [id] });
    expect((await action()).status).toBe(500);
    failing = false;
    const second = await action();
    expect([second.status, second.headers['idempotency-replayed']]).toEqual([204, undefined]);
    expect((await action()).headers['idempotency-replayed']).toBe('true');
    expect((await request()).status).toBe(200);
  });

  it('is removed when its key is pruned, and no other', async () => {
    const old = keyed('POST', 'labels', { name: 'Old' });
    await old();
    await garden.database.write(
      "update idempotency_keys set created_at = '2020-01-01 00:00:00.000'",
    );
    const young = keyed('POST', 'labels', { name: 'Young' });
    await young();
    const pruning = garden.provider(IdempotencyPruning) as unknown as { work(): Promise<void> };
    await pruning.work();
    const [row] = await garden.database.query('select count(*) from idempotency_keys');
    expect(Number(row![0])).toBe(1);
    expect((await young()).headers['idempotency-replayed']).toBe('true');
    expect((await old()).headers['idempotency-replayed']).toBeUndefined();
  });
});
