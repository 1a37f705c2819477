import { GardenApp } from '../../support/garden-app/garden-app.js';
import { png } from '../../support/images.js';

let garden: GardenApp;
afterEach(() => garden?.stop());

const nameOf = async (id: string) =>
  (await garden.send('GET', `plants/${id}`)).body.data.attributes.name as string;

describe('A deployment', () => {
  it('without idempotency rejects keys, since it would execute a repeated write twice (C13.2)', async () => {
    garden = await GardenApp.start({ safeWrites: { idempotency: false } });
    const id = await garden.stored('plants', { name: 'A' });
    const before = await garden.everything();
    const key = { 'idempotency-key': 'the same key' };
    for (const [method, path, body] of [
      ['POST', 'labels', { name: 'Twice' }],
      ['PATCH', `plants/${id}`, { name: 'B' }],
      ['DELETE', `plants/${id}`, undefined],
      ['POST', 'plants/actions?action=send-plants', { repositories: [id] }],
      ['POST', 'labels/bulk', [{ name: 'Twice' }]],
    ] as const) {
      const { status, body: error } = await garden.send(method, path, body, key);
      expect([method, path, status, error]).toEqual([
        method,
        path,
        400,
        {
          message: 'The request is malformed.',
          code: 'malformed_request',
          errors: {
            'Idempotency-Key': [
              'This service does not support the header Idempotency-Key. Send the request without it.',
            ],
          },
        },
      ]);
    }
    expect(await garden.everything()).toEqual(before);
    expect((await garden.send('POST', 'labels', { name: 'Once' })).status).toBe(201);
  });

  it('without versions rejects If-Match, since it would overwrite other changes (C13.1)', async () => {
    garden = await GardenApp.start({ safeWrites: { versions: false } });
    const id = await garden.stored('plants', { name: 'A' });
    expect((await garden.send('GET', `plants/${id}`)).headers.etag).toBeUndefined();
    for (const version of ['W/"1"', '*', 'malformed']) {
      const header = { 'if-match': version };
      const { status, body } = await garden.send('PATCH', `plants/${id}`, { name: 'B' }, header);
      expect([status, body.code, body.errors]).toEqual([
        400,
        'malformed_request',
        {
          'If-Match': [
            'This service does not support the header If-Match. Send the request without it.',
          ],
        },
      ]);
    }
    expect(await nameOf(id)).toBe('A');
  });

  it('reads with either header, which reads never use', async () => {
    garden = await GardenApp.start({ safeWrites: { versions: false, idempotency: false } });
    const headers = { 'if-match': '*', 'idempotency-key': 'x' };
    expect((await garden.send('GET', 'plants', undefined, headers)).status).toBe(200);
  });

  it('without dry runs executes the request, and does not say otherwise (C13.3)', async () => {
    garden = await GardenApp.start({ safeWrites: { dryRuns: false } });
    const id = await garden.stored('plants', { name: 'A' });
    const dry = { prefer: 'tx=rollback' };
    const { headers } = await garden.send('PATCH', `plants/${id}`, { name: 'B' }, dry);
    expect([headers['preference-applied'], await nameOf(id)]).toEqual([undefined, 'B']);
    const action = 'plants/actions?action=send-plants';
    expect((await garden.send('POST', action, { repositories: [id] }, dry)).status).toBe(204);
  });

  it('without max-affected ignores it, even if it is malformed (C13.4)', async () => {
    garden = await GardenApp.start({ safeWrites: { maxAffected: false } });
    const id = await garden.stored('plants', { name: 'A' });
    for (const [prefer, name] of [
      ['max-affected=0', 'B'],
      ['max-affected=none', 'C'],
    ] as const) {
      expect((await garden.send('PATCH', `plants/${id}`, { name }, { prefer })).status).toBe(200);
      expect(await nameOf(id)).toBe(name);
    }
  });
});

describe('If-Match with another version (C13.1)', () => {
  it('rejects a form and a change of pivot values, and writes nothing', async () => {
    garden = await GardenApp.start();
    const id = await garden.stored('plants', { name: 'A' });
    const label = await garden.stored('labels', { name: 'L' });
    await garden.send('POST', `plants/${id}/attach/labels`, { labels: [label] });
    const form = (version: string) =>
      garden.form(
        `plants/${id}`,
        [
          { name: 'name', content: 'B' },
          { name: 'photo', filename: 'p.png', content: png() },
        ],
        { 'if-match': version },
      );
    const patch = (version: string) =>
      garden.send('PATCH', `plants/${id}/labels/${label}`, { place: 2 }, { 'if-match': version });
    const before = await garden.everything();
    for (const write of [form, patch]) {
      const { status, body } = await write('W/"other"');
      expect([status, body.code]).toEqual([412, 'precondition_failed']);
    }
    expect(await garden.everything()).toEqual(before);
    for (const write of [form, patch]) {
      const { etag } = (await garden.send('GET', `plants/${id}`)).headers;
      expect((await write(String(etag))).status).toBe(200);
    }
  });
});
