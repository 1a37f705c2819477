import type { Hooks, WriteRequest } from '../../../../src/index.js';
import { RequestError } from '../../../../src/index.js';
import { DepotApp } from '../../../support/depot-app/depot-app.js';
import { Piece, Shelf } from '../../../support/depot-app/entities.js';
import type { RecordBody, RefusalBody } from './bodies.js';

let depot: DepotApp;
beforeAll(async () => {
  depot = await DepotApp.start();
});
afterAll(() => depot?.stop());
afterEach(() => depot.reset());

const store = async (body: object = { title: 'Vase' }) =>
  (await depot.send<RecordBody>('POST', 'pieces', body)).body.data.id;
const shown = async (id: string) =>
  (await depot.send<RecordBody>('GET', `pieces/${id}`)).body?.data?.attributes;

/** A write of each kind, and the hooks around it. */
const writes = {
  store: ['storing', 'stored'],
  update: ['updating', 'updated'],
  delete: ['deleting', 'deleted'],
} as const;
type Write = keyof typeof writes;
const all = (Object.keys(writes) as Write[]).flatMap((write) =>
  writes[write].map((hook) => [write, hook] as const),
);

function run(write: Write, id: string) {
  if (write === 'store') return depot.send<RefusalBody>('POST', 'pieces', { title: 'New' });
  if (write === 'update')
    return depot.send<RefusalBody>('PATCH', `pieces/${id}`, { title: 'Changed' });
  return depot.send<RefusalBody>('DELETE', `pieces/${id}`);
}

const always = (
  hook: keyof Hooks<Piece>,
  work: (request: WriteRequest) => void | Promise<void>,
): void => {
  depot.script.hooks = { [hook]: work };
};

