import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { printJson } from '../../unit/docs/generated-blocks.js';
import { queriesOf } from '../readme/readme-blocks.js';
import { GuidePage } from './guide-page.js';

const page = new GuidePage('docs/guide/querying.md');
const queries = queriesOf(page.text);

let demo: DemoApp;

beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

/** Formats a response without the flags and the other metadata of records. */
function printed(body: unknown): string {
  const withoutFlags = (key: string, value: unknown): unknown => {
    if (
      key !== 'meta' ||
      typeof value !== 'object' ||
      value === null ||
      !('authorizedToShow' in value)
    )
      return value;
    return 'more' in value ? { more: value.more } : undefined;
  };
  return printJson(JSON.parse(JSON.stringify(body, withoutFlags)));
}

const get = (path: string) =>
  demo.get<{ data?: readonly unknown[] | object }>(encodeURI(path).replaceAll('%25', '%'));

describe('docs/guide/querying.md', () => {
  it('shows the response to each request', async () => {
    const bodies: string[] = [];
    for (const { path } of page.requests) bodies.push(printed((await get(path)).body));
    page.updatePage(bodies);
    expect(page.requests.map(({ response }) => response)).toEqual(
      process.env.UPDATE_DOCS === '1' ? expect.anything() : bodies,
    );
  });

  it('has no request that this file misses', () => {
    expect(page.requests).toHaveLength(page.fences);
    expect(page.requests.every(({ response }) => response !== null)).toBe(true);
    expect(queries.length).toBeGreaterThan(30);
    expect(queries).toHaveLength(
      page.text.split('\n').filter((line) => line.includes(' | `/api/')).length,
    );
  });

  it.each(queries)('contains a query that finds records: %s', async (path) => {
    const { status, body } = await get(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    if (Array.isArray(body.data) && !path.includes('Proofs'))
      expect(body.data.length).toBeGreaterThan(0);
  });
});
