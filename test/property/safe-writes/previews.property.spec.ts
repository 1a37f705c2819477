import fc from 'fast-check';
import { contentOf } from '../../support/database-contents.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { examples } from '../../support/examples.js';
import {
  changesOfAllKinds,
  PostWriter,
  writeKinds,
  writesOfAllKinds,
  type WriteKind,
} from '../undo/post-writes.js';

const EXAMPLES = examples(5);
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
function rowKeyOf(table: string, row: string): string {
  const columns = JSON.parse(row) as readonly unknown[];
  return JSON.stringify(columns.slice(0, keyLengths[table] ?? 1));
}

/** The keys of the rows that the others do not contain as they are. */
function keysOfDiffering(table: string, rows: readonly string[], others: readonly string[]) {
  const known = new Set(others);
  return rows.filter((row) => !known.has(row)).map((row) => rowKeyOf(table, row));
}

/** Counts what differs, log aside, as previews do. */
function differences(before: Contents, after: Contents): Readonly<Record<string, number>> {
  const counts = { stored: 0, updated: 0, deleted: 0, attached: 0, detached: 0 };
  for (const table of Object.keys(before).filter((name) => name !== 'action_logs')) {
    const was = keysOfDiffering(table, before[table]!, after[table]!);
    const is = keysOfDiffering(table, after[table]!, before[table]!);
    const changed = is.filter((key) => was.includes(key)).length;
    const [added, removed] = [is.length - changed, was.length - changed];
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

interface LogRow {
  readonly name: string;
  readonly type: string;
  readonly id: string;
  readonly original: object;
  readonly changes: object;
}

/** The rows of the log after a row. */
async function loggedSince(first: number): Promise<readonly LogRow[]> {
  const rows = await demo.database.query(
    'select name, actionable_type, actionable_id, original, changes from action_logs where id > ? order by id',
    [first],
  );
  const parsed = (json: unknown): object =>
    (typeof json === 'string' ? JSON.parse(json) : json) as object;
  return rows.map(([name, type, id, original, changes]) => ({
    name: String(name),
    type: String(type),
    id: String(id),
    original: parsed(original),
    changes: parsed(changes),
  }));
}

const isEmpty = (values: object): boolean => Object.keys(values).length === 0;

/** Returns the changes that a preview would describe for a row of the log. */
function changesIn({ name, type, id, original, changes }: LogRow): readonly object[] {
  const change = { type, id, original, changes };
  if (pivotRows.has(name))
    return [
      { ...change, event: 'attached', original: {} },
      { ...change, event: 'detached', changes: {} },
    ].filter((each) => !isEmpty(each.original) || !isEmpty(each.changes));
  if (isEmpty(original)) return isEmpty(changes) ? [] : [{ ...change, event: 'stored' }];
  return [{ ...change, event: isEmpty(changes) ? 'deleted' : 'updated' }];
}

const pivotRows: ReadonlySet<string> = new Set(['Attached', 'Detached', 'Synced']);
/** Resources with a log. */
const logged: ReadonlySet<string> = new Set(['posts', 'users']);

async function lastRow(): Promise<number> {
  const [row] = await demo.database.query('select coalesce(max(id), 0) from action_logs');
  return Number(row![0]);
}

/** A preview of a store has another key and other instants than the real call. */
const comparable = ({ type, id, event, original, changes }: any) => {
  const { created_at: _created, updated_at: _updated, id: _id, ...values } = changes;
  const instants = values.published_at ? { published_at: 'an instant' } : {};
  return {
    type,
    event,
    original,
    changes: { ...values, ...instants },
    id: event === 'stored' ? null : id,
  };
};

/** The preview of a request that is rejected. */
const nothing = {
  affected: { stored: 0, updated: 0, deleted: 0, attached: 0, detached: 0 },
  changes: [],
};

describe('A dry run', () => {
  it('changes nothing, and counts and describes what the real call changes and logs (C13.3, C13.4)', async () => {
    const changing = new Set<WriteKind>();
    await fc.assert(
      fc.asyncProperty(writesOfAllKinds, async (writes) => {
        await writer.prepare();
        let before = await contentOf(demo.database);
        for (const write of writes) {
          const row = await lastRow();
          const preview = await writer.send(write, dry);
          expect(await contentOf(demo.database)).toEqual(before);
          const real = await writer.send(write);
          const after = await contentOf(demo.database);
          const isDone = real.status < 300;
          expect(real.status).toBeLessThan(500);
          expect([preview.status, preview.body]).toEqual(
            isDone ? [200, expect.anything()] : [real.status, real.body],
          );
          const { affected, changes } = isDone ? preview.body.data : nothing;
          expect(affected).toEqual(differences(before, after));
          const described = (changes as readonly any[]).filter(({ type }) => logged.has(type));
          const expected = (await loggedSince(row)).flatMap(changesIn);
          expect(described.map(comparable)).toEqual(expected.map(comparable));
          if (expected.length > 0) changing.add(write.kind);
          before = after;
        }
      }),
      { ...EXAMPLES, examples: [[changesOfAllKinds]] },
    );
    expect([...changing].sort()).toEqual([...writeKinds].sort());
  });
});
