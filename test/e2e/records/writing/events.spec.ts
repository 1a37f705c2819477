import { DepotApp } from '../../../support/depot-app/depot-app.js';
import type { RecordBody } from './bodies.js';

let depot: DepotApp;
beforeAll(async () => {
  depot = await DepotApp.start();
});
afterAll(() => depot?.stop());
afterEach(() => depot.reset());

const store = async (title = 'Vase') =>
  (await depot.send<RecordBody>('POST', 'pieces', { title })).body.data.id;

describe('the events of writes', () => {
  it('contain the operation, the record and the user (C4.6)', async () => {
    const id = await store();
    await depot.send('PATCH', `pieces/${id}`, { title: 'Urn' });
    await depot.send('DELETE', `pieces/${id}`, undefined, 'head');
    const events = depot.listener.received.map(({ name, resource, key, record, user }) => {
      const { title } = record as { title: string };
      return { name, resource, key, title, by: (user as unknown as { name: string }).name };
    });
    expect(events).toEqual([
      { name: 'stored', resource: 'pieces', key: id, title: 'Vase', by: 'Kim' },
      { name: 'updated', resource: 'pieces', key: id, title: 'Urn', by: 'Kim' },
      { name: 'deleted', resource: 'pieces', key: id, title: 'Urn', by: 'Hal' },
    ]);
  });

  it('are emitted once others can read the records (C4.6)', async () => {
    const titles: Promise<unknown>[] = [];
    depot.listener.react = ({ key }) => {
      const rows = depot.database.query('select title from pieces where id = ?', [key]);
      titles.push(rows.then(([row]) => row?.[0]));
    };
    const id = await store();
    await depot.send('PATCH', `pieces/${id}`, { amount: 5 });
    expect(await Promise.all(titles)).toEqual(['Vase', 'Vase']);
    await depot.send('DELETE', `pieces/${id}`);
    expect(titles).toHaveLength(3);
  });

  it('are not emitted for a write that is rejected, or changes nothing (C4.6)', async () => {
    const id = await store();
    depot.listener.reset();
    const responses = [
      await depot.send('POST', 'pieces', { title: 5 }),
      await depot.send('PATCH', `pieces/${id}`, { title: null }),
      await depot.send('PATCH', `pieces/${id}`, { title: 'Mine' }, 'other'),
      await depot.send('DELETE', `pieces/${id}`, undefined, 'other'),
      await depot.send('PATCH', `pieces/${id}`, { title: 'Vase' }),
      await depot.send('PATCH', `pieces/${id}`, {}),
    ];
    expect(responses.map(({ status }) => status)).toEqual([422, 422, 403, 403, 200, 200]);
    expect(depot.listener.received).toEqual([]);
  });

  it.each([
    ['throws', () => Promise.reject(new Error('Nobody listens.'))],
    ['never ends', () => new Promise<void>(() => undefined)],
  ])('change no response if a listener %s (C4.6)', async (_what, react) => {
    depot.listener.react = react;
    const response = await depot.send<RecordBody>('POST', 'pieces', { title: 'Vase' });
    expect(response.status).toBe(201);
    expect((await depot.send('GET', `pieces/${response.body.data.id}`)).status).toBe(200);
  });
});
