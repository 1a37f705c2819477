import { startDemo, type DemoAccount, type DemoApp } from '../../../support/demo-app.js';
import type { LibraryApp } from '../../../support/library-app/library-app.js';
import { sampleKeys, sampleRefusal, startSamples } from '../../../support/library-app/samples.js';
import { resolveReferences } from '../../../support/document/resolve-references.js';

const GHOST = '00000000-0000-4000-8000-000000000000';

let samples: LibraryApp;
let demo: DemoApp;

beforeAll(async () => {
  samples = await startSamples([
    { id: 1, parent_id: 2 },
    { id: 2 },
    { id: 3, parent_id: 2 },
    { id: 4, parent_id: 2, hidden: true },
  ]);
  demo = await startDemo();
});
afterAll(async () => {
  await samples?.stop();
  await demo?.close();
});

interface Listed {
  readonly data: readonly { readonly id: string }[];
}
async function keysOf(path: string, as: DemoAccount = 'reader'): Promise<readonly string[]> {
  const { status, body } = await demo.get<Listed>(path, as);
  expect([path, status]).toEqual([path, 200]);
  return body.data.map(({ id }) => id);
}

describe('Matches of id, without a declaration (C17.2)', () => {
  it.each([
    ['id=2', [2]],
    ['id=1,2,2,99', [2, 1]],
    ['id=3,%201', [3, 1]],
    ['id=4', []],
    ['-id=1,2', [3]],
    ['filter[id]=1,3', [3, 1]],
    ['filter[id][in]=1,2,4', [2, 1]],
    ['filter[id][nin]=1,2', [3]],
    ['filter[id][gt]=1&sort=id', [2, 3]],
    ['id=1,2&count=none&cursor=', [2, 1]],
  ])('find by %s the visible records %j', async (query, keys) => {
    expect(await sampleKeys(samples, query)).toEqual(keys);
  });

  it.each([
    ['id=', 'id', 'Expected a value at position 0, found nothing.'],
    ['id=1,x', 'id', 'Expected a whole number or "null" at position 2, found "x".'],
    ['id=01', 'id', 'Expected a whole number or "null" at position 0, found "01".'],
    [
      'id=1&filter[id]=2',
      'filter[id]',
      '"filter[id]" is the same condition as "id"; give only one of them.',
    ],
  ])('reject %s (C5.2)', async (query, parameter, message) => {
    expect(await sampleRefusal(samples, query)).toEqual([parameter, message]);
  });

  it.each(['id', '-id', 'filter[id][in]', 'filter[id][nin]'])(
    'list at most 1,000 keys in %s (C12)',
    async (parameter) => {
      const keys = (count: number) => Array.from({ length: count }, (_none, at) => at + 1).join();
      const { status } = await samples.get(`samples?${parameter}=${keys(1_000)}`);
      expect(status).toBe(200);
      expect(await sampleRefusal(samples, `${parameter}=${keys(1_001)}`)).toEqual([
        parameter,
        'There are 1001 keys; a request can list at most 1000.',
      ]);
    },
  );

  it('narrow the page of a relation and an included collection (C5.1)', async () => {
    const related = await samples.get<Listed>('samples/2/children?id=2,3,4');
    expect(related.body.data.map(({ id }) => id)).toEqual(['3']);
    const { body } = await samples.get<{
      data: readonly { relationships: { children: Listed['data'] } }[];
    }>('samples?id=2&include=children&filter[children][id]=1');
    expect(body.data[0]!.relationships.children.map(({ id }) => id)).toEqual(['1']);
  });

  it('take keys of every type (C1.3)', async () => {
    const [first, second, third] = await keysOf('/companies?sort=id');
    expect(await keysOf(`/companies?id=${third},${GHOST},${first}&sort=id`)).toEqual([
      first,
      third,
    ]);
    expect(await keysOf(`/companies?id=${second}`)).toEqual([second]);
    expect((await demo.get('/companies?id=1')).status).toBe(400);
    const [tag] = await keysOf('/tags?sort=id');
    expect(await keysOf(`/tags?id=${tag},ghost`)).toEqual([tag]);
  });

  it('find a hidden record as little as one that does not exist (C5.9)', async () => {
    const seen = new Set(await keysOf('/posts?perPage=100'));
    const hidden = (await keysOf('/posts?perPage=100', 'admin')).filter((key) => !seen.has(key));
    expect(hidden.length).toBeGreaterThan(0);
    const list = async (keys: string) => (await demo.get(`/posts?id=${keys}`, 'reader')).body;
    const rename = (page: unknown, from: string) => JSON.stringify(page).replaceAll(from, 'KEYS');
    expect(rename(await list(hidden.join()), hidden.join())).toBe(
      rename(await list('999998,999999'), '999998,999999'),
    );
  });

  it('are listed with their type (C5.7)', async () => {
    const matchesOf = async (key: string) =>
      (await demo.get<{ data: { matches: object[] } }>(`/${key}/filters`)).body.data.matches[0];
    expect(await matchesOf('posts')).toEqual({ key: 'id', type: 'number' });
    expect(await matchesOf('companies')).toEqual({ key: 'id', type: 'text' });
  });

  it('are described in the OpenAPI document', async () => {
    const document = (await demo.app.inject('/docs/openapi.json')).json();
    const parametersOf = (path: string) =>
      resolveReferences(document, document.paths[path].get.parameters);
    expect(parametersOf('/api/posts')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          ...{ name: 'id', in: 'query', schema: { type: 'string' } },
          description: expect.stringContaining('`-id`'),
        }),
        expect.objectContaining({ name: 'filter[id]', style: 'deepObject' }),
      ]),
    );
    expect(parametersOf('/api/users')).toContainEqual(
      expect.objectContaining({ name: 'filter[posts][id]' }),
    );
  });

  it('are arguments of the index tool (C11.2)', async () => {
    const { structuredContent } = await demo.tools('reader').call('posts-index-tool', {
      id: '1,2',
      fields: 'title',
    });
    const { body } = await demo.get('/posts?id=1,2&fields[posts]=title', 'reader');
    expect(structuredContent).toEqual(body);
  });
});
