import { RequestError } from '../../../../src/index.js';
import { DepotApp, type DepotUser } from '../../../support/depot-app/depot-app.js';
import type { RefusalBody } from '../writing/bodies.js';
import type { RecordsBody } from './bodies.js';

let depot: DepotApp;
beforeAll(async () => {
  depot = await DepotApp.start();
});
afterAll(() => depot?.stop());
afterEach(() => depot.reset());

const store = (bodies: unknown, user?: DepotUser) =>
  depot.send<RecordsBody & RefusalBody>('POST', 'pieces/bulk', bodies as object, user);
const update = (bodies: unknown, user?: DepotUser) =>
  depot.send<RecordsBody & RefusalBody>('POST', 'pieces/bulk/update', bodies as object, user);
const remove = (keys: unknown, user?: DepotUser) =>
  depot.send<RefusalBody>('DELETE', 'pieces/bulk/delete', keys as object, user);

const titlesOf = ({ data }: RecordsBody) => data.map(({ attributes }) => attributes.title);

async function stored(...bodies: readonly object[]): Promise<readonly string[]> {
  const { status, body } = await store(bodies);
  expect(status).toBe(201);
  return body.data.map(({ id }) => id);
}

describe('a bulk store', () => {
  it('stores records and returns them in the order of the body (C13.5)', async () => {
    const { status, body, headers } = await store([
      { title: 'Vase', amount: 3 },
      { title: 'Urn', on_display: true, notes: { from: 'Rome' } },
      { title: 'Bowl' },
    ]);
    expect(status).toBe(201);
    expect(headers.location).toBeUndefined();
    expect(titlesOf(body)).toEqual(['Vase', 'Urn', 'Bowl']);
    expect(body.data.map(({ attributes }) => attributes)).toMatchObject([
      { amount: 3, on_display: null, notes: null, locked: false, insurer: 'NONE OF KIM' },
      { amount: null, on_display: true, notes: { from: 'Rome' }, locked: false },
      { amount: null, version: 1 },
    ]);
    expect(body.data[0]!.meta).toEqual({
      authorizedToShow: true,
      authorizedToStore: true,
      authorizedToUpdate: true,
      authorizedToDelete: true,
    });
  });

  it('keeps the order of keys that clients choose, with and without columns that have defaults (C13.5)', async () => {
    const shelves = [
      { code: 'Z1', label: 'Last', height: 3 },
      { code: 'A1', label: 'First' },
      { code: 'M1', label: 'Middle', height: 5 },
    ];
    const { status, body } = await depot.send<RecordsBody>('POST', 'shelves/bulk', shelves);
    expect(status).toBe(201);
    expect(body.data.map(({ id, attributes }) => [id, attributes.height])).toEqual([
      ['Z1', 3],
      ['A1', 7],
      ['M1', 5],
    ]);
  });

  it('ignores fields that the caller may not write, and transforms values (C4.2, C13.5)', async () => {
    const bodies = [{ title: 'Vase', insurer: 'acme' }];
    const [byKeeper, byHead] = [await store(bodies), await store(bodies, 'head')];
    expect(byKeeper.body.data[0]!.attributes.insurer).toBe('NONE OF KIM');
    expect(byHead.body.data[0]!.attributes.insurer).toBe('ACME');
  });

  it('includes relations in the response (C5.1, C13.5)', async () => {
    const shelf = { code: 'R1', label: 'Relations' };
    await depot.send('POST', 'shelves', shelf);
    const response = await depot.send<RecordsBody>('POST', 'pieces/bulk?include=shelf', [
      { title: 'Vase', shelf_code: 'R1' },
      { title: 'Urn' },
    ]);
    expect(response.body.data.map(({ relationships }) => relationships)).toMatchObject([
      { shelf: { id: 'R1' } },
      { shelf: null },
    ]);
  });

  it('reports the faults of all bodies by index, and stores nothing (C13.5)', async () => {
    const before = await depot.count('pieces');
    const { status, body } = await store([
      { title: 'Vase' },
      { title: 5 },
      { title: 'Urn', amount: 'many' },
      { title: ['Bowl'] },
    ]);
    expect({ status, names: Object.keys(body.errors!), code: body.code }).toEqual({
      status: 422,
      names: ['1.title', '2.amount', '3.title'],
      code: 'validation_failed',
    });
    expect(await depot.count('pieces')).toBe(before);
  });

  it('reports a reference to no visible record by index, for relations and morphs (C4.2, C13.5)', async () => {
    const pieces = await store([{ title: 'Vase' }, { title: 'Urn', shelf_code: 'nowhere' }]);
    expect([pieces.status, pieces.body.errors]).toEqual([
      422,
      { '1.shelf_code': ['The selected shelf_code is invalid.'] },
    ]);
    const stickers = await depot.send<RefusalBody>('POST', 'stickers/bulk', [
      { text: 'One' },
      { text: 'Two', stuck_type: 'shelves', stuck_id: 'nowhere' },
    ]);
    expect([stickers.status, Object.keys(stickers.body.errors!)]).toEqual([422, ['1.stuck_id']]);
  });

  it('is 409 for a value that a unique column without the rule already holds, with the index (C4.1, C13.5)', async () => {
    await stored({ title: 'Vase', inventory: 'taken-1' });
    const before = await depot.count('pieces');
    const { status, body } = await store([
      { title: 'Urn' },
      { title: 'Bowl', inventory: 'taken-1' },
    ]);
    expect([status, body.code, body.errors]).toEqual([
      409,
      'conflict',
      { 1: ['A record with this inventory already exists.'] },
    ]);
    expect(await depot.count('pieces')).toBe(before);
  });

  it('runs the hooks for each record; an error of one undoes all (C4.6, C13.5)', async () => {
    const calls: string[] = [];
    depot.script.hooks = {
      storing: ({ operation, id }, values) => {
        calls.push(`storing ${values.title} ${operation} ${id}`);
        values.story = `Story of ${values.title}`;
      },
      stored: (_request, { title }) => void calls.push(`stored ${title}`),
    };
    const { body } = await store([{ title: 'Vase' }, { title: 'Urn' }]);
    expect(body.data.map(({ attributes }) => attributes.story)).toEqual([
      'Story of Vase',
      'Story of Urn',
    ]);
    expect(calls).toEqual([
      'storing Vase store null',
      'storing Urn store null',
      'stored Vase',
      'stored Urn',
    ]);
    const before = await depot.count('pieces');
    depot.listener.reset();
    depot.script.hooks = {
      stored: (_request, { title }) => {
        if (title === 'Bad') throw new RequestError('conflict', { message: 'Not this one.' });
      },
    };
    const refused = await store([{ title: 'Good' }, { title: 'Bad' }]);
    expect([refused.status, refused.body.errors]).toEqual([409, { 1: ['Not this one.'] }]);
    expect(await depot.count('pieces')).toBe(before);
    expect(depot.listener.received).toEqual([]);
  });

  it('keys the faults of values that a hook sets by index (C4.6, C13.5)', async () => {
    depot.script.hooks = {
      storing: (_request, values) => {
        if (values.title === 'Urn') values.amount = 'x' as never;
      },
    };
    const { status, body } = await store([{ title: 'Vase' }, { title: 'Urn' }]);
    expect([status, Object.keys(body.errors!)]).toEqual([422, ['1.amount']]);
  });

  it('keys a column that no hook fills by index (C4.2, C13.5)', async () => {
    const { status, body } = await store([{ title: 'Vase' }, {}]);
    expect([status, Object.keys(body.errors!)]).toEqual([422, ['1.title']]);
  });

  it('emits an event for each record after the commit (C4.6, C13.5)', async () => {
    const keys = await stored({ title: 'Vase' }, { title: 'Urn' });
    const events = depot.listener.received.map(({ name, key }) => ({ name, key }));
    expect(events).toEqual(keys.map((key) => ({ name: 'stored', key })));
  });
});

