import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { openDemoExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';
import type { DemoApp } from '../../support/demo-app.js';

const folder = resolve('docs/guide/pictures');
/** Bytes of a picture of the guide. */
const LARGEST = 80 * 1024;
const QUALITY = 0.72;

/** The pictures of the guide. `UPDATE_DOCS=1` takes them again. */
describe('The pictures of the guide', () => {
  let demo: DemoApp;
  let explorer: OpenExplorer;
  let page: Page;
  beforeAll(async () => {
    ({ demo, explorer } = await openDemoExplorer());
    ({ page } = explorer);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 1200, height: 760 });
    await explorer.signIn('admin@example.com', '/');
  });
  afterAll(async () => {
    await explorer.browser.close();
    await demo.close();
  });

  async function keep(name: string): Promise<void> {
    await page.waitForLoadState('networkidle');
    const png = await page.screenshot({ animations: 'disabled' });
    if (process.env.UPDATE_DOCS !== '1') return;
    const webp = await smaller(png);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `explorer-${name}.webp`), webp);
  }

  /** The browser itself encodes the picture, on a page without a content policy. */
  async function smaller(png: Buffer): Promise<Buffer> {
    const blank = await page.context().newPage();
    const source = `data:image/png;base64,${png.toString('base64')}`;
    const encoded = await blank.evaluate<string>(`(async () => {
      const image = new Image();
      image.src = ${JSON.stringify(source)};
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext('2d').drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', ${QUALITY}).split(',')[1];
    })()`);
    await blank.close();
    return Buffer.from(encoded, 'base64');
  }

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const rows = () => page.locator('tbody tr').first().waitFor();

  it('show lists, records, forms and the map', async () => {
    await explorer.go('/posts?filter[status][eq]=published');
    await rows();
    await keep('list');
    await explorer.go('/users/1?tab=roles');
    await rows();
    await keep('record');
    await explorer.go('/users/4/edit');
    await page.locator('.record-form').waitFor();
    await keep('form');
    await explorer.go('/map');
    await page.locator('.map-node', { hasText: 'Posts' }).hover();
    await keep('map');
  });

  it('show a preview, an explanation, and the view of another account', async () => {
    await explorer.go('/posts?search=margin');
    await rows();
    await button('Actions').click();
    await page.locator('.menu-item-danger').first().click();
    await page.locator('.preview').waitFor();
    await keep('preview');
    await page.locator('dialog[open]').getByRole('button', { name: 'Cancel' }).click();
    await button('View as').click();
    await page.getByLabel('Find an account').fill('reader@example.com');
    await page.locator('.view-as-accounts button', { hasText: '4' }).first().click();
    await page.locator('.viewed').waitFor();
    await explorer.go('/users/7');
    await page.locator('.missing').first().waitFor();
    await keep('view-as');
    await page
      .locator('.refused', { hasText: 'Edit' })
      .getByRole('button', { name: 'Why?' })
      .click();
    await page.locator('.why-steps').waitFor();
    await keep('why');
    await page.keyboard.press('Escape');
    expect(explorer.complaints).toEqual([]);
  });

  it('are small', () => {
    const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
    expect(sizes.length).toBeGreaterThanOrEqual(7);
    expect(Math.max(...sizes)).toBeLessThan(LARGEST);
  });
});
