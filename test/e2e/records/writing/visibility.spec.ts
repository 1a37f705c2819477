import { DepotApp } from '../../../support/depot-app/depot-app.js';
import type { RecordBody, RefusalBody } from './bodies.js';
import { freezeClock, NOW } from '../../../support/freeze-clock.js';

let depot: DepotApp;
beforeAll(async () => {
  depot = await DepotApp.start();
  for (const code of ['north', 'south']) await depot.send('POST', 'shelves', { code, label: code });
});
afterAll(() => depot?.stop());
afterEach(() => depot.reset());

const store = (body: object = {}, user: 'keeper' | 'head' = 'keeper') =>
  depot.send<RecordBody>(
    'POST',
    'pieces?include=keeper',
    { title: 'Vase', reason: 'x', ...body },
    user,
  );
const storedKey = async (body?: object, user?: 'keeper' | 'head') =>
  (await store(body, user)).body.data.id;
const show = (id: string, user: 'keeper' | 'head' = 'keeper') =>
  depot.send<RecordBody>('GET', `pieces/${id}`, undefined, user);

const hidden = {
  authorizedToShow: false,
  authorizedToStore: true,
  authorizedToUpdate: false,
  authorizedToDelete: false,
};

describe('a record that becomes invisible to its writer', () => {
  it('is returned once by the patch that hid it, with false flags (C3.3)', async () => {
    const id = await storedKey();
    const response = await depot.send<RecordBody>('PATCH', `pieces/${id}`, { locked: true });
    expect([
      response.status,
      response.body.data.attributes.locked,
      response.body.data.meta,
    ]).toEqual([200, true, hidden]);
    expect((await show(id)).status).toBe(404);
    expect((await depot.send('PATCH', `pieces/${id}`, { locked: false })).status).toBe(404);
    expect((await depot.send('DELETE', `pieces/${id}`)).status).toBe(404);
    expect((await show(id, 'head')).body.data.meta).toMatchObject({ authorizedToUpdate: true });
  });

  it('is returned once by the store that hid it (C3.3)', async () => {
    const response = await store({ locked: true });
    expect([response.status, response.body.data.meta]).toEqual([201, hidden]);
    expect((await show(response.body.data.id)).status).toBe(404);
  });
});

