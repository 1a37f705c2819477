import { startDemo } from '../../support/demo-app.js';
import { startNode } from '../../support/demo-node.js';
import { LibraryApp } from '../../support/library-app/library-app.js';
import type { Patron } from '../../support/library-app/entities.js';
import { writerKey } from '../../support/library-app/seed.js';
import { testDialect } from '../../support/databases.js';

interface Explanation {
  readonly data: {
    readonly stages: readonly { readonly stage: string; readonly milliseconds: number }[];
    readonly statements: readonly {
      readonly sql: string;
      readonly parameters: readonly string[];
      readonly milliseconds: number;
      readonly rows: number;
      readonly estimated_rows: number | null;
      readonly plan: unknown;
    }[];
  };
}

const explain = { prefer: 'explain' };

let library: LibraryApp;
beforeAll(async () => {
  library = await LibraryApp.start({
    options: { explain: (patron: Patron) => Promise.resolve(Boolean(patron.isLibrarian)) },
  });
});
afterAll(() => library?.stop());

const explained = async (path: string): Promise<Explanation['data']> => {
  const { status, body, text } = await library.get(path, 'librarian', explain);
  expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' });
  return (body as Explanation).data;
};

describe('Prefer: explain of an administrator (C17.7)', () => {
  it.each([
    ['an index', 'writers?perPage=3&include=books&-full_name=Writer 3'],
    ['a record', `writers/${writerKey(1)}?include=books,rivals`],
    ['the page of a relation', `writers/${writerKey(1)}/books?perPage=1`],
    ['a page that show filters', 'remarks?perPage=2'],
  ])('returns stages, statements and plans of %s', async (_what, path) => {
    const { stages, statements } = await explained(path);
    expect(stages.map(({ stage }) => stage)).toEqual([
      ...['parse', 'authorize', 'plan', 'execute', 'ask', 'serialize'],
    ]);
    for (const { milliseconds } of stages) expect(milliseconds).toBeGreaterThan(0);
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements) {
      expect(statement).toEqual({
        sql: expect.stringMatching(/^select /),
        parameters: expect.any(Array),
        milliseconds: expect.any(Number),
        rows: expect.any(Number),
        estimated_rows: testDialect === 'postgres' ? expect.any(Number) : null,
        plan: expect.anything(),
      });
      expect(JSON.stringify(statement.plan).length).toBeGreaterThan(20);
    }
  });

  it('contains the real rows, and no value of the request or of the scope', async () => {
    const { statements } = await explained(
      'writers?-full_name=Writer 3&born_at=1900-01-02&perPage=2',
    );
    const text = JSON.stringify(statements);
    expect(text).toContain('full_name');
    expect(text).not.toContain('Writer 3');
    expect(text).not.toContain('1900-01-02');
    expect(statements[0]!.rows).toBe(1);
    expect(statements[0]!.parameters).toContain('string');
  });

  it('is marked in the headers, and has no version and no links', async () => {
    const response = await library
      .client('librarian')
      .with(explain)
      .send('GET', `/writers/${writerKey(1)}`);
    expect(response.headers).toMatchObject({
      'preference-applied': 'explain',
      'content-type': expect.stringMatching(/^application\/vnd\.resource-api\.explanation\+json/),
      'cache-control': 'no-store',
    });
    expect(response.headers).not.toHaveProperty('etag');
  });

  it('reads nothing twice for the records, and leaves other requests alone', async () => {
    const [{ statements }, usual] = await Promise.all([
      explained('writers?perPage=2&count=none'),
      library.get('writers?perPage=2&count=none', 'librarian'),
    ]);
    expect(statements).toHaveLength(1);
    expect((usual.body as { data: readonly unknown[] }).data).toHaveLength(2);
  });

  it('explains no errors, exports or descriptions', async () => {
    const missing = await library.get(`writers/${writerKey(999)}`, 'librarian', explain);
    expect([missing.status, missing.body]).toMatchObject([404, { code: 'not_found' }]);
    const filters = await library.get('writers/filters', 'librarian', explain);
    expect(filters.body).toHaveProperty('data.matches');
    const lines = await library.get('writers?perPage=2', 'librarian', {
      ...explain,
      accept: 'text/csv',
    });
    expect(lines.text).toMatch(/^id,/);
  });
});

describe('Prefer: explain of anyone else (C17.7)', () => {
  it('has no effect', async () => {
    for (const path of ['writers?perPage=3&include=books', `writers/${writerKey(1)}`]) {
      const usual = await library.get(path);
      const response = await library.client('reader').with(explain).send('GET', `/${path}`);
      expect(response.text).toBe(usual.text);
      expect(response.headers).not.toHaveProperty('preference-applied');
    }
  });

  it('has no effect in a deployment without the option', async () => {
    const other = await LibraryApp.start();
    const [usual, response] = [
      await other.get('writers?perPage=3', 'librarian'),
      await other.get('writers?perPage=3', 'librarian', explain),
    ];
    await other.stop();
    expect(response.text).toBe(usual.text);
  });
});

describe('Prefer: explain on the profile (C17.7)', () => {
  it('explains the read; the response is the one that the document describes', async () => {
    const demo = await startDemo();
    const node = await startNode(demo, { explain: () => true });
    const headers = { ...explain, authorization: `Bearer ${await demo.tokenOf('reader')}` };
    const { data } = (await node.inject({ url: '/api/profile', headers })).json<Explanation>();
    expect(data.stages).toHaveLength(6);
    await node.close();
    await demo.close();
  });
});