describe('a bulk update', () => {
  it('changes only what each element contains (C13.5)', async () => {
    const kept = {
      weight: '12.30',
      shown_at: '2023-02-03T04:05:06.789Z',
      acquired_on: '2020-02-29',
    };
    const [one, two, three] = await stored(
      { title: 'Vase', amount: 1, notes: [1], serial: '9', ...kept },
      { title: 'Urn', amount: 2, on_display: true },
      { title: 'Bowl', amount: 3, scan: 'AQID' },
    );
    const { status, body } = await update([
      { id: three, title: 'Cup' },
      { id: one, amount: null, notes: { a: 1 } },
      { id: two, on_display: false, shown_at: '2024-05-06T07:08:09.010Z' },
    ]);
    expect(status).toBe(200);
    expect(body.data.map(({ id }) => id)).toEqual([three, one, two]);
    expect(body.data.map(({ attributes }) => attributes)).toMatchObject([
      { title: 'Cup', amount: 3, scan: 'AQID', version: 2 },
      { title: 'Vase', amount: null, notes: { a: 1 }, serial: '9', ...kept, version: 2 },
      { title: 'Urn', amount: 2, on_display: false, shown_at: '2024-05-06T07:08:09.010Z' },
    ]);
  });

  it('is 404 with the indexes of records that do not exist or that the caller may not see (C4.4, C13.5)', async () => {
    const [one] = await stored({ title: 'Vase' });
    const hidden = await store([{ title: 'Safe', locked: true }], 'head');
    const none = '00000000-0000-4000-8000-000000000000';
    const { status, body } = await update([
      { id: hidden.body.data[0]!.id, title: 'Mine' },
      { id: one, title: 'Urn' },
      { id: none, title: 'Mine' },
    ]);
    expect([status, body.code, body.errors]).toEqual([
      404,
      'not_found',
      { 0: ['Not found.'], 2: ['Not found.'] },
    ]);
    expect(await depot.count('pieces', `title = 'Mine'`)).toBe(0);
  });

  it('is 403 with the indexes of records that the policy refuses, before validation (C4.3, C13.5)', async () => {
    const [own] = await stored({ title: 'Vase' });
    const others = await store([{ title: 'Urn' }], 'other');
    const { status, body } = await update([
      { id: own, title: 5 },
      { id: others.body.data[0]!.id, title: 'Mine' },
    ]);
    expect([status, body.errors]).toEqual([403, { 1: ['This action is unauthorized.'] }]);
  });

  it('reports faults by index, and changes nothing (C13.5)', async () => {
    const [one, two] = await stored({ title: 'Vase' }, { title: 'Urn' });
    const { status, body } = await update([
      { id: one, title: 'Cup' },
      { id: two, title: null },
    ]);
    expect([status, Object.keys(body.errors!)]).toEqual([422, ['1.title']]);
    expect(await depot.count('pieces', `title = 'Cup' and id = '${one}'`)).toBe(0);
  });

  it('passes each record and its key to the hooks, but omits records that do not change (C4.6, C13.5)', async () => {
    const [one, two] = await stored({ title: 'Vase' }, { title: 'Urn' });
    const calls: string[] = [];
    depot.listener.reset();
    depot.script.hooks = {
      updating: ({ id }, values, { title }) => void calls.push(`${id} ${title} ${values.title}`),
      updated: ({ id }) => void calls.push(`${id} updated`),
    };
    await update([
      { id: two, title: 'Cup' },
      { id: one, title: 'Vase' },
    ]);
    expect(calls).toEqual([`${two} Urn Cup`, `${one} Vase Vase`, `${two} updated`]);
    expect(depot.listener.received.map(({ key }) => key)).toEqual([two]);
  });

  it('returns records that the write moves out of the scope, without rights (C3.3, C13.5)', async () => {
    const [one, two] = await stored({ title: 'Vase' }, { title: 'Urn' });
    const { body } = await update([
      { id: one, locked: true },
      { id: two, locked: false },
    ]);
    expect(body.data.map(({ id, meta }) => [id, meta.authorizedToShow])).toEqual([
      [one, false],
      [two, true],
    ]);
  });

  it('refuses a record that another request took away meanwhile (C4.3, C13.5)', async () => {
    const [one, two] = await stored({ title: 'Vase' }, { title: 'Urn' });
    let asked = 0;
    depot.script.mayUpdate = async () => {
      if (++asked === 2)
        await depot.database.write('update pieces set keeper_id = 2 where id = ?', [two]);
      return asked <= 2;
    };
    const { status, body } = await update([
      { id: one, title: 'Cup' },
      { id: two, title: 'Mug' },
    ]);
    expect([status, body.errors]).toEqual([403, { 1: ['This action is unauthorized.'] }]);
    expect(await depot.count('pieces', `title in ('Cup', 'Mug') and id = '${one}'`)).toBe(0);
  });
});