describe('the keys of other records in a body', () => {
  it("may be under the relation's own name, and errors are reported under it (C4, C4.2)", async () => {
    const id = await storedKey({ shelf: 'north' });
    expect((await show(id)).body.data.attributes.shelf_code).toBe('north');
    const moved = await depot.send<RecordBody>('PATCH', `pieces/${id}?include=shelf`, {
      shelf: 'south',
    });
    expect(moved.body.data.relationships).toMatchObject({ shelf: { id: 'south' } });
    const response = await depot.send<RefusalBody>('PATCH', `pieces/${id}`, { shelf: 'west' });
    expect([response.status, response.body.errors]).toEqual([
      422,
      { shelf: ['The selected shelf is invalid.'] },
    ]);
    const both = await depot.send<RefusalBody>('PATCH', `pieces/${id}`, {
      shelf: 'north',
      shelf_code: 'south',
    });
    expect(both.status).toBe(422);
    expect(
      (await depot.send('PATCH', `pieces/${id}`, { shelf: 'north', shelf_code: 'north' })).status,
    ).toBe(200);
    const none = await depot.send<RecordBody>('PATCH', `pieces/${id}`, { shelf: null });
    expect(none.body.data.attributes.shelf_code).toBeNull();
  });

  it("follow the field's permission under the relation's name, too (C4.2)", async () => {
    const id = await storedKey();
    const keeperOf = async () => (await show(id, 'head')).body.data.attributes.keeper_id;
    const before = await keeperOf();
    const other = before === '1' ? 2 : 1;
    for (const body of [{ keeper: other }, { keeper: other, keeper_id: other }, { keeper: 'zzz' }])
      expect((await depot.send('PATCH', `pieces/${id}`, body)).status).toBe(200);
    const stored = await depot.send<RecordBody>('POST', 'pieces', { title: 'Mine', keeper: other });
    expect([stored.status, stored.body.data.attributes.keeper_id]).toEqual([201, before]);
    expect(await keeperOf()).toBe(before);
    expect((await depot.send('PATCH', `pieces/${id}`, { keeper: other }, 'head')).status).toBe(200);
    expect(await keeperOf()).toBe(String(other));
  });

  it('are undeclared under the name of a relation that the user may not use (C4.2, C5.2)', async () => {
    const id = await storedKey();
    depot.script.mayMeetKeepers = false;
    const bodies = [{ keeper: 'zzz' }, { keepr: 'zzz' }];
    const responses = await Promise.all(
      bodies.map((body) => depot.send('PATCH', `pieces/${id}`, body, 'head')),
    );
    depot.script.mayMeetKeepers = true;
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('are rejected alike when they are unknown and when they are not visible (C4.2, C4.4)', async () => {
    const unseen = await depot.send<RefusalBody>(
      'POST',
      'pieces',
      { title: 'x', keeper_id: '3' },
      'head',
    );
    const unknown = await depot.send<RefusalBody>(
      'POST',
      'pieces',
      { title: 'x', keeper_id: '99' },
      'head',
    );
    expect(unseen.status).toBe(422);
    expect(unseen.body).toEqual(unknown.body);
  });
});

describe('an input', () => {
  it('is required where it applies, validated only there, and never written or returned', async () => {
    const without = { title: 'Vase' };
    const response = await depot.send<RefusalBody>('POST', 'pieces?include=keeper', without);
    expect([response.status, Object.keys(response.body.errors!)]).toEqual([422, ['reason']]);
    const stored = await depot.send<RecordBody>('POST', 'pieces?include=keeper', {
      ...without,
      reason: 'secret',
    });
    expect(JSON.stringify(stored.body)).not.toContain('secret');
    expect((await depot.send('POST', 'pieces', without)).status).toBe(201);
  });
});

describe('the permission to write', () => {
  it('is checked once, before the record is locked, if its columns stay unchanged (C4.3)', async () => {
    const id = await storedKey();
    for (const method of ['PATCH', 'PUT', 'DELETE'] as const) {
      let calls = 0;
      depot.script.mayUpdate = () => ++calls > 0;
      const body = method === 'DELETE' ? undefined : { title: 'Vase' };
      const { status } = await depot.send(method, `pieces/${id}`, body);
      // The response's flags authorizedToUpdate and authorizedToDelete call the policy as well.
      expect([method, status < 300, calls]).toEqual([method, true, method === 'DELETE' ? 1 : 3]);
    }
    depot.reset();
  });

  it("is checked again under the row's lock if the record has changed meanwhile: 403 (C4.3)", async () => {
    const id = await storedKey();
    for (const method of ['PATCH', 'PUT', 'DELETE'] as const) {
      let calls = 0;
      depot.script.mayUpdate = async () => {
        calls += 1;
        if (calls > 1) return false;
        await depot.database.write('update pieces set title = ? where id = ?', [
          `By ${method}`,
          id,
        ]);
        return true;
      };
      const body = method === 'DELETE' ? undefined : { title: 'Taken' };
      const { status } = await depot.send(method, `pieces/${id}`, body);
      expect([method, status, calls]).toEqual([method, 403, 2]);
    }
    depot.reset();
    expect((await show(id)).body.data.attributes.title).toBe('By DELETE');
  });

  it('is checked for the record as it is, not with the values of the body (C4.3)', async () => {
    const id = await storedKey({ keeper_id: '2' }, 'head');
    const response = await depot.send('PATCH', `pieces/${id}`, { keeper_id: '1', title: 'Mine' });
    expect(response.status).toBe(403);
    expect((await show(id)).body.data.attributes).toMatchObject({ keeper_id: '2', title: 'Vase' });
  });

  it('is checked after 404, and before validation (C4.3)', async () => {
    const id = await storedKey({ keeper_id: '2' }, 'head');
    expect((await depot.send('PATCH', `pieces/${id}`, { title: 5 })).status).toBe(403);
    expect((await depot.send('PATCH', 'pieces/no-key', { title: 5 })).status).toBe(404);
    expect((await depot.send('PATCH', `pieces/${id}?include=none`, { title: 5 })).status).toBe(400);
    expect((await depot.send('PATCH', 'pieces/no-key?include=none', { title: 5 })).status).toBe(
      400,
    );
    expect((await depot.send('PATCH', 'pieces/no-key', '[1]')).status).toBe(400);
  });
});

describe('a soft-deleted record', () => {
  freezeClock();
  const gone = async (body?: object) => {
    const id = await storedKey(body);
    expect((await depot.send('DELETE', `pieces/${id}`)).status).toBe(204);
    return id;
  };

  it('keeps its row, with the date (C4.5)', async () => {
    const id = await gone();
    const [row] = await depot.database.query('select title, deleted_at from pieces where id = ?', [
      id,
    ]);
    expect(row![0]).toBe('Vase');
    expect(Date.parse(`${String(row![1]).replace(' ', 'T')}Z`)).toBe(NOW);
  });

  it('is in no response, and out of reach of every write, for everybody (C4.5)', async () => {
    const id = await gone();
    for (const user of ['keeper', 'head'] as const) {
      const index = await depot.send<{ data: { id: string }[] }>(
        'GET',
        'pieces?perPage=100',
        undefined,
        user,
      );
      expect(index.body.data.map((piece) => piece.id)).not.toContain(id);
      expect((await show(id, user)).status).toBe(404);
      expect((await depot.send('PATCH', `pieces/${id}`, { title: 'Back' }, user)).status).toBe(404);
      expect((await depot.send('PUT', `pieces/${id}`, { title: 'Back' }, user)).status).toBe(404);
      expect((await depot.send('DELETE', `pieces/${id}`, undefined, user)).status).toBe(404);
    }
  });

  it('still blocks unique values, and restricts the records that it refers to (C4.1, C4.5)', async () => {
    await depot.send('POST', 'shelves', { code: 'held', label: 'x' });
    await gone({ inventory: 'I-1', shelf_code: 'held' });
    expect((await depot.send('POST', 'pieces', { title: 'Vase', inventory: 'I-1' })).status).toBe(
      409,
    );
    expect((await depot.send('DELETE', 'shelves/held')).status).toBe(409);
  });

  it('cannot be restored or created by a body: its date is not a field (C4.2)', async () => {
    const response = await depot.send<RecordBody>('POST', 'pieces', {
      title: 'Vase',
      deleted_at: '2024-01-01',
    });
    expect((await show(response.body.data.id)).status).toBe(200);
  });
});
