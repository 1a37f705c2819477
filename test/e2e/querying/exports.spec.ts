import { once } from 'node:events';
import { get as request, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { RecordLoader } from '../../../src/execution/record-loader.js';
import { csvCell } from '../../../src/serialization/exports/csv-cell.js';
import { startDemo, type DemoAccount, type DemoApp } from '../../support/demo-app.js';
import { startNode } from '../../support/demo-node.js';
import { PayrollApp, type PayrollCaller } from '../../support/payroll-app/payroll-app.js';
import { VaultApp } from '../../support/vault-app/vault-app.js';

const CSV = 'text/csv';
const NDJSON = 'application/x-ndjson';

interface Item {
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

let demo: DemoApp;
/** The same service and data, with small responses. */
let narrow: NestFastifyApplication;
let token: string;

beforeAll(async () => {
  demo = await startDemo();
  token = await demo.tokenOf('admin');
  narrow = await startNode(demo, { limits: { responseBytes: 100_000 } });
  await demo.app.listen(0, '127.0.0.1');
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await narrow?.close();
  await demo?.close();
});

/**
 * The statements that read; some are sent at the same time, and the service writes in the
 * background.
 */
const readsOf = ({ statements }: { readonly statements: readonly string[] }) =>
  statements.filter((sql) => sql.startsWith('select')).sort();
const send = (path: string, accept: string, as: DemoAccount = 'admin') =>
  demo.client(as).with({ accept }).get<any>(path);
const csv = async (path: string, as?: DemoAccount) => (await send(path, CSV, as)).text;
const lines = (text: string) => text.split('\r\n').slice(0, -1);
const records = (text: string): readonly Item[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Item);
const refusal = async (path: string, accept: string) => {
  const { status, body, headers } = await send(path, accept);
  return { status, type: headers['content-type'], errors: body.errors };
};

/** The records of all pages of JSON, in their order. */
async function everyPage(path: string): Promise<readonly Item[]> {
  const found: Item[] = [];
  let next: string | null = `${path}perPage=100&cursor=`;
  while (next !== null) {
    const { body }: { body: any } = await demo.get(next);
    found.push(...body.data);
    next = body.links.next?.slice('/api'.length) ?? null;
  }
  return found;
}

describe('A page in another format (C17.3)', () => {
  it.each([
    ['text/csv', 'csv'],
    ['TEXT/CSV', 'csv'],
    ['text/*', 'csv'],
    ['application/x-ndjson', 'ndjson'],
    ['application/json;q=0.5, text/csv;q=0.8, application/x-ndjson;q=0.9', 'ndjson'],
    ['text/csv, */*', 'csv'],
    ['application/json, text/csv', 'json'],
    ['text/csv;q=0', 'json'],
    ['text/html, */*;q=0.8', 'json'],
    ['application/pdf', 'json'],
    ['', 'json'],
  ])('for Accept: %s is %s', async (accept, format) => {
    const { status, headers } = await send('/posts?perPage=1', accept);
    const type = String(headers['content-type']).split(';')[0];
    const types: Record<string, string> = { csv: CSV, ndjson: NDJSON, json: 'application/json' };
    const vary =
      format === 'json' ? 'Origin, View-As, Accept' : 'Origin, View-As, Accept, Accept-Encoding';
    expect([status, type, headers.vary]).toEqual([200, types[format], vary]);
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
    expect(readsOf(text)).toEqual(readsOf(json));
    expect(lines(text.text)).toEqual([
      'id,title,status',
      ...data.map(
        ({ id, attributes: { title } }) => `${id},${csvCell(JSON.stringify(title))},published`,
      ),
    ]);
    expect(records((await send(path, NDJSON)).text)).toEqual(data);
  });

  it('names the columns of to-one relations with dots, and leaves cells empty where nothing is related', async () => {
    await demo.database.write('update users set company_id = null where id = 3');
    const path =
      '/posts?user_id=3,4&perPage=100&fields[posts]=title&include=user[name].company[name],image[path]';
    const [header, ...rows] = lines(await csv(path));
    expect(header).toBe(
      'id,title,user.id,user.name,user.company.id,user.company.name,image.id,image.path',
    );
    const { body } = await demo.get<any>(path);
    expect(rows).toEqual(
      body.data.map(({ id, attributes, relationships: { user, image } }: any) =>
        [
          id,
          attributes.title,
          user.id,
          user.attributes.name,
          user.relationships.company?.id ?? null,
          user.relationships.company?.attributes.name ?? null,
          image?.id ?? null,
          image?.attributes.path ?? null,
        ]
          .map((value) => csvCell(JSON.stringify(value)))
          .join(','),
      ),
    );
    expect(rows.some((row) => row.includes(',3,') && row.includes(',,'))).toBe(true);
  });

  it('writes dates, JSON and what callables return as text', async () => {
    const { body } = await demo.get<any>('/users/1?include=stats,headline');
    const { attributes, relationships } = body.data;
    const [header, row] = lines(await csv('/users?id=1&include=stats,headline'));
    expect(header!.split(',').slice(-2)).toEqual(['stats', 'headline']);
    expect(header).not.toContain('password');
    for (const value of [attributes.created_at, attributes.preferences, relationships.stats])
      expect(row).toContain(csvCell(JSON.stringify(value)));
  });

  it('covers relations, with their pivot values, and the log', async () => {
    const { body } = await demo.get<any>('/users/1/roles');
    const [header, first] = lines(await csv('/users/1/roles'));
    expect(header).toBe('id,name,created_at,updated_at,pivots.policy,pivots.active');
    const [{ id, attributes, pivots }] = body.data;
    expect(first).toBe(
      [
        id,
        attributes.name,
        attributes.created_at,
        attributes.updated_at,
        pivots.policy,
        pivots.active,
      ].join(','),
    );
    const { headers } = await send('/users/1/roles', CSV);
    expect(headers['content-disposition']).toBe('attachment; filename="roles.csv"');
    expect(lines(await csv('/action_logs'))[0]).toMatch(/^id,user_id,name,actionable_type/);
  });

  it('refuses to-many relations in CSV, at any level', async () => {
    const message = (key: string, owner: string) =>
      `"${key}" of ${owner} has several records, which a line of CSV cannot contain. Leave it out, or use the header "Accept: application/x-ndjson".`;
    expect(await refusal('/posts?related=comments', CSV)).toEqual({
      status: 400,
      type: 'application/json; charset=utf-8',
      errors: { related: [message('comments', 'posts')] },
    });
    expect((await refusal('/posts?include=user.roles', CSV)).errors).toEqual({
      include: [message('roles', 'users')],
    });
    const { body } = await demo.get<any>('/posts?include=comments');
    expect(records((await send('/posts?include=comments', NDJSON)).text)).toEqual(body.data);
  });

  it('has the errors, in JSON, and the rights of every list', async () => {
    for (const accept of [CSV, NDJSON]) {
      expect((await refusal('/posts?nothing=1', accept)).status).toBe(400);
      expect((await refusal('/nothing', accept)).status).toBe(404);
      expect((await refusal('/users/1/nothing', accept)).status).toBe(404);
      expect((await demo.test.anonymous.with({ accept }).get('/posts')).status).toBe(401);
    }
    const seen = records((await send('/posts?perPage=all', NDJSON, 'reader')).text);
    const { body } = await demo.get<any>('/posts?perPage=1', 'reader');
    expect(seen.length).toBe(body.meta.total);
  });
});

describe('perPage=all (C17.3)', () => {
  it.each(['', 'sort=published_at&', 'sort=-status&', 'sort=user.name,title&', 'search=the&'])(
    'contains every record once, in the order of the list: %s',
    async (query) => {
      const { text, headers } = await send(`/posts?${query}perPage=all`, NDJSON);
      expect(records(text)).toEqual(await everyPage(`/posts?${query}`));
      expect(headers.link).toBeUndefined();
      expect(lines(await csv(`/posts?${query}fields[posts]=id&perPage=all`))).toEqual([
        'id',
        ...records(text).map(({ id }) => id),
      ]);
    },
  );

  it('covers relations', async () => {
    const text = await csv('/users/1/posts?perPage=all&fields[posts]=id');
    expect(lines(text).slice(1)).toEqual((await everyPage('/users/1/posts?')).map(({ id }) => id));
  });

  it('needs a few statements, each for many records', async () => {
    const { statements, text } = await send(
      '/posts?perPage=all&include=user[name]&fields[posts]=title',
      NDJSON,
    );
    expect(records(text).length).toBe(2_000);
    expect(statements.length).toBeLessThan(12);
  });

  it('lets other requests be served between its parts', async () => {
    let turn = 0;
    const nextTurn = () => {
      turn += 1;
      running = setImmediate(nextTurn);
    };
    let running = setImmediate(nextTurn);
    const turns: number[] = [];
    const page = RecordLoader.prototype.page;
    jest.spyOn(RecordLoader.prototype, 'page').mockImplementation(function (
      this: RecordLoader,
      ...of
    ) {
      turns.push(turn);
      return page.apply(this, of);
    });
    await csv('/posts?perPage=all');
    clearImmediate(running);
    expect(turns.length).toBeGreaterThan(2);
    const waits = turns.slice(1).map((at, index) => at - turns[index]!);
    expect(Math.min(...waits)).toBeGreaterThan(2);
  });

  it('of an empty list is a line of names, or nothing', async () => {
    expect(
      await csv('/posts?search=zzzzzz&perPage=all&fields[posts]=title&include=user[name]'),
    ).toBe('id,title,user.id,user.name\r\n');
    const { status, text } = await send('/posts?search=zzzzzz&perPage=all', NDJSON);
    expect([status, text]).toEqual([200, '']);
  });

  it('is refused as JSON, and with parameters of one page', async () => {
    expect((await refusal('/posts?perPage=all', '*/*')).errors).toEqual({
      perPage: [
        '"all" requires the header "Accept: text/csv" or "Accept: application/x-ndjson". Use a number for pages of JSON.',
      ],
    });
    for (const other of ['page=1', 'page[number]=2', 'cursor=', 'count=none']) {
      const { status, errors } = await refusal(`/posts?perPage=all&${other}`, CSV);
      const [name] = other.split('=');
      expect([status, errors.perPage]).toEqual([
        400,
        [`"perPage=all" and "${name}" cannot be combined; give only one of them.`],
      ]);
    }
    expect((await refusal('/posts?perPage=every', CSV)).status).toBe(400);
    const { isError } = await demo.tools('admin').call('posts-index-tool', { perPage: 'all' });
    expect(isError).toBe(true);
  });

  it('reads fewer records at once where they are large, and fails before the first byte if one alone is too large (C12)', async () => {
    const headers = { authorization: `Bearer ${token}`, accept: NDJSON };
    const url = '/api/posts?perPage=all&sort=title';
    const description = 'é"\n'.repeat(6_000);
    await demo.database.write('update posts set description = ? where id > 1980', [description]);
    const { statusCode, body } = await narrow.inject({ url, headers });
    expect([statusCode, records(body).length]).toEqual([200, 2_000]);
    await demo.database.write('update posts set description = ? where id = 2000', [
      description.repeat(8),
    ]);
    const first = await narrow.inject({ url: '/api/posts?perPage=all', headers });
    expect([first.statusCode, first.headers['content-type']]).toEqual([
      400,
      'application/json; charset=utf-8',
    ]);
    await demo.database.write("update posts set description = 'short' where id > 1980");
  });

  it('is compressed (C17.5), and HEAD reads the first chunk only (C1.4)', async () => {
    const url = '/api/posts?perPage=all';
    const headers = { authorization: `Bearer ${token}`, accept: CSV, 'accept-encoding': 'br' };
    const response = await demo.app.inject({ url, headers });
    expect(response.headers['content-encoding']).toBe('br');
    expect(response.headers.vary).toBe('Origin, View-As, Accept, Accept-Encoding');
    expect(brotliDecompressSync(response.rawPayload).toString()).toBe(
      await csv('/posts?perPage=all'),
    );
    const pages = jest.spyOn(RecordLoader.prototype, 'page');
    const head = await demo.app.inject({ method: 'HEAD', url, headers });
    expect([head.statusCode, head.headers['content-disposition'], head.body]).toEqual([
      200,
      'attachment; filename="posts.csv"',
      '',
    ]);
    expect(pages).toHaveBeenCalledTimes(1);
  });
});

describe('An export over a connection (C17.3)', () => {
  /** Requests all posts. Their second chunk is read by the function. */
  async function open(second: () => Promise<void>, encoding = 'identity') {
    const { page } = RecordLoader.prototype;
    const reads = jest.spyOn(RecordLoader.prototype, 'page');
    reads.mockImplementation(async function (this: RecordLoader, ...given) {
      if (reads.mock.calls.length === 2) await second();
      return page.apply(this, given);
    });
    const server = demo.app.getHttpServer();
    const connected = once(server, 'connection') as Promise<[Socket]>;
    const { port } = server.address() as AddressInfo;
    const call = request({
      port,
      path: '/api/posts?perPage=all',
      headers: { authorization: `Bearer ${token}`, accept: NDJSON, 'accept-encoding': encoding },
    });
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    return { response, reads, socket: (await connected)[0] };
  }

  it.each(['identity', 'br'])('breaks if reading fails in the middle: %s', async (encoding) => {
    let fail = (): void => undefined;
    const failing = new Promise<void>((go) => (fail = go));
    const read = async () => {
      await failing;
      throw new Error('The disk is gone.');
    };
    const { response } = await open(read, encoding);
    expect(response.statusCode).toBe(200);
    await once(response, 'data');
    fail();
    const [error] = (await once(response, 'error')) as [Error];
    expect(error.message).toBe('aborted');
    expect(response.complete).toBe(false);
  });

  it('stops reading when the client leaves', async () => {
    let proceed = (): void => undefined;
    const waiting = new Promise<void>((go) => (proceed = go));
    const { response, reads, socket } = await open(() => waiting);
    await once(response, 'data');
    const closed = once(socket, 'close');
    response.destroy();
    await closed;
    proceed();
    await Promise.allSettled(reads.mock.results.map(({ value }) => value as Promise<unknown>));
    for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next));
    expect(reads).toHaveBeenCalledTimes(2);
  });

  it('keeps no connection to the database for clients that left', async () => {
    const { port } = demo.app.getHttpServer().address() as AddressInfo;
    const headers = { authorization: `Bearer ${token}`, accept: NDJSON };
    // More than the pool has.
    for (let client = 0; client < 30; client++) {
      const call = request({ port, path: '/api/posts?perPage=all', headers }).end();
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      await once(response, 'data');
      response.destroy();
    }
    const responses = await Promise.all(
      Array.from({ length: 30 }, () => demo.get('/posts?page=2')),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array<number>(30).fill(200));
  });
});

