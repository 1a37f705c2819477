import type { DepotUser } from '../../support/depot-app/depot-app.js';
import { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';
import { freezeClock } from '../../support/freeze-clock.js';

let depot: SackDepot;
beforeAll(async () => {
  depot = await SackDepot.start();
});
beforeEach(async () => {
  await depot.database.write('delete from action_log_snapshots');
  await depot.fill(4);
});
afterAll(() => depot.stop());
freezeClock();

const lenient = { prefer: 'handling=lenient' };
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Every value of every sack and slip, except versions, which never return to an earlier number. */
async function contents(): Promise<unknown> {
  const sacks = await depot.database.query(
    'select id, title, state, weight, milled_at, pin, origin, keeper_id, created_at, updated_at from sacks order by id',
  );
  return { sacks, slips: await depot.database.query('select * from slips order by id') };
}

async function lastRow(): Promise<string> {
  const [row] = await depot.database.query('select max(id) from action_logs');
  return String(row![0]);
}

const revert = (
  id: string | number,
  as: DepotUser = 'head',
  headers: Record<string, string> = {},
) => depot.client(as).with(headers).send<any>('POST', `/action_logs/${id}/revert`);
const revertLast = async (as: DepotUser = 'head') => revert(await lastRow(), as);

const sack = { title: 'New', state: 'new', weight: '1.5', pin: 'my pin', keeper_id: 2 };

describe('Reverting a change of a record', () => {
  it('sets an update back, with hidden columns and the instant of the last write (C15.1, C15.3)', async () => {
    const before = await contents();
    await depot.send('PATCH', 'sacks/1', {
      title: 'Other',
      weight: 2,
      milled_at: '2030-01-02T03:04:05Z',
      pin: 'other pin',
    });
    const { status, body } = await revertLast();
    expect([status, body]).toEqual([
      200,
      { data: { affected: 1, batch_id: expect.stringMatching(uuid) as string } },
    ]);
    expect(await contents()).toEqual(before);
  });

  it('deletes a stored record (C15.1)', async () => {
    const before = await contents();
    await depot.send('POST', 'sacks', sack);
    expect((await revertLast()).status).toBe(200);
    expect(await contents()).toEqual(before);
  });

  it('stores a deleted record again under its key, with columns that no response contains (C15.1, C15.3)', async () => {
    const before = await contents();
    await depot.send('DELETE', 'sacks/2');
    expect((await revertLast()).status).toBe(200);
    expect(await contents()).toEqual(before);
  });

  it('is logged as Reverted with a batch of its own, and can be reverted (C15.3)', async () => {
    for (const [method, path, body] of [
      ['PATCH', 'sacks/1', { title: 'b', pin: 'c' }],
      ['POST', 'sacks', sack],
      ['DELETE', 'sacks/2', undefined],
    ] as const) {
      await depot.send(method, path, body);
      const after = await contents();
      const { body: outcome } = await revertLast();
      const row = (await depot.log()).at(-1)!;
      expect(row).toMatchObject({ name: 'Reverted', batch: outcome.data.batch_id });
      expect((await revertLast()).status).toBe(200);
      expect(await contents()).toEqual(after);
    }
  });

  it('contains no hidden value in the log (C8.3, C15.3)', async () => {
    await depot.send('PATCH', 'sacks/1', { pin: 'other pin' });
    await revertLast();
    expect(JSON.stringify(await depot.log())).not.toMatch(/other pin|secret pin/);
    expect((await depot.log()).at(-1)).toMatchObject({
      original: { pin: '***' },
      changes: { pin: '***' },
    });
  });

  it('increments the version, so that no earlier state has the same one (C15.1)', async () => {
    await depot.send('PATCH', 'sacks/1', { title: 'b' });
    await revertLast();
    expect(await depot.database.query('select version from sacks where id = 1')).toEqual([[3]]);
  });

  it('runs the hooks, which do not change the restored values (C4.6, C15.1)', async () => {
    const before = await contents();
    await depot.send('PATCH', 'sacks/1', { title: 'b', state: 'old' });
    depot.hooks.updatingSack = (values) => void (values.title = 'of the hook');
    await revertLast();
    expect(await contents()).toEqual(before);
    expect(depot.hooks.seen.at(-1)).toBe('updated 1 new');
  });
});

describe('A record that has changed since', () => {
  it('is left alone with 409, the field, and both values (C15.2)', async () => {
    await depot.send('PATCH', 'sacks/1', { title: 'b', state: 'old' });
    const row = await lastRow();
    await depot.send('PATCH', 'sacks/1', { title: 'c' });
    const before = await contents();
    const { status, body } = await revert(row);
    expect([status, body]).toEqual([
      409,
      {
        message: 'The records have changed since.',
        code: 'revert_conflict',
        errors: { title: ['The value is now "c"; the change set it to "b".'] },
      },
    ]);
    expect(await contents()).toEqual(before);
  });

  it('does not reveal hidden values (C15.2)', async () => {
    await depot.send('PATCH', 'sacks/1', { pin: 'b' });
    const row = await lastRow();
    await depot.send('PATCH', 'sacks/1', { pin: 'c' });
    const { status, body } = await revert(row);
    expect([status, body]).toEqual([
      409,
      { message: 'The records have changed since.', code: 'revert_conflict' },
    ]);
  });

  it('may have changed in other columns (C15.2)', async () => {
    await depot.send('PATCH', 'sacks/1', { title: 'b' });
    const row = await lastRow();
    await depot.send('PATCH', 'sacks/1', { state: 'old' });
    expect((await revert(row)).status).toBe(200);
    const { body } = await depot.send('GET', 'sacks/1');
    expect(body.data.attributes).toMatchObject({ title: 'Sack 1', state: 'old' });
  });

  it.each([
    ['an updated record that is gone', 'PATCH', 'DELETE', 'The record no longer exists.'],
    ['a stored record that is gone', 'POST', 'DELETE', 'The record no longer exists.'],
  ])('includes %s (C15.2)', async (_what, method, then, text) => {
    const path = method === 'POST' ? 'sacks' : 'sacks/1';
    const { body: written } = await depot.send(method as 'POST', path, { ...sack, keeper_id: 1 });
    const row = await lastRow();
    await depot.send(then as 'DELETE', `sacks/${written.data.id}`);
    const { status, body } = await revert(row);
    expect([status, body.errors]).toEqual([409, { id: [text] }]);
  });

  it('includes one that was reverted already (C15.2)', async () => {
    await depot.send('DELETE', 'sacks/1');
    const row = await lastRow();
    expect((await revert(row)).status).toBe(200);
    const { status, body } = await revert(row);
    expect([status, body.errors]).toEqual([409, { id: ['The record exists again.'] }]);
  });

  it('is reported by a lenient request, which restores the rest (C15.2)', async () => {
    await depot.send('PATCH', 'sacks/1', { title: 'b' });
    const row = await lastRow();
    await depot.send('PATCH', 'sacks/1', { title: 'c' });
    const { status, body, headers } = await revert(row, 'head', lenient);
    expect([status, headers['preference-applied'], body.data]).toEqual([
      200,
      'handling=lenient',
      {
        affected: 0,
        batch_id: expect.stringMatching(uuid) as string,
        conflicts: [
          {
            type: 'sacks',
            id: '1',
            errors: { title: ['The value is now "c"; the change set it to "b".'] },
          },
        ],
      },
    ]);
  });
});

describe('Requests that are rejected', () => {
  it.each(['0', 'abc', '1.0', '99999999', '%00', '9'.repeat(30)])(
    'respond with 404 for the id %s (C15.1)',
    async (id) => {
      expect([400, 404]).toContain((await revert(id)).status);
    },
  );

  it.each([
    [undefined, 400],
    [[], 400],
    [{}, 422],
    [{ batch_id: null }, 422],
    [{ batch_id: 5 }, 422],
    [{ batch_id: 'x' }, 422],
    [{ batch_id: ['00000000-0000-4000-8000-000000000000'] }, 422],
    [{ batch_id: '00000000-0000-4000-8000-000000000000' }, 404],
  ])('respond to the body %j with %i (C15.1)', async (body, status) => {
    expect((await depot.send('POST', 'action_logs/revert', body)).status).toBe(status);
  });

  it('contain a query parameter (C5.1)', async () => {
    expect((await depot.send('POST', 'action_logs/1/revert?x=1')).status).toBe(400);
  });

  it('have no token (C2.1)', async () => {
    expect((await depot.test.anonymous.send('POST', '/action_logs/1/revert')).status).toBe(401);
  });

  it('use another method (C2.1)', async () => {
    expect((await depot.send('DELETE', 'action_logs/1/revert')).status).toBe(405);
  });
});
