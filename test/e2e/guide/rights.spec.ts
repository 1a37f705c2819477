import { followSteps } from '../../support/pages/follow-steps.js';
import { PageApp } from '../../support/pages/page-app.js';
import { Page } from '../../support/pages/page.js';

const page = Page.guide('rights');

let guide: PageApp;

beforeAll(async () => {
  guide = await PageApp.start(new Map());
});
afterAll(() => guide?.close());

describe('docs/guide/rights.md (C2.9, C18.1)', () => {
  followSteps(page, page.requests, ({ request }) => guide.send(request));

  it('shows a response to each request', () => {
    expect(page.requests.map(({ output }) => output !== null)).toEqual([true, true]);
  });
});
