import { csvCell } from '../../../src/addons/exports/csv-cell.js';
import { startDemo, type DemoAccount, type DemoApp } from '../../support/demo-app.js';
import { LibraryApp } from '../../support/library-app/library-app.js';
import { CSV, lineOf, linesOf, NDJSON, recordsIn, type Item } from './exported.js';
import { resolveReferences } from '../../support/document/resolve-references.js';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
  await demo.tokenOf('admin');
});
afterAll(() => demo?.close());

const send = (path: string, accept: string, as: DemoAccount = 'admin') =>
  demo.client(as).with({ accept }).get<any>(path);
const csv = async (path: string) => (await send(path, CSV)).text;
const line = (...values: readonly unknown[]) => lineOf(csvCell, values);
/** Statements that read records: some are sent at the same time, and tokens are noted later. */
const readsOf = ({ statements }: { readonly statements: readonly string[] }) =>
  statements.filter((sql) => sql.startsWith('select')).sort();
const refusal = async (path: string, accept: string) => {
  const { status, body, headers } = await send(path, accept);
  return { status, type: headers['content-type'], errors: body.errors };
};

describe('A page in another format (C17.3)', () => {
  it.each([
    ['text/csv', 'csv'],
    ['TEXT/CSV', 'csv'],
    ['text/*', 'csv'],
    ['text/csv;header=absent', 'json'],
    ['application/x-ndjson', 'ndjson'],
    ['application/json;q=0.5, text/csv;q=0.8, application/x-ndjson;q=0.9', 'ndjson'],
    ['text/csv, */*', 'csv'],
    ['application/json, text/csv', 'json'],
    ['text/csv;q=0', 'json'],
    ['text/html, */*;q=0.8', 'json'],
    ['application/pdf', 'json'],
    ['csv', 'json'],
    ['', 'json'],
  ])('for Accept: %s is %s', async (accept, format) => {
    const { status, headers } = await send('/posts?perPage=20', accept);
    const [type] = String(headers['content-type']).split(';');
    const types: Record<string, string> = { csv: CSV, ndjson: NDJSON, json: 'application/json' };
    expect([status, type, headers.vary]).toEqual([
      200,
      types[format],
      'View-As, Accept, Accept-Encoding',
    ]);
    expect(headers['content-disposition']).toBe(
      format === 'json' ? undefined : `attachment; filename="posts.${format}"`,
    );
  });

  it('has the same records, links and statements as JSON', async () => {
    const path = '/posts?status=published&sort=title&perPage=5&page=2&fields[posts]=title,status';
    const [json, text] = [await send(path, 'application/json'), await send(path, CSV)];
    const { data } = json.body as { data: readonly Item[] };
    expect(text.headers.link).toBe(json.headers.link);
    expect(text.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(text.headers['content-length']).toBe(String(Buffer.byteLength(text.text)));
    expect(readsOf(text)).toEqual(readsOf(json));
    expect(linesOf(text.text)).toEqual([
      'id,title,status',
      ...data.map(({ id, attributes: { title } }) => line(id, title, 'published')),
    ]);
    expect(recordsIn((await send(path, NDJSON)).text)).toEqual(data);
  });

  it.each(['count=estimated&perPage=3', 'count=none&perPage=3', 'cursor=&perPage=3'])(
    'follows %s',
    async (query) => {
      const { body, headers } = await demo.get<any>(`/posts?${query}`);
      const exported = await send(`/posts?${query}`, NDJSON);
      expect(recordsIn(exported.text)).toEqual(body.data);
      expect(exported.headers.link).toBe(headers.link);
    },
  );

  it('names the columns of to-one relations with dots, and leaves cells empty where nothing is related', async () => {
    await demo.database.write('update users set company_id = null where id = 3');
    const path =
      '/posts?user_id=3,4&perPage=100&fields[posts]=title&include=user[name].company[name],image[path]';
    const [header, ...rows] = linesOf(await csv(path));
    expect(header).toBe(
      'id,title,user.id,user.name,user.company.id,user.company.name,image.id,image.path',
    );
    const { body } = await demo.get<any>(path);
    const expected = body.data.map(({ id, attributes, relationships: { user, image } }: any) => {
      const { company } = user.relationships;
      return line(
        ...[id, attributes.title, user.id, user.attributes.name],
        ...[company?.id, company?.attributes.name, image?.id, image?.attributes.path],
      );
    });
    expect(rows).toEqual(expected);
    expect(rows.some((row) => row.includes(',3,') && row.includes(',,'))).toBe(true);
  });

  it('has the records that the database writes as JSON, as lines too', async () => {
    const path = '/posts?perPage=10&include=user[name],comments&fields[posts]=title';
    const { body } = await demo.get<any>(path);
    expect(recordsIn((await send(path, NDJSON)).text)).toEqual(body.data);
  });

  it('writes dates, JSON and what callables return as text', async () => {
    const { body } = await demo.get<any>('/users/1?include=stats,headline');
    const { attributes, relationships } = body.data;
    const [header, row] = linesOf(await csv('/users?id=1&include=stats,headline'));
    expect(header!.split(',').slice(-2)).toEqual(['stats', 'headline']);
    expect(header).not.toContain('password');
    for (const value of [attributes.created_at, attributes.preferences, relationships.stats])
      expect(row).toContain(csvCell(JSON.stringify(value)));
  });

  it('covers relations, with their pivot values, and the log', async () => {
    const { body } = await demo.get<any>('/users/1/roles');
    const { text, headers } = await send('/users/1/roles', CSV);
    const [header, first] = linesOf(text);
    expect(header).toBe('id,name,created_at,updated_at,pivots.policy,pivots.active');
    const [{ id, attributes, pivots }] = body.data;
    const { name, created_at, updated_at } = attributes;
    expect(first).toBe(line(id, name, created_at, updated_at, pivots.policy, pivots.active));
    expect(headers['content-disposition']).toBe('attachment; filename="roles.csv"');
    expect(linesOf(await csv('/action_logs'))[0]).toMatch(/^id,user_id,name,actionable_type/);
  });

  it('refuses to-many relations in CSV, at any level, before anything is read', async () => {
    const message = (key: string, owner: string) =>
      `"${key}" of ${owner} has several records, which a line of CSV cannot contain. Leave it out, or use the header "Accept: application/x-ndjson".`;
    expect(await refusal('/posts?related=comments', CSV)).toEqual({
      status: 400,
      type: 'application/json; charset=utf-8',
      errors: { related: [message('comments', 'posts')] },
    });
    const deeper = await send('/posts?include=user.roles', CSV);
    expect(deeper.body.errors).toEqual({ include: [message('roles', 'users')] });
    expect(deeper.statements.filter((sql) => /from .?posts/.test(sql))).toEqual([]);
    const { body } = await demo.get<any>('/posts?include=comments');
    expect(recordsIn((await send('/posts?include=comments', NDJSON)).text)).toEqual(body.data);
  });

  it('has the errors of every list, in JSON', async () => {
    for (const accept of [CSV, NDJSON]) {
      const wrong = await refusal('/posts?nothing=1', accept);
      expect([wrong.status, wrong.type]).toEqual([400, 'application/json; charset=utf-8']);
      for (const path of ['/nothing', '/users/1/nothing', '/users/999999/posts'])
        expect((await refusal(path, accept)).status).toBe(404);
      expect((await demo.test.anonymous.with({ accept }).get('/posts')).status).toBe(401);
    }
  });

  it('is only a page: other responses stay JSON (C1.4)', async () => {
    for (const path of ['/posts/1', '/posts/filters', '/profile', '/_schema/posts']) {
      const { status, headers } = await send(path, CSV);
      expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
      expect(String(headers.vary)).not.toMatch(/Accept(?!-)/);
    }
  });

  it('is compressed (C17.5), and has the headers of HEAD (C1.4)', async () => {
    const headers = { ...(await demo.headers('admin')), accept: CSV };
    const url = '/api/posts?perPage=100';
    const whole = await demo.app.inject({ url, headers });
    const head = await demo.app.inject({ method: 'HEAD', url, headers });
    for (const name of ['content-type', 'content-length', 'content-disposition', 'vary', 'link'])
      expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
    expect(head.body).toBe('');
    const encoded = { ...headers, 'accept-encoding': 'gzip' };
    const zipped = await demo.app.inject({ url, headers: encoded });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.rawPayload.length).toBeLessThan(whole.rawPayload.length / 2);
  });

  it('gives way to an explanation of the read, which is JSON (C17.6)', async () => {
    const { body } = await demo
      .client('admin')
      .with({ accept: CSV, prefer: 'explain' })
      .get<any>('/posts?perPage=2');
    expect(body.data.records).toBe(2);
  });
});

