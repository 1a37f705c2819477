import fc from 'fast-check';
import { contentOf } from '../../support/database-contents.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { examples } from '../../support/examples.js';
import { PostWriter, postWrites } from '../undo/post-writes.js';

const EXAMPLES = examples(12);
const dry = { prefer: 'tx=rollback' };
/** The tables of pivots, and how many columns their keys have. */
const keyLengths: Readonly<Record<string, number>> = {
  company_partners: 2,
  role_user: 2,
  taggables: 3,
};

let demo: DemoApp;
let writer: PostWriter;

beforeAll(async () => {
  demo = await startDemo();
  writer = await PostWriter.of(demo);
});
afterAll(() => demo?.close());

type Contents = Awaited<ReturnType<typeof contentOf>>;

/** The key of a row: of a pivot its columns before the values, of a record the first column. */
function keyOf(table: string, row: string): string {
  const columns = JSON.parse(row) as readonly unknown[];
  return JSON.stringify(columns.slice(0, keyLengths[table] ?? 1));
}

const keyed = (table: string, rows: readonly string[]): ReadonlyMap<string, string> =>
  new Map(rows.map((row) => [keyOf(table, row), row]));

/** Counts what differs, log aside, as previews do. */
function differences(before: Contents, after: Contents): Readonly<Record<string, number>> {
  const counts = { stored: 0, updated: 0, deleted: 0, attached: 0, detached: 0 };
  for (const table of Object.keys(before).filter((name) => name !== 'action_logs')) {
    const [was, is] = [keyed(table, before[table]!), keyed(table, after[table]!)];
    const added = [...is.keys()].filter((key) => !was.has(key)).length;
    const removed = [...was.keys()].filter((key) => !is.has(key)).length;
    const changed = [...is].filter(([key, row]) => was.has(key) && was.get(key) !== row).length;
    if (table in keyLengths) {
      counts.attached += added + changed;
      counts.detached += removed;
    } else {
      counts.stored += added;
      counts.updated += changed;
      counts.deleted += removed;
    }
  }
  return counts;
}

/** What the log has of the changes of records since a row: key, old and new values. */
async function loggedSince(first: number) {
  const rows = await demo.database.query(
    'select name, actionable_id, original, changes from action_logs where id > ? order by id',
    [first],
  );
  const parsed = (json: unknown): object =>
    (typeof json === 'string' ? JSON.parse(json) : json) as object;
  return rows
    .filter(([name]) => recordEvents.has(String(name)))
    .map(([name, id, original, changes]) => ({
      event: recordEvents.get(String(name)),
      id: String(id),
      original: parsed(original),
      changes: parsed(changes),
    }));
}

const recordEvents: ReadonlyMap<string, string> = new Map([
  ['Stored', 'stored'],
  ['Updated', 'updated'],
  ['Deleted', 'deleted'],
]);

async function lastRow(): Promise<number> {
  const [row] = await demo.database.query('select coalesce(max(id), 0) from action_logs');
  return Number(row![0]);
}

describe('A dry run', () => {
  it('changes nothing, and counts what the real call changes and logs (C13.3, C13.4)', async () => {
    await fc.assert(
      fc.asyncProperty(postWrites, async (writes) => {
        await writer.reset();
        for (const write of writes) {
          const before = await contentOf(demo.database);
          const row = await lastRow();
          const preview = await writer.send(write, dry);
          expect(await contentOf(demo.database)).toEqual(before);
          const real = await writer.send(write);
          if (preview.status !== 200) {
            expect([real.status, real.body]).toEqual([preview.status, preview.body]);
            continue;
          }
          expect(real.status).toBeLessThan(300);
          const { affected, changes } = preview.body.data;
          expect(affected).toEqual(differences(before, await contentOf(demo.database)));
          const described = (changes as readonly any[])
            .filter(
              ({ type, event }) => type === 'posts' && /(?:stored|updated|deleted)$/.test(event),
            )
            .map(({ event, id, original, changes: values }) => ({
              event,
              id,
              original,
              changes: values,
            }));
          expect(described.map(comparable)).toEqual((await loggedSince(row)).map(comparable));
        }
      }),
      EXAMPLES,
    );
  });
});

/** A preview of a store has another key and other instants than the real call. */
const comparable = ({ id, changes, ...rest }: any) => {
  const { created_at: _created, updated_at: _updated, id: _id, ...values } = changes;
  return { ...rest, changes: values, id: rest.event === 'stored' ? null : id };
};
