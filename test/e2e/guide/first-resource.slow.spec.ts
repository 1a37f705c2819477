import { followSteps } from '../../support/pages/follow-steps.js';
import { PageApp } from '../../support/pages/page-app.js';
import { Page } from '../../support/pages/page.js';
import { printJson } from '../../support/pages/print-response.js';
import { WrittenFiles } from '../../support/pages/written-files.js';

const page = Page.guide('first-resource');
let guide: PageApp;

/** The demo with its data, for a reader of the guide. */
beforeAll(async () => {
  guide = await PageApp.start(page.files, { print: printJson });
});
afterAll(() => guide?.close());

describe('The ten minutes of the guide to the first resource', () => {
  it('are five files and one change, which compile', () => {
    expect(page.stepsOf('file')).toHaveLength(5);
    expect(page.files.size).toBe(6);
    expect(guide.written.faults()).toEqual([]);
  });

  it('are really compiled', () => {
    const [path, resource] = [...page.files].find(([name]) => name.endsWith('.resource.ts'))!;
    const misspelt = new Map([...page.files, [path, resource.replace(`'title'`, `'titel'`)]]);
    expect(new WrittenFiles(misspelt).faults().join()).toContain('titel');
  });

  it('show two responses', () => {
    expect(page.requests.map(({ output }) => output !== null)).toEqual([true, true]);
  });

  followSteps(page, page.requests, (step) => guide.follow(step));

  it('hide unprinted books from everybody but their author', async () => {
    const { body } = await guide.client('reader').get('/books');
    expect(body).toMatchObject({ meta: { total: 1 }, data: [{ attributes: { printed: true } }] });
  });
});