describe('The formats (C17.1, C17.3)', () => {
  it('are named by the document and by _schema', async () => {
    const document = (await demo.app.inject('/docs/openapi.json')).json();
    for (const path of ['/api/posts', '/api/users/{id}/posts']) {
      const { content, headers } = resolveReferences(
        document,
        document.paths[path].get.responses['200'],
      );
      expect(Object.keys(content)).toEqual(['application/json', CSV, NDJSON]);
      expect(headers).toHaveProperty('Content-Disposition');
    }
    const parameters = resolveReferences(document, document.paths['/api/posts'].get.parameters);
    const size = parameters.find(({ name }: { readonly name: string }) => name === 'perPage');
    expect(size.schema.oneOf).toContainEqual({ const: 'all' });
    const { body } = await demo.get<any>('/_schema/posts');
    expect(body.data.formats).toEqual([CSV, NDJSON]);
  });

  it('may be read by pages of other origins, with the name of the file (C2.8)', async () => {
    const library = await LibraryApp.start({ options: { cors: ['https://app.example.com'] } });
    const headers = { origin: 'https://app.example.com', accept: CSV };
    const response = await library.get('writers', 'reader', headers);
    expect(response.headers['access-control-expose-headers']).toContain('Content-Disposition');
    expect(response.headers.vary).toBe('Origin, Accept');
    await library.stop();
  });

  it('are switched off by the option `exports`', async () => {
    const library = await LibraryApp.start({ options: { exports: false } });
    const { status, headers, body } = await library.get('writers', 'reader', { accept: CSV });
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect([headers.vary, body.data.length]).toEqual(['Accept-Encoding', 4]);
    expect((await library.get('writers?perPage=all', 'reader', { accept: CSV })).status).toBe(400);
    expect((await library.get('_schema/writers')).body.data.formats).toEqual([]);
    const document = await library.document();
    const { content } = resolveReferences(
      document,
      document.paths['/api/writers'].get.responses['200'],
    );
    expect(Object.keys(content)).toEqual(['application/json']);
    expect(JSON.stringify(document.components.parameters)).not.toContain('"all"');
    await library.stop();
  });
});
