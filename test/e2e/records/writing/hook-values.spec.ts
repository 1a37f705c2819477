import type { Hooks } from '../../../../src/index.js';
import { DepotApp } from '../../../support/depot-app/depot-app.js';
import type { Piece } from '../../../support/depot-app/entities.js';
import type { RecordBody, RefusalBody } from './bodies.js';

let depot: DepotApp;
beforeAll(async () => {
  depot = await DepotApp.start();
});
afterAll(() => depot?.stop());
afterEach(() => depot.reset());

/** Hooks of a store and of an update that set these values. */
function hooksThatSet(values: object): Hooks<Piece> {
  const set = (_request: unknown, written: Partial<Piece>) => void Object.assign(written, values);
  return { storing: set, updating: set };
}

describe('Values that a hook sets', () => {
  it.each<[string, object, string]>([
    ['title', { title: 'x'.repeat(11) }, 'must not be longer than 10 characters.'],
    ['title', { title: 5 }, 'must be a string.'],
    ['title', { title: null }, 'is required.'],
    ['amount', { amount: 'many' }, 'must be an integer.'],
    ['amount', { amount: Number.NaN }, 'must be an integer.'],
    ['shade', { shade: 40_000 }, 'must be between -32768 and 32767.'],
    ['weight', { weight: '1.234' }, 'must have at most 2 decimal places.'],
    ['shown_at', { shownAt: new Date(Number.NaN) }, 'must be a date.'],
    ['acquired_on', { acquiredOn: 'yesterday' }, 'must be a date such as 2024-02-29.'],
    ['on_display', { onDisplay: 'yes' }, 'must be true or false.'],
    ['batch', { batch: 'none' }, 'must be a UUID.'],
    ['notes', { notes: { large: Infinity } }, 'must not contain a number that is too large.'],
    ['keeper_id', { keeperId: 'Kim' }, 'must be a key.'],
    ['deletedAt', { deletedAt: 'never' }, 'must be a date.'],
  ])(
    'are validated by their columns: %s, %j, is 422 alike on every database (C4.2)',
    async (field, values, fault) => {
      const { id } = (await depot.send<RecordBody>('POST', 'pieces', { title: 'Vase' })).body.data;
      const before = await depot.send('GET', `pieces/${id}`);
      const count = await depot.count('pieces');
      depot.script.hooks = hooksThatSet(values);
      for (const [method, path] of [
        ['POST', 'pieces'],
        ['PATCH', `pieces/${id}`],
      ] as const) {
        const { status, body } = await depot.send<RefusalBody>(method, path, { title: 'Urn' });
        expect([status, body.errors]).toEqual([422, { [field]: [`The ${field} field ${fault}`] }]);
      }
      expect((await depot.send('GET', `pieces/${id}`)).body).toEqual(before.body);
      expect(await depot.count('pieces')).toBe(count);
    },
  );

  it('may have the types of the entity: dates, bytes, numbers (C4.6)', async () => {
    depot.script.hooks = hooksThatSet({
      scan: Buffer.from([0, 1, 2]),
      shownAt: new Date(0),
      keeperId: 1,
      serial: 12,
    });
    const { status, body } = await depot.send<RecordBody>('POST', 'pieces', { title: 'Vase' });
    expect([status, body.data.attributes]).toEqual([
      201,
      expect.objectContaining({
        scan: 'AAEC',
        shown_at: '1970-01-01T00:00:00.000Z',
        keeper_id: '1',
        serial: '12',
      }),
    ]);
  });

  it('may not change a key: that is a fault of the definition, and nothing is written (C4.2)', async () => {
    const { id } = (await depot.send<RecordBody>('POST', 'pieces', { title: 'Vase' })).body.data;
    depot.script.hooks = hooksThatSet({ id: '0b0e2a4c-1111-4222-8333-444455556666' });
    expect((await depot.send('PATCH', `pieces/${id}`, { title: 'Urn' })).status).toBe(500);
    expect((await depot.send<RecordBody>('GET', `pieces/${id}`)).body.data.attributes.title).toBe(
      'Vase',
    );
  });
});