describe('the hooks of a definition', () => {
  it.each(all)(
    'roll everything back for a %s by a throw in %s, and reveal no reason (C4.6)',
    async (write, hook) => {
      const id = await store();
      const [before, count] = [await shown(id), await depot.count('pieces')];
      depot.listener.reset();
      let committed = false;
      always(hook, async ({ manager, afterCommit }) => {
        afterCommit(() => {
          committed = true;
        });
        await manager.save(Shelf, { code: 'undone', label: 'x', plan: null });
        throw new Error('The secret reason.');
      });
      const response = await run(write, id);
      expect([response.status, response.body.message]).toEqual([500, 'Server error.']);
      expect(JSON.stringify(response.body)).not.toContain('secret');
      expect([await shown(id), await depot.count('pieces'), await depot.count('shelves')]).toEqual([
        before,
        count,
        0,
      ]);
      expect([committed, depot.listener.received]).toEqual([false, []]);
    },
  );

  it.each(all)(
    'may reject a %s in %s with a message of their own (C4.6, C9)',
    async (write, hook) => {
      const id = await store();
      always(hook, () => {
        throw new RequestError('validation_failed', { errors: { title: ['Not today.'] } });
      });
      const response = await run(write, id);
      expect([response.status, response.body.errors]).toEqual([422, { title: ['Not today.'] }]);
      expect((await shown(id))?.title).toBe('Vase');
    },
  );

  it('receive the user, the resource and the query (C4.6)', async () => {
    const received: unknown[] = [];
    const note = ({ user, resource, operation, id, query }: WriteRequest) => {
      received.push([(user as { name: string }).name, resource, operation, id, query]);
    };
    depot.script.hooks = { storing: note, updating: note, deleting: note };
    const id = (await depot.send<RecordBody>('POST', 'pieces?include=shelf', { title: 'Vase' }))
      .body.data.id;
    await depot.send('PUT', `pieces/${id}`, { title: 'Urn' });
    await depot.send('DELETE', `pieces/${id}`);
    expect(received).toEqual([
      ['Kim', 'pieces', 'store', null, { include: 'shelf' }],
      ['Kim', 'pieces', 'update', id, {}],
      ['Kim', 'pieces', 'delete', id, {}],
    ]);
  });

  it('receive the values of the body, and what they set is stored (C4.6)', async () => {
    let seen: Partial<Piece> = {};
    depot.script.hooks = {
      storing(_request, values) {
        seen = { ...values };
        values.title = 'By hook';
        values.acquiredOn = '2024-02-29';
        values.shownAt = new Date('2024-02-29T12:00:00Z');
        values.notes = { made: ['by', 'hook'] };
        values.weight = '1.5';
        delete values.amount;
      },
    };
    const body = { title: 'Vase', amount: 3, shown_at: '2024-01-01', insurer: 'not to be written' };
    const { body: response } = await depot.send<RecordBody>('POST', 'pieces', body);
    expect(seen).toEqual({
      title: 'Vase',
      amount: 3,
      shownAt: new Date('2024-01-01T00:00:00Z'),
      insurer: 'NONE OF KIM',
      keeperId: 1,
    });
    expect(response.data.attributes).toMatchObject({
      title: 'By hook',
      acquired_on: '2024-02-29',
      shown_at: '2024-02-29T12:00:00.000Z',
      notes: { made: ['by', 'hook'] },
      weight: '1.50',
      amount: null,
    });
    expect(await shown(response.data.id)).toEqual(response.data.attributes);
  });

  it('may set a value that a column needs and the body lacks; otherwise it is rejected (C4.2)', async () => {
    depot.script.hooks = { storing: (_request, values) => void (values.title = 'Hooked') };
    expect((await depot.send<RecordBody>('POST', 'pieces', {})).body.data.attributes.title).toBe(
      'Hooked',
    );
    depot.reset();
    const response = await depot.send<RefusalBody>('POST', 'pieces', {});
    expect([response.status, response.body.errors]).toEqual([
      422,
      { title: [expect.stringContaining('title')] },
    ]);
    const cleared = async () =>
      void (await depot.send<RefusalBody>('POST', 'pieces', { title: 'x' }));
    depot.script.hooks = { storing: (_request, values) => void delete values.title };
    const before = await depot.count('pieces');
    await cleared();
    expect(await depot.count('pieces')).toBe(before);
  });

  it('receive the record before an update, then after it (C4.6)', async () => {
    const id = await store({ title: 'Before', amount: 1 });
    const seen: unknown[] = [];
    depot.script.hooks = {
      updating(_request, values, piece) {
        seen.push({ ...values }, [piece.title, piece.amount], piece.createdAt instanceof Date);
        values.amount = (piece.amount ?? 0) + 10;
      },
      updated: (_request, piece) => void seen.push([piece.title, piece.amount]),
    };
    const response = await depot.send<RecordBody>('PATCH', `pieces/${id}`, { title: 'After' });
    expect(seen).toEqual([{ title: 'After' }, ['Before', 1], true, ['After', 11]]);
    expect(response.body.data.attributes).toMatchObject({ title: 'After', amount: 11 });
  });

  it('write in the same transaction, and read its writes (C4.6)', async () => {
    let found: string | undefined;
    depot.script.hooks = {
      async stored({ manager }, piece) {
        found = (await manager.findOneByOrFail(Piece, { id: piece.id })).title;
        await manager.save(Shelf, { code: `of-${piece.title}`, label: 'x', plan: null });
        await manager.update(Piece, piece.id, { shelfCode: `of-${piece.title}` });
      },
    };
    const { body } = await depot.send<RecordBody>('POST', 'pieces', { title: 'Vase' });
    expect([found, body.data.attributes.shelf_code]).toEqual(['Vase', 'of-Vase']);
  });

  it('can run callbacks after the commit, when others can read the record (C4.6)', async () => {
    const order: string[] = [];
    depot.script.hooks = {
      stored({ afterCommit }, piece) {
        afterCommit(async () => {
          const rows = await depot.database.query('select title from pieces where id = ?', [
            piece.id,
          ]);
          order.push(`committed ${String(rows[0]?.[0])}`);
        });
        order.push('stored');
      },
    };
    depot.listener.react = () => void order.push('event');
    await store();
    expect(order).toEqual(['stored', 'committed Vase', 'event']);
  });

  it('change nothing in the response if callbacks after the commit fail (C4.6)', async () => {
    const logged = depot.lines.length;
    depot.script.hooks = {
      stored: ({ afterCommit }) =>
        afterCommit(() => {
          throw new Error('The post office is closed.');
        }),
    };
    const response = await depot.send<RecordBody>('POST', 'pieces', { title: 'Vase' });
    expect([response.status, (await shown(response.body.data.id))?.title]).toEqual([201, 'Vase']);
    expect(depot.lines.slice(logged).join()).toContain('post office');
  });

  it('run before the database checks: a value that a hook repeats is 409 (C9)', async () => {
    await store({ title: 'First', inventory: 'twice' });
    depot.script.hooks = { storing: (_request, values) => void (values.inventory = 'twice') };
    const response = await depot.send<RefusalBody>('POST', 'pieces', { title: 'Second' });
    expect([response.status, response.body.code]).toEqual([409, 'conflict']);
    expect(await depot.count('pieces', `inventory = 'twice'`)).toBe(1);
  });
});
