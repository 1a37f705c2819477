import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startDemo, type DemoAccount, type DemoApp } from '../../support/demo-app.js';

interface Mark {
  readonly path: string;
  readonly shown: number;
  readonly total: number | null;
  readonly next: { readonly tool: string; readonly arguments: Record<string, unknown> } | null;
}
interface Listed {
  readonly id: string;
  readonly attributes: Record<string, string>;
  readonly relationships: Record<string, readonly Listed[]>;
}
interface Body {
  readonly data: readonly Listed[];
  readonly shortened?: readonly Mark[];
}

let demo: DemoApp;
let client: Client;
beforeAll(async () => {
  demo = await startDemo();
  await demo.app.listen(0, '127.0.0.1');
  client = await connect('admin');
});
afterAll(async () => {
  await client?.close();
  await demo?.close();
});

async function connect(account: DemoAccount): Promise<Client> {
  const own = new Client(
    { name: 'probe', version: '1' },
    { versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const headers = { Authorization: `Bearer ${await demo.tokenOf(account)}` };
  const address = new URL('/mcp', await demo.app.getUrl());
  await own.connect(new StreamableHTTPClientTransport(address, { requestInit: { headers } }));
  return own;
}

async function call<Result = Body>(tool: string, args: Record<string, unknown>): Promise<Result> {
  const { structuredContent, isError, content } = await client.callTool({
    name: tool,
    arguments: args,
  });
  expect([isError, structuredContent]).toEqual([undefined, expect.any(Object)]);
  const [text] = content as { text: string }[];
  expect(text!.text).toBe(JSON.stringify(structuredContent));
  expect(text!.text.length).toBeLessThanOrEqual(40_000);
  return structuredContent as Result;
}

/** The value at a path of dots. */
const at = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inside, key) => (inside as Record<string, unknown>)[key], value);

/** The paths of all lists and strings that the shorter value does not contain in full. */
function* lacking(whole: unknown, left: unknown, path: string): Iterable<string> {
  if (whole === left) return;
  const isCut = Array.isArray(whole)
    ? whole.length !== (left as unknown[]).length
    : typeof whole !== 'object';
  if (isCut) yield path;
  if (typeof left !== 'object' || left === null) return;
  for (const [key, inside] of Object.entries(left))
    if (path !== '' || (key !== 'shortened' && key !== 'links'))
      yield* lacking(
        (whole as Record<string, unknown>)[key],
        inside,
        path === '' ? key : `${path}.${key}`,
      );
}

