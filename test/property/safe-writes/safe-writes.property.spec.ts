import fc from 'fast-check';
import type { TestMethod } from '../../../src/testing/index.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { assertSome, settlingProperty } from '../../support/settling-property.js';

/** Milliseconds that a property may take. It is cut there, unless it has run too few examples. */
const BOUND = {
  numRuns: 60,
  interruptAfterTimeLimit: 12_000,
} as const;
const FEWEST = 5;

let demo: DemoApp;
let tags: readonly string[];
beforeAll(async () => {
  demo = await startDemo();
  await demo.tokenOf('admin');
  const rows = await demo.database.query('select slug from tags order by slug limit 4');
  tags = rows.map(([slug]) => String(slug));
}, 60_000);
afterAll(() => demo?.close());

interface Response {
  readonly status: number;
  readonly body: any;
  readonly etag: string;
}

async function send(
  method: TestMethod,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const response = await demo.client('admin').with(headers).send<any>(method, path, body);
  return { ...response, etag: String(response.headers.etag) };
}

const newPosts = async (count: number): Promise<readonly string[]> => {
  const bodies = Array.from({ length: count }, () => ({ title: 'New', status: 'draft' }));
  const { body } = await send('POST', '/posts/bulk', bodies);
  return body.data.map(({ id }: { id: string }) => id) as string[];
};

/** A request about some posts, which only it writes. */
type Write = (ids: readonly string[]) => readonly [TestMethod, string, object?];

const title = fc.constantFrom('New', 'Other', 'x'.repeat(201));
const status = fc.constantFrom('draft', 'published');
const tag = fc.uniqueArray(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 });
const listed = (tagged: readonly number[]) => ({ tags: tagged.map((at) => tags[at]) });

const write: fc.Arbitrary<Write> = fc.oneof(
  fc.record({ title, status }).map((body): Write => () => ['POST', '/posts', body]),
  fc
    .record({ title, status }, { requiredKeys: [] })
    .map((body): Write => ([id]) => ['PATCH', `/posts/${id}`, body]),
  fc.constant<Write>(([id]) => ['DELETE', `/posts/${id}`]),
  tag.map((tagged): Write => ([id]) => ['POST', `/posts/${id}/attach/tags`, listed(tagged)]),
  tag.map((tagged): Write => ([id]) => ['POST', `/posts/${id}/detach/tags`, listed(tagged)]),
  tag.map((tagged): Write => ([id]) => ['POST', `/posts/${id}/sync/tags`, listed(tagged)]),
  fc
    .array(fc.record({ title, status }), { minLength: 1, maxLength: 4 })
    .map((bodies): Write => () => ['POST', '/posts/bulk', bodies]),
  title.map((changed): Write => (ids) => [
    'POST',
    '/posts/bulk/update',
    ids.map((id) => ({ id, title: changed })),
  ]),
  fc.constant<Write>((ids) => ['DELETE', '/posts/bulk/delete', ids]),
  fc
    .constantFrom('publish-posts', 'purge-posts')
    .map((action): Write => (ids) => [
      'POST',
      `/posts/actions?action=${action}`,
      { repositories: [...ids, '999999'] },
    ]),
  fc
    .nat({ max: 3 })
    .map((count): Write => () => ['POST', '/posts/actions?action=import-posts', { count }]),
);

type Counts = Record<'stored' | 'updated' | 'deleted' | 'attached' | 'detached', number>;

const json = (value: unknown): Readonly<Record<string, unknown>> =>
  (typeof value === 'string' ? JSON.parse(value) : value) as Readonly<Record<string, unknown>>;

/** What log rows since a row report, by the values before and after. */
async function loggedSince(row: number): Promise<Counts> {
  const rows = await demo.database.query(
    'select original, changes from action_logs where id > ? order by id',
    [row],
  );
  const counts = { stored: 0, updated: 0, deleted: 0, attached: 0, detached: 0 };
  for (const [before, after] of rows) {
    const [original, changes] = [json(before), json(after)];
    const isPivot = 'tags' in original || 'tags' in changes;
    if (isPivot) {
      counts.attached += (changes.tags as readonly unknown[] | undefined)?.length ?? 0;
      counts.detached += (original.tags as readonly unknown[] | undefined)?.length ?? 0;
    } else if (Object.keys(changes).length === 0)
      counts.deleted += Object.keys(original).length > 0 ? 1 : 0;
    else counts[Object.keys(original).length === 0 ? 'stored' : 'updated'] += 1;
  }
  return counts;
}

