import fc from 'fast-check';
import { GardenApp } from '../../support/garden-app/garden-app.js';
import { png } from '../../support/images.js';
import { assertSome, settlingProperty } from '../../support/settling-property.js';

/** Milliseconds that the property may take. */
const LIMIT = 50_000;
/** Examples that must have run by then, also on a busy machine. */
const FEWEST = 5;

let garden: GardenApp;
let bed: string;
let other: string;
let plants: string[];
let labels: string[];

beforeAll(async () => {
  garden = await GardenApp.start();
  const newBed = (title: string) =>
    garden.stored('beds', { title, secret: 'hush', gardener_id: 1 });
  [bed, other] = [await newBed('One'), await newBed('Two')];
  labels = [];
  for (const name of ['Red', 'Blue']) labels.push(await garden.stored('labels', { name }));
  const leaves = [{ shape: 'oval' }, { shape: 'round' }];
  const messages = [{ text: 'Water it' }];
  const parent = await garden.stored('plants', { name: 'Parent', messages, leaves });
  const child = await garden.stored('plants', { name: 'Child', parent_id: parent, bed_id: bed });
  await garden.send('POST', `plants/${child}/attach/labels`, { labels: [labels[0]] });
  plants = [parent, child];
});
afterAll(() => garden?.stop());

/** A write, which may be rejected: then it changes nothing. */
type Write = () => Promise<unknown>;

const photo = { name: 'photo', filename: 'p.png', content: png() };
const name = fc.constantFrom('A', 'B', 'C');
const plant = fc.nat({ max: 1 });
const leaves = fc.array(fc.record({ shape: fc.constantFrom('oval', 'round') }), { maxLength: 2 });
const messages = fc.array(fc.record({ text: name }), { maxLength: 2 });
const beds = fc.constantFrom('bed', 'other').map((which) => () => (which === 'bed' ? bed : other));

const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({ name, leaves, messages }, { requiredKeys: ['name'] }).map(
    (body): Write =>
      () =>
        garden.send('POST', 'plants', body),
  ),
  fc.tuple(plant, fc.record({ name, grade: name }, { requiredKeys: [] })).map(
    ([at, body]): Write =>
      () =>
        garden.send('PATCH', `plants/${plants[at]}`, body),
  ),
  // Only related records with a log of their own can be reverted.
  fc.tuple(beds, name, fc.array(fc.record({ name }), { maxLength: 2 })).map(
    ([key, title, nested]): Write =>
      () =>
        garden.send('PATCH', `beds/${key()}`, { title, secret: title, plants: nested }),
  ),
  beds.map(
    (key): Write =>
      () =>
        garden.send('DELETE', `beds/${key()}`),
  ),
  plant.map(
    (at): Write =>
      () =>
        garden.send('DELETE', `plants/${plants[at]}`),
  ),
  fc.constant<Write>(() => garden.send('DELETE', 'plants/bulk/delete', plants)),
  fc.constant<Write>(() =>
    garden.send('POST', 'beds/actions?action=clear-beds', { repositories: 'all' }),
  ),
  fc.constant<Write>(() =>
    garden.send('POST', 'plants/actions?action=grade-plants', { repositories: 'all' }),
  ),
  plant.map(
    (at): Write =>
      () =>
        garden.form(`plants/${plants[at]}`, [photo]),
  ),
  fc.tuple(plant, fc.constantFrom('attach', 'detach', 'sync')).map(
    ([at, operation]): Write =>
      () =>
        garden.send('POST', `plants/${plants[at]}/${operation}/labels`, { labels: [labels[1]] }),
  ),
);

/** The log rows after a row, by batch, the newest batch first. */
async function batchesAfter(row: number): Promise<readonly string[]> {
  const sql = 'select batch_id from action_logs where id > ? order by id desc';
  const rows = await garden.database.query(sql, [row]);
  return [...new Set(rows.map(([batch]) => String(batch)))];
}

async function lastRow(): Promise<number> {
  const [row] = await garden.database.query('select coalesce(max(id), 0) from action_logs');
  return Number(row![0]);
}

/**
 * All rows, apart from those that are marked as deleted: the revert of a store leaves such a row.
 * The dates of deletion are the last columns.
 */
async function contents(): Promise<unknown> {
  const { beds: allBeds, messages: allMessages, ...others } = await garden.contents();
  const isLive = (row: string): boolean => row.endsWith(',null]');
  return { ...others, beds: allBeds!.filter(isLive), messages: allMessages!.filter(isLive) };
}

describe('Reverting batches in the reverse order', () => {
  it('restores the exact database, and reverting the reverts the state between (C15.1, C15.3)', async () => {
    await assertSome(
      FEWEST,
      settlingProperty(fc.array(write, { minLength: 1, maxLength: 5 }), async (writes) => {
        const before = await contents();
        const start = await lastRow();
        for (const perform of writes) await perform();
        const between = await contents();
        const changed = await lastRow();
        await revertAll(await batchesAfter(start));
        expect(await contents()).toEqual(before);
        const reverted = await lastRow();
        await revertAll(await batchesAfter(changed));
        expect(await contents()).toEqual(between);
        await revertAll(await batchesAfter(reverted));
        expect(await contents()).toEqual(before);
      }),
      { numRuns: 25, interruptAfterTimeLimit: LIMIT },
    );
  });
});

async function revertAll(batches: readonly string[]): Promise<void> {
  for (const batch_id of batches) {
    const { status, body } = await garden.send('POST', 'action_logs/revert', { batch_id });
    expect([status, body]).toEqual([200, expect.anything()]);
  }
}