describe('What the caller may not see (C4.4, C5.9)', () => {
  it('has no column for a hidden field, nor for a list that every response contains (C5.11)', async () => {
    const payroll = await PayrollApp.start();
    try {
      const get = async (caller: PayrollCaller, path: string) => {
        const headers = { ...payroll.headersOf(caller), accept: CSV };
        return (await payroll.app.inject({ url: `/api/${path}`, headers })).body;
      };
      const workers = 'workers?perPage=all';
      expect(await get('clerk', workers)).toBe('id,name,age,desk,team_id\r\n');
      expect(await get('accountant', workers)).toBe('id,name,age,salary,iban,desk,team_id\r\n');
      expect(await get('accountant', 'bonuses')).toBe('id,name\r\n');
      expect(await get('accountant', 'bonuses?include=badges')).toContain('several records');
      expect(await get('accountant', 'badges')).toBe('id,code,bonus_id,bonus.id,bonus.name\r\n');
      expect(await get('clerk', 'reviews')).toBe('id,text,worker_id,short,facts\r\n');
    } finally {
      await payroll.stop();
    }
  });

  it('leaves out the records that show refuses, past the row budget of a page', async () => {
    const vault = await VaultApp.start({ rowBudget: 50 });
    try {
      const count = 400;
      await vault.fill(
        Array.from({ length: count }, (_none, at) => ({ id: at + 1, secret: at > 0, grade: 1 })),
      );
      const { text } = await vault
        .client('reader')
        .with({ accept: NDJSON })
        .get('/notes?perPage=all');
      expect(records(text).map(({ id }) => id)).toEqual(['1']);
    } finally {
      await vault.stop();
    }
  });
});

describe('A cell (C17.3)', () => {
  it.each([
    [null, ''],
    ['', '""'],
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [-1.5, '-1.5'],
    ['-1.50', '-1.50'],
    ['+33', '+33'],
    ['-1e5', '-1e5'],
    ['+33 1', "'+33 1"],
    ['=1+1', "'=1+1"],
    ['-', "'-"],
    ['-1+cmd', "'-1+cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', `"'\rx"`],
    ['=HYPERLINK("a")', `"'=HYPERLINK(""a"")"`],
    [true, 'true'],
    [{ a: ['b'] }, '"{""a"":[""b""]}"'],
  ])('%j is written as %s', (value, cell) => {
    expect(csvCell(JSON.stringify(value))).toBe(cell);
  });
});
