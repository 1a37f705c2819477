import fc from 'fast-check';
import type { TestMethod } from '../../../src/testing/index.js';
import { GardenApp, type GardenResponse } from '../../support/garden-app/garden-app.js';
import { png } from '../../support/images.js';
import { assertSome, settlingProperty } from '../../support/settling-property.js';

/** Milliseconds that the property may take. */
const LIMIT = 50_000;
/** Examples that must have run by then, also on a busy machine. */
const FEWEST = 10;

let garden: GardenApp;
beforeAll(async () => {
  garden = await GardenApp.start();
});
afterAll(() => garden?.stop());

/** The records of one example, which only it writes. */
interface Scene {
  readonly beds: readonly string[];
  readonly plants: readonly string[];
  readonly leaf: string;
  readonly labels: readonly string[];
  /** The batch of a change that can be reverted. */
  readonly batch: string;
}

type Headers = Readonly<Record<string, string>>;
type Write = (scene: Scene, headers: Headers) => Promise<GardenResponse>;

const json =
  (method: TestMethod, request: (scene: Scene) => readonly [path: string, body?: object]): Write =>
  (scene, headers) => {
    const [path, body] = request(scene);
    return garden.send(method, path, body, headers);
  };

const photo = { name: 'photo', filename: 'p.png', content: png() };
const repositories = 'all';
const name = fc.constantFrom('A', 'B', 'x'.repeat(41));
const shapes = fc.array(fc.record({ shape: fc.constantFrom('oval', 'round') }), { maxLength: 3 });

const write: fc.Arbitrary<readonly [kind: string, write: Write]> = fc.oneof(
  fc
    .record({ name, leaves: shapes })
    .map((body) => ['nested store', json('POST', () => ['plants', body])] as const),
  fc
    .record({ name, leaves: shapes }, { requiredKeys: [] })
    .map(
      (body) =>
        [
          'nested update',
          json('PATCH', ({ plants: [id], leaf }) => [
            `plants/${id}`,
            { ...body, leaves: [...(body.leaves ?? []), { id: leaf, shape: 'star' }] },
          ]),
        ] as const,
    ),
  name.map(
    (title) => ['update', json('PATCH', ({ beds: [id] }) => [`beds/${id}`, { title }])] as const,
  ),
  fc.constantFrom(
    ['soft delete', json('DELETE', ({ beds: [id] }) => [`beds/${id}`])] as const,
    ['cascade', json('DELETE', ({ plants: [id] }) => [`plants/${id}`])] as const,
    ['bulk delete', json('DELETE', ({ plants }) => ['plants/bulk/delete', plants])] as const,
    ['soft all', json('POST', () => ['beds/actions?action=clear-beds', { repositories }])] as const,
    ['all', json('POST', () => ['plants/actions?action=grade-plants', { repositories }])] as const,
    [
      'form',
      ({ plants: [id] }, headers) => garden.form(`plants/${id}`, [photo], headers),
    ] as const satisfies readonly [string, Write],
    [
      'form of a new record',
      (_scene, headers) => garden.form('plants', [{ name: 'name', content: 'F' }, photo], headers),
    ] as const satisfies readonly [string, Write],
    [
      'revert',
      json('POST', ({ batch: batch_id }) => ['action_logs/revert', { batch_id }]),
    ] as const,
  ),
  fc
    .constantFrom('head', 'Head', '')
    .map((own) => ['profile', json('PATCH', () => ['profile', { name: own }])] as const),
  fc
    .option(fc.integer({ min: 1, max: 9 }))
    .map(
      (place) =>
        [
          'pivot patch',
          json('PATCH', ({ plants: [id], labels: [label] }) => [
            `plants/${id}/labels/${label}`,
            { place },
          ]),
        ] as const,
    ),
  fc
    .constantFrom('attach', 'detach', 'sync')
    .map(
      (operation) =>
        [
          operation,
          json('POST', ({ plants: [id], labels }) => [
            `plants/${id}/${operation}/labels`,
            { labels: labels.slice(1) },
          ]),
        ] as const,
    ),
);

