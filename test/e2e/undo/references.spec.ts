import { GardenApp } from '../../support/garden-app/garden-app.js';

let garden: GardenApp;
beforeAll(async () => {
  garden = await GardenApp.start();
});
afterAll(() => garden?.stop());

const lenient = { prefer: 'handling=lenient' };
const revert = (batch_id: string, headers: Readonly<Record<string, string>> = {}) =>
  garden.send('POST', 'action_logs/revert', { batch_id }, headers);
const status = async (path: string) => (await garden.send('GET', path)).status;

async function twoPlants(): Promise<{ readonly ids: readonly string[]; readonly batch: string }> {
  const { body } = await garden.send('POST', 'plants/bulk', [{ name: 'A' }, { name: 'B' }]);
  const ids = body.data.map(({ id }: { id: string }) => id) as string[];
  return { ids, batch: await garden.lastBatch() };
}

describe('A revert of stored records that have referred to each other since (C15.2)', () => {
  it('reports the record that has changed, and writes nothing', async () => {
    const { ids, batch } = await twoPlants();
    const [a, b] = ids;
    await garden.send('PATCH', `plants/${a}`, { parent_id: b });
    const before = await garden.everything();
    const response = await revert(batch);
    expect([response.status, response.body.code, response.body.errors]).toEqual([
      409,
      'revert_conflict',
      { [`plants.${a}.parent_id`]: [`The value is now "${b}"; the change set it to null.`] },
    ]);
    expect(await garden.everything()).toEqual(before);
  });

  it('reports both with handling=lenient, since the second is still referred to', async () => {
    const { ids, batch } = await twoPlants();
    const [a, b] = ids;
    const { body } = await garden.send('POST', 'plants', { name: 'C' });
    await garden.send('PATCH', `plants/${a}`, { parent_id: b });
    const response = await revert(batch, lenient);
    expect([response.status, response.body.data.affected]).toEqual([200, 0]);
    expect(response.body.data.conflicts).toEqual([
      {
        type: 'plants',
        id: a,
        errors: { parent_id: [`The value is now "${b}"; the change set it to null.`] },
      },
      { type: 'plants', id: b, errors: { id: ['Other records still refer to the record.'] } },
    ]);
    expect(await status(`plants/${body.data.id}`)).toBe(200);
  });

  it('deletes the others with handling=lenient if a record outside of the batch refers to one', async () => {
    const { ids, batch } = await twoPlants();
    const [a, b] = ids;
    await garden.send('POST', 'plants', { name: 'C', parent_id: b });
    const strict = await revert(batch);
    expect([strict.status, strict.body.code, strict.body.errors]).toEqual([
      409,
      'revert_conflict',
      { [`plants.${b}.id`]: ['Other records still refer to the record.'] },
    ]);
    garden.events.received.length = 0;
    const response = await revert(batch, lenient);
    expect([response.status, response.body.data.affected]).toEqual([200, 1]);
    expect(await Promise.all([status(`plants/${a}`), status(`plants/${b}`)])).toEqual([404, 200]);
    expect(garden.events.received).toEqual(['plants.deleted']);
  });
});

describe('A revert of a deletion', () => {
  it('requires the right to write the fields that it restores (C15.2)', async () => {
    const graded = await garden.stored('plants', { name: 'Graded', grade: 'best' });
    const plain = await garden.stored('plants', { name: 'Plain' });
    for (const [id, expected] of [
      [graded, 403],
      [plain, 200],
    ] as const) {
      await garden.send('DELETE', `plants/${id}`);
      const batch_id = await garden.lastBatch();
      const response = await garden.send('POST', 'action_logs/revert', { batch_id }, {}, 'hand');
      expect(response.status).toBe(expected);
    }
    expect(await status(`plants/${graded}`)).toBe(404);
  });
});
