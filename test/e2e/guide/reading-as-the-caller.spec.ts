import type { Type } from '@nestjs/common';
import { filesOf } from '../readme/readme-blocks.js';
import { WrittenFiles } from '../readme/written-files.js';
import { GuideApp } from './guide-app.js';
import { GuidePage } from './guide-page.js';

const page = new GuidePage('docs/guide/reading-as-the-caller.md');
const written = new WrittenFiles(filesOf(page.text));
let guide: GuideApp;

beforeAll(async () => {
  const { SpotlightModule } = await written.load<{ SpotlightModule: Type }>(
    'demo/resources/spotlights/spotlight.module.ts',
  );
  guide = await GuideApp.start(SpotlightModule);
});
afterAll(async () => {
  await guide?.close();
  written.dispose();
});

/** What a request returns as JSON. */
async function get(path: string, account: 'admin' | 'reader'): Promise<any> {
  const request = { method: 'GET', path, account, status: 200, response: null } as const;
  return JSON.parse((await guide.send(request)).response);
}

const postsOf = async (user: number, account: 'admin' | 'reader'): Promise<number> =>
  (await get(`/posts?user_id=${user}&perPage=1`, account)).meta.total;

describe('docs/guide/reading-as-the-caller.md', () => {
  const bodies: string[] = [];
  afterAll(() => page.updatePage(bodies));

  it('shows requests that this file reads', () => {
    expect(page.requests).toHaveLength(page.fences);
    expect(page.requests).toHaveLength(4);
  });

  it.each(page.requests)('shows the response to $method $path of $account', async (shown) => {
    const { status, response } = await guide.send(shown);
    bodies.push(response);
    expect(status).toBe(shown.status);
    if (process.env.UPDATE_DOCS !== '1') expect(response).toBe(shown.response);
  });

  it('shows a reader fewer posts than an admin', async () => {
    expect(await postsOf(3, 'reader')).toBeLessThan(await postsOf(3, 'admin'));
  });

  it.each(['admin', 'reader'] as const)('contains code that counts as %s does', async (account) => {
    const posts = await postsOf(3, account);
    const { data } = await get('/spotlights/3?include=post_count', account);
    expect(data.relationships.post_count).toBe(posts);
    const latest = [expect.any(String), expect.any(String)];
    expect(await guide.callTool('describe-author', account, { user_id: 3 })).toEqual({
      posts,
      latest,
    });
  });

  it.each([
    ['admin', ['3', '2', '1']],
    ['reader', ['3', '1']],
  ] as const)('contains a scope that shows the %s the spotlights %j', async (account, keys) => {
    const { data } = await get('/spotlights', account);
    expect(data.map(({ id }: { id: string }) => id)).toEqual(keys);
  });

  it('contains a filter in SQL that binds its value', async () => {
    const found = async (value: string) => {
      const filters = encodeURIComponent(JSON.stringify([{ key: 'title-is', value }]));
      return (await get(`/spotlights?filters=${filters}`, 'admin')).meta.total;
    };
    expect(await found('a DRAFT')).toBe(1);
    expect(await found("' or 1 = 1 or '' = '")).toBe(0);
  });
});
