import { readFileSync } from 'node:fs';
import type * as PageSize from '../../../src/registry/resources/page-size.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { Agent } from '../tools/agent.js';

const OTHER = 7;
jest.mock('../../../src/registry/resources/page-size.js', () => ({ DEFAULT_PAGE_SIZE: 7 }));
const { DEFAULT_PAGE_SIZE } = jest.requireActual<typeof PageSize>(
  '../../../src/registry/resources/page-size.js',
);

/** Numbers that are stated as a default. */
const stated = (text: string): readonly string[] => [
  ...new Set(
    [
      ...text.matchAll(
        /(?<!Page )\b(\d+) (?:if it is left out|unless the resource)|Records per page\. Default: (\d+)/g,
      ),
    ].map(([, first, second]) => first ?? second!),
  ),
];

describe('Another default page size (issue 18, 8)', () => {
  let demo: DemoApp;

  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo.close());

  it('applies to pages and relations (C5.4)', async () => {
    const { body } = await demo.get<{ meta: { per_page: number }; data: unknown[] }>('/roles');
    expect([body.meta.per_page, body.data.length]).toEqual([OTHER, OTHER]);
    const { body: users } = await demo.get<{ data: { relationships: { posts: unknown[] } }[] }>(
      '/users?include=posts',
    );
    const counts = users.data.map(({ relationships }) => relationships.posts.length);
    expect(Math.max(...counts)).toBe(OTHER);
  });

  it('is stated in the OpenAPI document and the tools', async () => {
    const document = (await demo.app.inject('/docs/openapi.json')).body;
    const tools = JSON.stringify(await new Agent(demo, 'admin').tools());
    expect([stated(document), stated(tools)]).toEqual([['7'], ['7']]);
  });

  it('is stated in the README', () => {
    const [, size] = /The default page size is (\d+)/.exec(readFileSync('README.md', 'utf8')) ?? [];
    expect(Number(size)).toBe(DEFAULT_PAGE_SIZE);
  });
});