describe('A result that is too long', () => {
  const asked = { include: 'posts', perPage: 50, relatablePerPage: 100 };

  it('marks each list that it cuts, with the full length, and nothing else (C16.4)', async () => {
    const whole = (
      await demo.get<Body>('/users?include=posts&perPage=50&relatablePerPage=100', 'admin')
    ).body;
    const left = await call('users-index-tool', asked);
    expect(left.data).toHaveLength(50);
    expect(left.shortened!.map(({ path }) => path)).toEqual([...lacking(whole, left, '')]);
    expect(left.shortened!.length).toBeGreaterThan(5);
    for (const { path, shown, total } of left.shortened!) {
      const there = (at(whole, path) as unknown[]).length;
      expect([path, at(left, path)]).toEqual([
        path,
        (at(whole, path) as unknown[]).slice(0, shown),
      ]);
      expect([path, total]).toEqual([path, there < 100 ? there : null]);
    }
  });

  it('lets users be ranked by their related records, as without a limit (C16.4)', async () => {
    const whole = (
      await demo.get<Body>('/users?include=posts&perPage=50&relatablePerPage=100', 'admin')
    ).body;
    const left = await call('users-index-tool', asked);
    const totals = new Map(left.shortened!.map(({ path, total }) => [path, total]));
    const ranked = (body: Body, count: (record: Listed, path: string) => number) =>
      body.data
        .map(
          (record, index) =>
            [record.id, count(record, `data.${index}.relationships.posts`)] as const,
        )
        .sort(([one, first], [other, second]) => second - first || Number(one) - Number(other));
    const known = (body: Body) =>
      ranked(body, (record, path) => totals.get(path) ?? record.relationships.posts!.length);
    expect(known(left)).toEqual(ranked(whole, (record) => record.relationships.posts!.length));
  });

  it('names the call that returns the keys of all related records (C16.4)', async () => {
    const { shortened } = await call('users-index-tool', asked);
    const { next, total } = shortened!.find((mark) => mark.total !== null)!;
    expect(next).toEqual({
      tool: 'users-show-tool',
      arguments: { id: expect.any(String), include: 'posts[id]', relatablePerPage: 100 },
    });
    const { data, shortened: again } = await call<{ data: Listed; shortened?: unknown }>(
      next!.tool,
      next!.arguments,
    );
    expect([data.id, data.relationships.posts!.length, again]).toEqual([
      next!.arguments.id,
      total,
      undefined,
    ]);
  });

  it('keeps the order and the filter of an included list in that call (C16.4)', async () => {
    const sort = { posts: 'title' };
    const filter = { posts: { status: 'published' } };
    const { shortened } = await call('users-index-tool', { ...asked, sort, filter });
    const { next, total } = shortened!.find((mark) => mark.total !== null)!;
    expect(next!.arguments).toMatchObject({ include: 'posts[id]', sort, filter });
    const { data } = await call<{ data: Listed }>(next!.tool, next!.arguments);
    expect(data.relationships.posts).toHaveLength(total!);
  });

  it('does not present a list that fills its page as complete (C16.4)', async () => {
    const { shortened } = await call('users-index-tool', { ...asked, relatablePerPage: 8 });
    const totals = shortened!.map(({ total }) => total);
    expect(totals).toContain(null);
    expect(totals.filter((total) => total !== null && total >= 8)).toEqual([]);
  });

  it.each([
    { perPage: 100 },
    { perPage: 97, page: 3, sort: 'title' },
    { perPage: 100, include: 'comments', relatablePerPage: 20 },
  ])('names the next page, so that no record is missed: %j (C16.4)', async (args) => {
    const query = new URLSearchParams(
      Object.fromEntries(Object.entries(args).map(([name, value]) => [name, String(value)])),
    );
    const whole = (await demo.get<Body>(`/posts?${query.toString()}`, 'admin')).body.data.map(
      ({ id }) => id,
    );
    const seen: string[] = [];
    let wanted: Mark['next'] = { tool: 'posts-index-tool', arguments: args };
    while (wanted && !whole.every((id) => seen.includes(id))) {
      const body: Body = await call(wanted.tool, wanted.arguments);
      const ids = body.data.map(({ id }) => id);
      seen.push(...ids.filter((id) => !seen.includes(id)));
      const cut = body.shortened?.find(({ path }) => path === 'data');
      expect(
        cut === undefined ||
          [cut.shown, cut.total].join() === [ids.length, wanted.arguments.perPage].join(),
      ).toBe(true);
      const page: number = Number(wanted.arguments.page ?? 1) + 1;
      wanted = cut ? cut.next : { tool: wanted.tool, arguments: { ...wanted.arguments, page } };
    }
    expect(seen.slice(0, whole.length)).toEqual(whole);
  });

  it('continues a page by its cursor, with as many records as fit (C16.4)', async () => {
    const { data, shortened } = await call('posts-index-tool', { cursor: '', perPage: 100 });
    const [{ path, shown, total, next }] = shortened as [Mark];
    expect([path, shown, total]).toEqual(['data', data.length, 100]);
    const again = await call(next!.tool, next!.arguments);
    expect(again.data).toEqual(data);
    expect(again).toMatchObject({ links: { next: expect.stringContaining('cursor=') } });
    expect(again.shortened).toBeUndefined();
  });

  it('names no call if the caller has no tool for it (C16.4)', async () => {
    const { shortened } = await call('posts-index-tool', { include: 'logs', perPage: 100 });
    expect(shortened!.length).toBeGreaterThan(0);
    const names = new Set((await client.listTools()).tools.map(({ name }) => name));
    for (const { next } of shortened!) expect(next === null || names.has(next.tool)).toBe(true);
  });

  it('contains a message of its own about it, too (C16.4)', async () => {
    const { content } = await client.callTool({ name: 'users-index-tool', arguments: asked });
    const texts = (content as { text: string }[]).map(({ text }) => text);
    expect(texts).toHaveLength(3);
    expect(texts[2]).toMatch(
      /relationships\.posts shows at most \d+ of up to \d+ entries.*"shortened".*"relatablePerPage"/,
    );
  });
});

describe('A result that fits', () => {
  it('has no member "shortened" (C16.4)', async () => {
    const body = await call('users-index-tool', {
      perPage: 3,
      include: 'posts',
      relatablePerPage: 2,
    });
    expect(Object.keys(body).sort()).toEqual(['data', 'links', 'meta']);
  });
});
