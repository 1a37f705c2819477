import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { startDemo, type DemoApp } from '../../../support/demo-app.js';
import { startNode } from '../../../support/demo-node.js';

const MOST = 200_000;
const BOTH = ['relatablePerPage', 'perPage'];

/** Characters of one to six bytes each as JSON. */
const awkward = 'a"é\\😀\u0001\n</x>'.repeat(250);
const preferences = JSON.stringify({ theme: 'é"x'.repeat(12_000) });

let demo: DemoApp;
/** The same service and data, with small responses. */
let narrow: NestFastifyApplication;
let token: string;

beforeAll(async () => {
  demo = await startDemo();
  narrow = await startNode(demo, { limits: { responseBytes: MOST } });
  token = await demo.tokenOf('admin');
  await demo.database.write('update posts set description = ? where id <= 600 or user_id < 10', [
    awkward,
  ]);
  await demo.database.write('update users set preferences = ? where id in (1, 2, 3, 4)', [
    preferences,
  ]);
});
afterAll(async () => {
  await narrow?.close();
  await demo?.close();
});

interface Response {
  readonly status: number;
  readonly text: string;
  readonly errors: Readonly<Record<string, readonly string[]>> | undefined;
}

async function send(
  method: 'GET' | 'PATCH' | 'POST',
  url: string,
  body?: object,
  app: NestFastifyApplication = narrow,
): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await app.inject({
    method,
    url: `/api${url}`,
    headers,
    ...(body && { payload: body }),
  });
  const { errors } = response.json<Pick<Response, 'errors'>>();
  return { status: response.statusCode, text: response.body, errors };
}
const get = (url: string) => send('GET', url);

/** The parameters of numbers that an error names. */
function namedIn({ errors }: Response): readonly string[] {
  const [, ways] = / Ask for (.+)\.$/.exec(errors!.include![0]!)!;
  return ['relatablePerPage', 'perPage'].filter((name) => ways!.split(/\W+/).includes(name));
}

/** The query with the lowest value of these parameters. */
function withLowest(url: string, names: readonly string[]): string {
  const [path, query] = url.split('?') as [string, string];
  const parameters = new URLSearchParams(query);
  for (const name of names) parameters.set(name, '1');
  return `${path}?${parameters.toString()}`;
}

describe('The byte budget (C12)', () => {
  it('rejects a response that would be larger, with the numbers and what lowers them', async () => {
    const response = await get('/posts?perPage=100&sort=id');
    expect(response.status).toBe(400);
    expect(response.errors).toEqual({
      include: [
        expect.stringMatching(
          /^The records would take \d{6,} bytes; a response can contain at most 200000\. Ask for a lower perPage, or fewer fields\.$/,
        ),
      ],
    });
  });

  it.each([
    ['/posts?perPage=100&sort=id', ['perPage']],
    ['/posts?perPage=50&sort=id&cursor=', ['perPage']],
    ['/posts?perPage=100&sort=id&status=published,draft&count=none', ['perPage']],
    ['/posts?perPage=40&sort=id&include=user,comments&relatablePerPage=20', BOTH],
    ['/users?perPage=20&sort=id&include=posts.comments.author,roles&relatablePerPage=10', BOTH],
    ['/users/1?include=posts.user&relatablePerPage=100', ['relatablePerPage']],
    ['/users/1/posts?perPage=100&include=user', ['perPage']],
    ['/profile?include=posts&relatablePerPage=100', ['relatablePerPage']],
  ])('names the parameters that lower it: %s', async (url, names) => {
    const refused = await get(url);
    expect([refused.status, namedIn(refused)]).toEqual([400, names]);
    expect((await get(withLowest(url, names))).status).toBe(200);
  });

  it('counts the response to within a few bytes', async () => {
    const url = '/users?perPage=3&sort=id&include=posts,roles,phone&relatablePerPage=20';
    const { text } = await send('GET', url, undefined, demo.app);
    const records = JSON.stringify((JSON.parse(text) as { data: unknown }).data);
    const bytes = Buffer.byteLength(records);
    const [large, small] = await Promise.all([
      startNode(demo, { limits: { responseBytes: Math.ceil(bytes * 1.02) } }),
      startNode(demo, { limits: { responseBytes: bytes - 10 } }),
    ]);
    try {
      expect((await send('GET', url, undefined, large)).status).toBe(200);
      expect((await send('GET', url, undefined, small)).status).toBe(400);
    } finally {
      await Promise.all([large.close(), small.close()]);
    }
  });

  it('counts a shared record as often as the response contains it', async () => {
    const one = await get('/posts?perPage=1&user_id=1&include=user');
    expect(one.status).toBe(200);
    expect((await get('/posts?perPage=20&user_id=1&fields[posts]=title&include=user')).status).toBe(
      400,
    );
    expect(
      (await get('/posts?perPage=20&user_id=1&fields[posts]=title&include=user[name]')).status,
    ).toBe(200);
  });

  it('rolls a write back whose response would be larger', async () => {
    const before = (await demo.get<{ data: { attributes: { title: string } } }>('/posts/5')).body
      .data.attributes.title;
    await demo.send('/posts/5', { method: 'PATCH', body: { user_id: 1 } });
    const url = '/posts/5?include=user.posts&relatablePerPage=100';
    const refused = await send('PATCH', url, { title: 'Written anew' });
    expect([refused.status, namedIn(refused)]).toEqual([400, ['relatablePerPage']]);
    expect((await demo.get<typeof refused>('/posts/5')).body).toMatchObject({
      data: { attributes: { title: before } },
    });

    const lower = withLowest(url, ['relatablePerPage']);
    expect((await send('PATCH', lower, { title: before })).status).toBe(200);
  });

  it('rolls a store back whose response would be larger', async () => {
    const count = async () =>
      (await demo.get<{ meta: { total: number } }>('/posts')).body.meta.total;
    const before = await count();
    const body = { title: 'New', status: 'draft', user_id: 1 };
    const url = '/posts?include=user.posts&relatablePerPage=100';
    const refused = await send('POST', url, body);
    expect([refused.status, await count()]).toEqual([400, before]);
    expect((await send('POST', withLowest(url, ['relatablePerPage']), body)).status).toBe(201);
  });

  it('rejects a call of a tool in the same way', async () => {
    const url = '/posts?perPage=100&sort=id&include=user.posts.user&relatablePerPage=5';
    const { errors } = await get(url);
    const args = { perPage: 100, sort: 'id', include: 'user.posts.user', relatablePerPage: 5 };
    const response = await narrow.inject({
      method: 'POST',
      url: '/mcp',
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      payload: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'posts-index-tool', arguments: args },
      },
    });
    expect(response.body).toContain(errors!.include![0]!.slice(0, 60));
  });

  it('leaves the connection usable after a result that is far too long', async () => {
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => get('/posts?perPage=100&sort=id')),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 400));
    expect((await get('/posts?perPage=5&sort=id')).status).toBe(200);
    expect(demo.database.load.waiting).toBe(0);
  });
});
