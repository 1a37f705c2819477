import { openDemoExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';
import type { DemoApp } from '../../support/demo-app.js';

/** The description of every resource that the frame of the pages needs. */
const SUMMARIES = '_schema?fields=label,titleField,group,searches,authorizedToStore';

describe('What the explorer loads of the descriptions (C17.1)', () => {
  let demo: DemoApp;
  let explorer: OpenExplorer;
  let requested: string[] = [];
  beforeAll(async () => {
    ({ demo, explorer } = await openDemoExplorer());
    explorer.page.on('request', (request) => {
      const [, path] = /\/api\/(_schema.*)$/.exec(decodeURIComponent(request.url())) ?? [];
      if (path !== undefined) requested.push(path);
    });
  });
  beforeEach(() => {
    requested = [];
  });
  afterAll(async () => {
    await explorer.browser.close();
    await demo.close();
  });

  const row = () => explorer.page.locator('tbody tr').first();

  it('is a summary of each resource at the start', async () => {
    await explorer.signIn('admin@example.com');
    await explorer.page.getByRole('heading', { name: 'Choose a resource' }).waitFor();
    await explorer.page.waitForLoadState('networkidle');
    expect(requested).toEqual([SUMMARIES]);
  });

  it('is one resource for its list and its forms', async () => {
    const { page } = explorer;
    await page.locator('.sidebar').getByRole('link', { name: 'Posts' }).click();
    await row().waitFor();
    await page.getByRole('link', { name: 'New', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'New' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(requested).toEqual(['_schema/posts']);
  });

  it('is the resource of a list of related records when the list is opened', async () => {
    const { page } = explorer;
    await explorer.go('/posts/1');
    const tab = page.getByRole('tab', { name: 'Comments' });
    await tab.waitFor();
    expect(requested).toEqual([]);
    await tab.click();
    await page.locator('.relation').waitFor();
    expect(requested).toEqual(['_schema/comments']);
  });

  it('is loaded once per session', async () => {
    await explorer.go('/comments');
    await row().waitFor();
    await explorer.go('/posts');
    await row().waitFor();
    expect(requested).toEqual([]);
  });

  it('is some members of all resources for the map and the actions to jump to', async () => {
    const { page } = explorer;
    await explorer.go('/map');
    await page.locator('.map-drawing').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('import posts');
    await page.getByRole('option', { name: 'Import Posts' }).waitFor();
    await page.keyboard.press('Escape');
    expect(requested).toEqual(['_schema?fields=label,group,relations', '_schema?fields=actions']);
  });

  it('grows only by summaries with each further resource', async () => {
    const { page } = explorer;
    await page.route('**/api/_schema?*', async (route) => {
      const response = await route.fetch();
      const { data } = (await response.json()) as { data: readonly { readonly key: string }[] };
      const more = Array.from({ length: 100 }, (_, at) => ({ ...data[0]!, key: `more_${at}` }));
      await route.fulfill({ response, json: { data: [...data, ...more] } });
    });
    await explorer.signIn('admin@example.com', '/posts');
    await row().waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('.sidebar').getByRole('link').count()).toBeGreaterThan(100);
    expect(requested).toEqual([SUMMARIES, '_schema/posts']);
  });

  it('is small in a summary', async () => {
    const bytesOf = async (path: string) =>
      JSON.stringify((await demo.get(`/${path}`)).body).length;
    const { body } = await demo.get<{ data: readonly object[] }>(`/${SUMMARIES}`);
    const bytes = await bytesOf(SUMMARIES);
    expect(bytes / body.data.length).toBeLessThan(250);
    expect(bytes).toBeLessThan((await bytesOf('_schema')) / 20);
  });
});
