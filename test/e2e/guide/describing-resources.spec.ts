import { followSteps } from '../../support/pages/follow-steps.js';
import { PageApp } from '../../support/pages/page-app.js';
import { Page } from '../../support/pages/page.js';

const page = Page.guide('describing-resources');

let guide: PageApp;
beforeAll(async () => {
  guide = await PageApp.start(new Map());
});
afterAll(() => guide?.close());

describe('docs/guide/describing-resources.md', () => {
  followSteps(page, page.requests, (step) => guide.follow(step));
});
