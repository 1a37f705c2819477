import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { openDemoExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';
import type { DemoApp } from '../../support/demo-app.js';

/** The bytes that may arrive before the first list is shown, compressed. */
const FIRST_LOAD = 200 * 1024;
/** The bytes of all files of the explorer, with gzip. */
const ALL_FILES = 400 * 1024;

const assets = 'dist/explorer/assets';

describe('The size of the explorer', () => {
  let demo: DemoApp;
  let explorer: OpenExplorer;
  beforeAll(async () => {
    ({ demo, explorer } = await openDemoExplorer());
  });
  afterAll(async () => {
    await explorer.browser.close();
    await demo.close();
  });

  it('is below 400 KB for all files', () => {
    const sizes = readdirSync(assets).map(
      (name) => gzipSync(readFileSync(join(assets, name))).length,
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    expect(sizes.length).toBeGreaterThan(5);
    expect(total).toBeLessThan(ALL_FILES);
    console.info(`All files of the explorer: ${Math.round(total / 1024)} KB with gzip.`);
  });

  it('is below 200 KB for the first list', async () => {
    const sizes = new Map<string, Promise<number>>();
    explorer.page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (pathname.startsWith('/explorer'))
        sizes.set(
          pathname,
          response
            .request()
            .sizes()
            .then(({ responseBodySize }) => responseBodySize),
        );
    });
    await explorer.signIn('admin@example.com', '/posts');
    await explorer.page.locator('tbody tr').first().waitFor();
    const bytes = await Promise.all(sizes.values());
    const total = bytes.reduce((sum, size) => sum + size, 0);
    expect(bytes.length).toBeGreaterThan(2);
    expect(total).toBeGreaterThan(50 * 1024);
    expect(total).toBeLessThan(FIRST_LOAD);
    console.info(`Until the first list: ${Math.round(total / 1024)} KB.`);
  });

  it('shows something before the first script, and nothing moves the page elsewhere', async () => {
    const { page } = explorer;
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/explorer/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${explorer.origin}/explorer`, { waitUntil: 'commit' });
    await page.locator('.boot .spinner').waitFor();
    expect(await page.locator('.boot-bar').isVisible()).toBe(true);
    await explorer.picture('before-scripts');
    release();
    await page.getByLabel('E-mail').waitFor();
    await page.locator('.boot').waitFor({ state: 'hidden' });
    await page.unroute('**/explorer/assets/*.js');
  });

  it('needs only the files that its page names for the first content', async () => {
    const { page } = explorer;
    const asked: string[] = [];
    const note = (request: { url(): string }) => asked.push(request.url());
    page.on('request', note);
    await explorer.open();
    await page.getByLabel('E-mail').waitFor();
    page.off('request', note);
    const html = await (await fetch(`${explorer.origin}/explorer`)).text();
    const named = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!);
    const others = asked
      .map((url) => new URL(url).pathname)
      .filter((path) => path !== '/explorer' && !named.includes(path));
    expect(others).toEqual([]);
    // The browser reports a paint after the frame that shows the form.
    const first = await page.evaluate<number>(
      `new Promise((resolve) => new PerformanceObserver((list) => {
        for (const { name, startTime } of list.getEntries())
          if (name === 'first-contentful-paint') resolve(startTime);
      }).observe({ type: 'paint', buffered: true }))`,
    );
    console.info(`First contentful paint: ${Math.round(first)} ms.`);
  });
});
