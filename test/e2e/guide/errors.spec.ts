import { followSteps } from '../../support/pages/follow-steps.js';
import { PageApp } from '../../support/pages/page-app.js';
import { Page } from '../../support/pages/page.js';

const page = Page.guide('errors');
let guide: PageApp;

beforeAll(async () => {
  guide = await PageApp.start(page.files);
});
afterAll(() => guide?.close());

describe('docs/guide/errors.md', () => {
  it('shows requests', () => {
    const statuses = page.requests.map(({ request }) => request.status);
    expect(statuses).toEqual([409, 200, 422, 503, 402, 500]);
  });

  followSteps(page, page.requests, (step) => guide.follow(step));

  it('names the header that the response has', async () => {
    const unavailable = page.requests.find(({ request }) => request.status === 503)!;
    const { headers } = await guide.send(unavailable.request);
    expect(page.text).toContain(`the header \`Retry-After: ${String(headers['retry-after'])}\``);
  });

  it('describes the rows of the action log as they are', async () => {
    const { body } = await guide.client('admin').get<{
      data: { attributes: { name: string; status: string; exception: string } }[];
    }>('/action_logs?perPage=100');
    const rows = body.data.filter(({ attributes: { name } }) => name === 'book-seat');
    expect(rows.map(({ attributes: { status, exception } }) => [status, exception])).toEqual([
      ['failed', 'The printer of row C has no paper.'],
    ]);
  });
});