/** Empties the garden, and fills it with a scene. */
async function newScene(): Promise<Scene> {
  await garden.database.write('update plants set parent_id = null');
  for (const table of ['leaves', 'messages', 'label_plant', 'labels', 'plants', 'beds'])
    await garden.database.write(`delete from ${table}`);
  await garden.database.write("update gardeners set name = 'head' where id = 1");
  const beds: string[] = [];
  for (const title of ['One', 'Two'])
    beds.push(await garden.stored('beds', { title, secret: 'hush', gardener_id: 1 }));
  const labels: string[] = [];
  for (const text of ['Red', 'Blue']) labels.push(await garden.stored('labels', { name: text }));
  const leaves = [{ shape: 'oval' }, { shape: 'round' }];
  const messages = [{ text: 'Water it' }];
  const parent = await garden.stored('plants', { name: 'Parent', messages });
  const child = await garden.stored('plants', { name: 'Child', parent_id: parent, leaves });
  const [row] = await garden.database.query('select min(id) from leaves');
  await garden.send('POST', `plants/${child}/attach/labels`, { labels: [labels[0]] });
  await garden.form(`plants/${child}`, [photo]);
  await garden.send('PATCH', `beds/${beds[1]}`, { title: 'Changed', secret: 'other' });
  const batch = await garden.lastBatch();
  return { beds, plants: [child, parent], leaf: String(row![0]), labels, batch };
}

const totalOf = (affected: Readonly<Record<string, number>>): number =>
  Object.values(affected).reduce((sum, count) => sum + count, 0);

/** The rows of a table as JSON, by their keys, without those that are marked as deleted. */
type Live = ReadonlyMap<string, string>;

/** The live rows of the records' tables and of the pivot table. */
async function live(): Promise<Readonly<Record<string, Live>>> {
  const columns = {
    gardeners: 'id, name',
    beds: 'id, title, secret, gardener_id, deleted_at',
    plants: 'id, name, grade, photo, bed_id, parent_id',
    leaves: 'id, shape, plant_id',
    messages: 'id, text, about_id, deleted_at',
    label_plant: 'id, plant_id, label_id, place',
  };
  const tables = Object.entries(columns).map(async ([table, list]) => {
    const condition = list.includes('deleted_at') ? ' where deleted_at is null' : '';
    const rows = await garden.database.query(`select ${list} from ${table}${condition}`);
    return [table, new Map(rows.map((row) => [String(row[0]), JSON.stringify(row)]))] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

/** What has changed between two states, in the terms of a preview. */
function differenceOf(
  before: Readonly<Record<string, Live>>,
  after: Readonly<Record<string, Live>>,
): Readonly<Record<string, number>> {
  const counts = { stored: 0, updated: 0, deleted: 0, attached: 0, detached: 0 };
  for (const [table, rows] of Object.entries(before)) {
    const now = after[table]!;
    const added = [...now.keys()].filter((key) => !rows.has(key)).length;
    const gone = [...rows.keys()].filter((key) => !now.has(key)).length;
    const changed = [...now].filter(([key, row]) => rows.has(key) && rows.get(key) !== row).length;
    if (table === 'label_plant') {
      counts.attached += added + changed;
      counts.detached += gone;
    } else {
      counts.stored += added;
      counts.updated += changed;
      counts.deleted += gone;
    }
  }
  return counts;
}

describe('A preview', () => {
  it('leaves rows, files and events as they are, and counts what the real call changes (C13.3, C13.4)', async () => {
    await assertSome(
      FEWEST,
      settlingProperty(write, async ([, perform]) => {
        const scene = await newScene();
        const before = await garden.everything();
        const preview = await perform(scene, { prefer: 'tx=rollback' });
        expect(await garden.everything()).toEqual(before);
        if (preview.status !== 200) {
          const refused = await perform(scene, {});
          expect([refused.status, refused.body]).toEqual([preview.status, preview.body]);
          return;
        }
        const { affected } = preview.body.data;
        const total = totalOf(affected);
        if (total > 0) {
          const limited = await perform(scene, { prefer: `max-affected=${total - 1}` });
          expect([limited.status, limited.body.message]).toEqual([
            409,
            expect.stringContaining(`change ${total} records`),
          ]);
          expect(await garden.everything()).toEqual(before);
        }
        const state = await live();
        const done = await perform(scene, { prefer: `max-affected=${total}` });
        expect(done.status).toBeLessThan(300);
        const changed = differenceOf(state, await live());
        // Rows of pivots that go with a deleted record do not count.
        const { detached } = affected.deleted > 0 ? affected : changed;
        expect({ ...changed, detached }).toEqual(affected);
        if (total === 0) expect(await garden.everything()).toEqual(before);
      }),
      { numRuns: 60, interruptAfterTimeLimit: LIMIT },
    );
  });
});