describe('a bulk delete', () => {
  it('deletes the listed records (C13.5)', async () => {
    const [one, two, three] = await stored({ title: 'A' }, { title: 'B' }, { title: 'C' });
    const { status, body } = await remove([three, one]);
    expect([status, body]).toEqual([204, undefined]);
    expect((await depot.send('GET', `pieces/${one}`)).status).toBe(404);
    expect((await depot.send('GET', `pieces/${two}`)).status).toBe(200);
    const deleted = depot.listener.received.filter(({ name }) => name === 'deleted');
    expect(deleted.map(({ key }) => key)).toEqual([three, one]);
  });

  it('deletes all or nothing: 404 and 403 have the index (C4.4, C13.5)', async () => {
    const [own] = await stored({ title: 'Vase' });
    const others = (await store([{ title: 'Urn' }], 'other')).body.data[0]!.id;
    const refused = await remove([own, others]);
    expect([refused.status, Object.keys(refused.body.errors!)]).toEqual([403, ['1']]);
    const missing = await remove(['00000000-0000-4000-8000-000000000000', own]);
    expect([missing.status, Object.keys(missing.body.errors!)]).toEqual([404, ['0']]);
    expect((await depot.send('GET', `pieces/${own}`)).status).toBe(200);
  });

  it('deletes morph children, and logs every record in the same transaction (C4.5, C8.3, C13.5)', async () => {
    await depot.send('POST', 'shelves/bulk', [
      { code: 'D1', label: 'One' },
      { code: 'D2', label: 'Two' },
    ]);
    await depot.send('POST', 'stickers/bulk', [
      { text: 'On one', stuck_type: 'shelves', stuck_id: 'D1' },
      { text: 'On two', stuck_type: 'shelves', stuck_id: 'D2' },
    ]);
    const { status } = await depot.send('DELETE', 'shelves/bulk/delete', ['D2', 'D1']);
    expect(status).toBe(204);
    expect(await depot.count('stickers')).toBe(0);
    const rows = await depot.database.query(
      `select name, actionable_type, batch_id from action_logs where name = 'Deleted'`,
    );
    expect(rows.map(([, type]) => type).sort()).toEqual([
      'shelves',
      'shelves',
      'stickers',
      'stickers',
    ]);
    expect(new Set(rows.map(([, , batch]) => batch)).size).toBe(1);
  });

  it('is 409 if other records refer to one of them (C4.5, C13.5)', async () => {
    await depot.send('POST', 'shelves/bulk', [
      { code: 'F1', label: 'Free' },
      { code: 'F2', label: 'Used' },
    ]);
    await stored({ title: 'Vase', shelf_code: 'F2' });
    const { status, body } = await depot.send<RefusalBody>('DELETE', 'shelves/bulk/delete', [
      'F1',
      'F2',
    ]);
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(await depot.count('shelves', `code = 'F1'`)).toBe(1);
  });
});

