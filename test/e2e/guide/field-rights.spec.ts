import { followSteps } from '../../support/pages/follow-steps.js';
import { PageApp } from '../../support/pages/page-app.js';
import { Page } from '../../support/pages/page.js';

const page = Page.guide('field-rights');
let guide: PageApp;

beforeAll(async () => {
  guide = await PageApp.start(page.files);
});
afterAll(() => guide?.close());

describe('docs/guide/field-rights.md', () => {
  it('shows requests', () => {
    expect(page.requests).toHaveLength(3);
  });

  followSteps(page, page.requests, (step) => guide.follow(step));
});
