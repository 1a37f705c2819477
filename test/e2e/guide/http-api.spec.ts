import { followSteps } from '../../support/pages/follow-steps.js';
import { PageApp } from '../../support/pages/page-app.js';
import { Page } from '../../support/pages/page.js';
import { printJson } from '../../support/pages/print-response.js';

const page = new Page('docs/reference/http-api.md');
const [login, attach, bulk] = page.requests;
const queries = page.code('text').filter((code) => code.startsWith('/api/'));

let guide: PageApp;

beforeAll(async () => {
  guide = await PageApp.start(new Map(), {
    print: (body) =>
      printJson(JSON.parse(JSON.stringify(body).replace(/(?<="access_token":")[^"]+/, '<token>'))),
  });
});
afterAll(() => guide?.close());

describe(page.path, () => {
  it('shows three requests and three queries', () => {
    expect([page.requests.length, queries.length]).toEqual([3, 3]);
  });

  it('shows a request and a response of the guide to changing relations', () => {
    const { requests } = Page.guide('changing-relations');
    const same = requests.find(({ request }) => request.path === attach!.request.path)!;
    expect(attach!.request).toEqual(same.request);
    expect(attach!.output!.code).toBe(same.output!.code);
  });

  followSteps(page, [login!, bulk!], (step) => guide.follow(step));

  it.each(queries)('shows a query that works: %s', async (query) => {
    const path = encodeURI(query.replace(/^\/api/, ''));
    expect(await guide.client('admin').get(path)).toMatchObject({ status: 200 });
  });
});