async function lastRow(): Promise<number> {
  const [row] = await demo.database.query('select coalesce(max(id), 0) from action_logs');
  return Number(row![0]);
}

describe('A preview', () => {
  it('counts what the same request changes and logs, and max-affected agrees (C13.3, C13.4)', async () => {
    await assertSome(
      FEWEST,
      settlingProperty(
        write,
        fc.integer({ min: 1, max: 3 }),
        tag,
        async (perform, count, tagged) => {
          const ids = await newPosts(count);
          await send('POST', `/posts/${ids[0]}/attach/tags`, listed(tagged));
          const [method, path, body] = perform(ids);
          const before = await lastRow();
          const preview = await send(method, path, body, { prefer: 'tx=rollback' });
          expect(await lastRow()).toBe(before);
          if (preview.status !== 200) {
            const refused = await send(method, path, body);
            expect([refused.status, refused.body]).toEqual([preview.status, preview.body]);
            return;
          }
          const { affected } = preview.body.data as { affected: Counts };
          const total = Object.values(affected).reduce((sum, each) => sum + each, 0);
          if (total > 0) {
            const limited = await send(method, path, body, { prefer: `max-affected=${total - 1}` });
            expect([limited.status, limited.body.message]).toEqual([
              409,
              expect.stringContaining(`change ${total} records`),
            ]);
          }
          const done = await send(method, path, body, { prefer: `max-affected=${total}` });
          expect(done.status).toBeLessThan(300);
          expect(await loggedSince(before)).toEqual(affected);
        },
      ),
      BOUND,
    );
  });
});

/** A client that edits a post: it reads, appends a mark of its own, and sends the version back. */
class Editor {
  private read: { readonly etag: string; readonly text: string } | null = null;
  private edits = 0;

  constructor(
    private readonly name: string,
    private readonly path: string,
    /** Marks of changes that were acknowledged. */
    private readonly acknowledged: string[],
  ) {}

  async step(kind: 'PATCH' | 'PUT' | 'bounded'): Promise<void> {
    const known = this.read;
    this.read = null;
    if (!known) {
      const { body, etag } = await send('GET', this.path);
      this.read = { etag, text: String(body.data.attributes.description ?? '') };
      return;
    }
    const mark = `[${this.name}${++this.edits}]`;
    const body = { title: 'Edited', status: 'draft', description: known.text + mark };
    const response = await this.write(kind, body, known.etag);
    expect([200, 412]).toContain(response.status);
    if (response.status === 412) return;
    this.acknowledged.push(mark);
    this.read = { etag: response.etag, text: known.text + mark };
  }

  private write(kind: 'PATCH' | 'PUT' | 'bounded', body: object, etag: string): Promise<Response> {
    const headers = { 'if-match': etag };
    if (kind === 'bounded')
      return send('PATCH', this.path, body, { ...headers, prefer: 'max-affected=1' });
    return send(kind, this.path, body, headers);
  }
}

describe('Clients that send the version that they have read', () => {
  it('never overwrite an acknowledged change unseen, in any interleaving (C13.1)', async () => {
    const step = fc.record({
      client: fc.nat({ max: 2 }),
      kind: fc.constantFrom('PATCH' as const, 'PUT' as const, 'bounded' as const),
    });
    /** Steps of one list arrive at the same time, each of another client. */
    const together = fc.uniqueArray(step, {
      minLength: 1,
      maxLength: 3,
      selector: (s) => s.client,
    });
    await assertSome(
      FEWEST,
      settlingProperty(fc.array(together, { minLength: 2, maxLength: 8 }), async (rounds) => {
        const [id] = await newPosts(1);
        const acknowledged: string[] = [];
        const path = `/posts/${id}`;
        const editors = ['a', 'b', 'c'].map((name) => new Editor(name, path, acknowledged));
        for (const round of rounds)
          await Promise.all(round.map(({ client, kind }) => editors[client]!.step(kind)));
        const { body } = await send('GET', path);
        const marks = String(body.data.attributes.description ?? '').match(/\[\w+\]/g) ?? [];
        expect([...marks].sort()).toEqual([...acknowledged].sort());
      }),
      BOUND,
    );
  });
});