describe('the body of a bulk write', () => {
  const malformed = [undefined, '{}', 'null', '"x"', '5'];
  it.each(malformed)('is 400 if it is not an array: %s (C4.2, C13.5)', async (body) => {
    for (const send of [store, update, remove]) {
      const { status, body: refusal } = await send(body);
      expect([status, Object.keys(refusal.errors!)]).toEqual([400, ['body']]);
    }
  });

  it('is 422 if it is empty or has more elements than the limit (C12, C13.5)', async () => {
    const many = Array.from({ length: 1_001 }, () => ({}));
    for (const [send, body] of [
      [store, []],
      [update, []],
      [remove, []],
      [store, many],
      [update, many],
      [remove, many],
    ] as const) {
      const { status, body: refusal } = await send(body);
      expect([status, refusal.errors]).toEqual([
        422,
        { body: ['The body must contain between 1 and 1000 elements.'] },
      ]);
    }
  });

  it('is 422 by index for elements that are not objects (C13.5)', async () => {
    for (const send of [store, update]) {
      const { status, body } = await send([null, [], 'x', 5]);
      expect([status, Object.keys(body.errors!)]).toEqual([422, ['0', '1', '2', '3']]);
    }
  });

  it('is 422 by index for elements without a valid key, and for repeated keys (C1.3, C13.5)', async () => {
    const [one] = await stored({ title: 'Vase' });
    const updated = await update([{ id: one }, { title: 'x' }, { id: 'x' }, { id: one }]);
    expect([updated.status, updated.body.errors]).toEqual([
      422,
      {
        '1.id': ['The element 1 must contain a valid key.'],
        '2.id': ['The element 2 must contain a valid key.'],
        '3.id': ['The key is already in the element 0.'],
      },
    ]);
    const deleted = await remove([one, null, 1.5, one]);
    expect([deleted.status, Object.keys(deleted.body.errors!)]).toEqual([422, ['1', '2', '3']]);
  });

  it('accepts 1,000 elements (C12, C13.5)', async () => {
    const bodies = Array.from({ length: 1_000 }, (_none, at) => ({ title: `N ${at}` }));
    const { status, body } = await store(bodies);
    expect([status, body.data.length]).toEqual([201, 1_000]);
    expect(titlesOf(body)).toEqual(bodies.map(({ title }) => title));
    const { status: deleted } = await remove(body.data.map(({ id }) => id));
    expect(deleted).toBe(204);
  });

  it('is 415 as a form, and unknown query parameters are 400 (C4.1, C5.2, C13.5)', async () => {
    const form = await depot.form('pieces/bulk', [{ name: 'title', content: 'Vase' }]);
    expect(form.status).toBe(415);
    expect((await depot.send('POST', 'pieces/bulk?page=1', [{ title: 'x' }])).status).toBe(400);
    expect((await depot.send('DELETE', 'pieces/bulk/delete?include=shelf', ['x'])).status).toBe(
      400,
    );
  });
});

describe('the paths of bulk writes', () => {
  it('are 404 for unknown resources and 405 with other methods (C2.1, C13.5)', async () => {
    expect((await depot.send('POST', 'nothing/bulk', [{}])).status).toBe(404);
    const got = await depot.send('GET', 'pieces/bulk');
    expect([got.status, got.headers.allow]).toEqual([405, 'POST']);
    const put = await depot.send('POST', 'pieces/bulk/delete', []);
    expect([put.status, put.headers.allow]).toEqual([405, 'DELETE']);
  });

  it('leave the other paths of a record as they are (C4.1, C13.5)', async () => {
    const [one] = await stored({ title: 'Vase' });
    const form = await depot.form(`pieces/${one}`, [{ name: 'title', content: 'Urn' }]);
    expect(form.status).toBe(200);
  });

  it('are reserved as keys of records (C1.2, C13.5)', async () => {
    const response = await depot.send<RefusalBody>('POST', 'shelves/bulk', [
      { code: 'bulk', label: 'Bulk' },
    ]);
    expect([response.status, Object.keys(response.body.errors!)]).toEqual([422, ['0.code']]);
  });
});
