import { followSteps } from '../../support/pages/follow-steps.js';
import { PageApp } from '../../support/pages/page-app.js';
import { Page } from '../../support/pages/page.js';
import { printJson } from '../../support/pages/print-response.js';
import { WrittenFiles } from '../../support/pages/written-files.js';

/** The pages of the guide that continue after the README. */
const pages = ['fields-and-rules', 'policies', 'profile', 'files'].map((name) => Page.guide(name));

/**
 * What the reader of a page writes, in addition to the books of the first resource; nothing if the
 * page is about the unchanged demo.
 */
const filesOf = ({ files }: Page): ReadonlyMap<string, string> =>
  files.size === 0 ? files : new Map([...Page.guide('first-resource').files, ...files]);

describe.each(pages)('$path', (page) => {
  const files = filesOf(page);
  const steps = page.steps.filter(({ kind }) => kind === 'request' || kind === 'shell');
  let guide: PageApp;

  beforeAll(async () => {
    guide = await PageApp.start(files, { print: printJson });
  });
  afterAll(() => guide?.close());

  it('contains files that compile', () => {
    expect(files.size === 0 ? [] : new WrittenFiles(files).faults()).toEqual([]);
  });

  it('shows a response to each request and script', () => {
    expect(steps.length).toBeGreaterThanOrEqual(3);
    expect(steps.filter((step) => !('output' in step) || step.output === null)).toEqual([]);
  });

  followSteps(page, steps, (step) => guide.follow(step));
});
