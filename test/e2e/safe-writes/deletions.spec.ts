import { GardenApp } from '../../support/garden-app/garden-app.js';

let garden: GardenApp;
beforeAll(async () => {
  garden = await GardenApp.start();
});
afterAll(() => garden?.stop());

const dry = { prefer: 'tx=rollback' };
const atMost = (count: number) => ({ prefer: `max-affected=${count}` });
const bed = () => garden.stored('beds', { title: 'Bed', secret: 'hush', gardener_id: 1 });
const plant = (values: object = {}) => garden.stored('plants', { name: 'Fern', ...values });
const bare = async (path: string) => (await garden.send('GET', path)).status;

describe('A record that is only marked as deleted', () => {
  it('counts in previews and under max-affected (C13.3, C13.4, C4.5)', async () => {
    const id = await bed();
    const preview = await garden.send('DELETE', `beds/${id}`, undefined, dry);
    expect(preview.body.data).toMatchObject({
      affected: { stored: 0, updated: 0, deleted: 1 },
      changes: [{ type: 'beds', id, event: 'deleted', original: { title: 'Bed' }, changes: {} }],
    });
    const refused = await garden.send('DELETE', `beds/${id}`, undefined, atMost(0));
    expect([refused.status, refused.body.code]).toEqual([409, 'max_affected_exceeded']);
    expect(await bare(`beds/${id}`)).toBe(200);
    expect((await garden.send('DELETE', `beds/${id}`, undefined, atMost(1))).status).toBe(204);
    expect(await bare(`beds/${id}`)).toBe(404);
  });

  it('counts if an action or a bulk write deletes it (C13.4)', async () => {
    const ids = [await bed(), await bed()];
    const action = 'beds/actions?action=clear-beds';
    const listed = await garden.send('POST', action, { repositories: ids }, atMost(1));
    expect([listed.status, listed.body.message]).toEqual([
      409,
      expect.stringContaining('change 2 records'),
    ]);
    const bulk = await garden.send('DELETE', 'beds/bulk/delete', ids, dry);
    expect(bulk.body.data.affected).toMatchObject({ deleted: 2 });
  });

  it('is restored by undo, and deleted again by the undo of the undo (C15.1, C15.3)', async () => {
    const id = await bed();
    const before = await garden.contents();
    await garden.send('DELETE', `beds/${id}`);
    garden.events.received.length = 0;
    const preview = await garden.revertLast(dry);
    expect(preview.body.data).toMatchObject({
      affected: { stored: 1, updated: 0 },
      changes: [{ type: 'beds', id, event: 'stored' }],
    });
    expect(await garden.revertLast()).toMatchObject({
      status: 200,
      body: { data: { affected: 1 } },
    });
    expect(await garden.contents()).toEqual(before);
    expect(garden.events.received).toEqual(['beds.stored']);
    expect(await garden.revertLast()).toMatchObject({
      status: 200,
      body: { data: { affected: 1 } },
    });
    expect(await bare(`beds/${id}`)).toBe(404);
    expect(await garden.revertLast()).toMatchObject({ status: 200 });
    expect(await garden.contents()).toEqual(before);
  });

  it('is a conflict if it exists again (C15.2)', async () => {
    const id = await bed();
    await garden.send('DELETE', `beds/${id}`);
    const deletion = await garden.lastBatch();
    await garden.revertLast();
    const { status, body } = await garden.send('POST', 'action_logs/revert', {
      batch_id: deletion,
    });
    expect([status, body.errors]).toEqual([
      409,
      { [`beds.${id}.id`]: ['The record exists again.'] },
    ]);
  });

  it('counts and is restored with the record that it belongs to (C4.5, C13.3, C15.1)', async () => {
    const id = await plant({ messages: [{ text: 'one' }, { text: 'two' }] });
    const before = await garden.contents();
    const preview = await garden.send('DELETE', `plants/${id}`, undefined, dry);
    expect(preview.body.data.affected).toMatchObject({ deleted: 3 });
    await garden.send('DELETE', `plants/${id}`);
    const [row] = await garden.database.query(
      'select count(*) from messages where about_id = ? and deleted_at is not null',
      [id],
    );
    expect(Number(row![0])).toBe(2);
    expect(await garden.revertLast()).toMatchObject({ status: 200 });
    expect(await garden.contents()).toEqual(before);
  });
});

describe('Rows that foreign keys delete', () => {
  it('count, with and without a log of the deleted record (C13.3, C13.4)', async () => {
    const id = await plant({ leaves: [{ shape: 'oval' }, { shape: 'round' }] });
    const preview = await garden.send('DELETE', `plants/${id}`, undefined, dry);
    expect(preview.body.data.affected).toMatchObject({ deleted: 3 });
    const refused = await garden.send('DELETE', `plants/${id}`, undefined, atMost(2));
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('change 3 records'),
    ]);
    expect((await garden.send('DELETE', `plants/${id}`, undefined, atMost(3))).status).toBe(204);
  });
});

describe('A bulk deletion of records that refer to each other', () => {
  it.each([['the parent first'], ['the child first']])(
    'succeeds with %s (C13.5)',
    async (order) => {
      const parent = await plant();
      const child = await plant({ parent_id: parent });
      const grandchild = await plant({ parent_id: child });
      const before = await garden.contents();
      const ids = [parent, child, grandchild];
      const listed = order === 'the parent first' ? ids : ids.reverse();
      expect((await garden.send('DELETE', 'plants/bulk/delete', listed)).status).toBe(204);
      for (const id of ids) expect(await bare(`plants/${id}`)).toBe(404);
      expect(await garden.revertLast()).toMatchObject({ status: 200 });
      expect(await garden.contents()).toEqual(before);
    },
  );

  it('is 409 if a record that stays refers to one of them (C4.5)', async () => {
    const parent = await plant();
    const child = await plant({ parent_id: parent });
    await plant({ parent_id: child });
    const { status, body } = await garden.send('DELETE', 'plants/bulk/delete', [parent, child]);
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(await bare(`plants/${parent}`)).toBe(200);
  });
});
