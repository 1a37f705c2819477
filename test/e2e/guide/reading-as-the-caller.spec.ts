import { followSteps } from '../../support/pages/follow-steps.js';
import { PageApp } from '../../support/pages/page-app.js';
import { Page } from '../../support/pages/page.js';

const page = Page.guide('reading-as-the-caller');
let guide: PageApp;

beforeAll(async () => {
  guide = await PageApp.start(page.files);
});
afterAll(() => guide?.close());

/** What a request returns as JSON. */
const get = async (path: string, account: 'admin' | 'reader'): Promise<any> =>
  (await guide.client(account).get(path)).body;

const postsOf = async (user: number, account: 'admin' | 'reader'): Promise<number> =>
  (await get(`/posts?user_id=${user}&perPage=1`, account)).meta.total;

describe('docs/guide/reading-as-the-caller.md', () => {
  it('shows requests', () => {
    expect(page.requests).toHaveLength(4);
  });

  followSteps(page, page.requests, (step) => guide.follow(step));

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
