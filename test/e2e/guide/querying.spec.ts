import { followSteps } from '../../support/pages/follow-steps.js';
import { PageApp } from '../../support/pages/page-app.js';
import { Page } from '../../support/pages/page.js';

const page = Page.guide('querying');
const { queries } = page;

let guide: PageApp;

beforeAll(async () => {
  guide = await PageApp.start(new Map());
});
afterAll(() => guide?.close());

/** Without what an explanation contains of the database and of time. */
const withoutDatabase = (text: string): string =>
  text
    .replace(/"(sql|estimated_rows)": .+/g, '"$1": …')
    .replace(/"(parameters|steps)": \[[^\]]*\]/g, '"$1": …')
    .replace(/(?<="(?:milliseconds|parse|authorize|plan|execute|ask|serialize)": )[\d.]+/g, '…');

/** As a client sends it: what a page shows is not escaped. */
const escaped = (path: string): string => encodeURI(path).replaceAll('%25', '%');

describe('docs/guide/querying.md', () => {
  followSteps(
    page,
    page.requests,
    ({ request }) => guide.send({ ...request, path: escaped(request.path) }),
    { comparable: withoutDatabase },
  );

  it('shows a response to each request, and queries that this file reads', () => {
    expect(page.requests.every(({ output }) => output !== null)).toBe(true);
    expect(queries.length).toBeGreaterThan(30);
    expect(queries).toHaveLength(
      page.text.split('\n').filter((line) => line.includes(' | `/api/')).length,
    );
  });

  it.each(queries)('contains a query that finds records: %s', async (path) => {
    const { status, body } = await guide
      .client('admin')
      .get<{ data?: readonly unknown[] | object }>(escaped(path));
    expect({ path, status }).toEqual({ path, status: 200 });
    if (Array.isArray(body.data) && !path.includes('Proofs'))
      expect(body.data.length).toBeGreaterThan(0);
  });
});
