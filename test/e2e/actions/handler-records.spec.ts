import { Sack } from '../../support/depot-app/sacks/entities.js';
import { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';

let depot: SackDepot;
beforeAll(async () => {
  depot = await SackDepot.start();
});
afterAll(() => depot.stop());

const milled = new Date('2024-02-29T23:59:59.999Z');

/** Returns what the handler sees of a sack with values, and of one with nulls. */
async function see<Seen>(look: (sack: Sack) => Seen): Promise<readonly Seen[]> {
  await depot.fill(2);
  await depot.database.write('update sacks set weight = 12.5, milled_at = ? where id = 1', [
    milled.toISOString().replace('T', ' ').slice(0, -1),
  ]);
  const seen: Seen[] = [];
  const listed = { repositories: [1, 2] };
  const { status } = await depot.run('sacks', 'grind-sacks', listed, (_request, sacks) => {
    seen.push(...sacks.map(look));
  });
  expect(status).toBe(204);
  return seen;
}

describe('The records of a handler (C6.4)', () => {
  it('are instances of their entity with members of their own', async () => {
    const { columns } = depot.database.dataSource.getMetadata(Sack);
    const names = columns.map(({ propertyName }) => propertyName).sort();
    const seen = await see((sack) => ({
      isSack: sack instanceof Sack && sack.constructor === Sack,
      keys: Object.keys(sack).sort(),
      areValues: Object.values(Object.getOwnPropertyDescriptors(sack)).every(
        (each) => 'value' in each && each.writable,
      ),
    }));
    const expected = { isSack: true, keys: names, areValues: true };
    expect(seen).toEqual([expected, expected]);
  });

  it('are copied whole by JSON, spread, assignment and structuredClone', async () => {
    const seen = await see((sack) => ({
      json: JSON.parse(JSON.stringify(sack)) as object,
      spread: { ...sack },
      assigned: Object.assign({}, sack),
      cloned: structuredClone(sack),
    }));
    const values = { title: 'Sack 1', weight: '12.50', milled_at: milled, pin: 'secret pin' };
    for (const copy of [seen[0]!.spread, seen[0]!.assigned, seen[0]!.cloned])
      expect(copy).toMatchObject(values);
    expect(seen[0]!.json).toMatchObject({ ...values, milled_at: milled.toISOString() });
    expect(seen[1]!.spread).toMatchObject({ title: 'Sack 2', weight: null, milled_at: null });
  });

  it('keep what a handler assigns, which is neither written nor logged (C8.1)', async () => {
    const seen = await see((sack) => {
      sack.title = 'Mine';
      sack.milled_at = null;
      return { ...sack };
    });
    expect(seen).toMatchObject([
      { title: 'Mine', milled_at: null },
      { title: 'Mine', milled_at: null },
    ]);
    expect((await depot.log()).map(({ changes }) => changes)).toEqual([{}, {}]);
  });

  it('can be changed in place: what is written then is a change (C8.1)', async () => {
    await see(() => null);
    await depot.run('sacks', 'grind-sacks', { repositories: [1] }, async (request, [sack]) => {
      sack!.milled_at!.setUTCFullYear(2025, 0, 1);
      await request.update([sack!], { milled_at: sack!.milled_at });
    });
    const { original, changes } = (await depot.log()).at(-1)!;
    expect(original).toEqual({ milled_at: '2024-02-29T23:59:59.999Z' });
    expect(changes).toEqual({ milled_at: '2025-01-01T23:59:59.999Z' });
  });
});
