import { readFileSync } from 'node:fs';
import { openDemoExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';
import type { DemoApp } from '../../support/demo-app.js';

describe('The map of the explorer', () => {
  let demo: DemoApp;
  let explorer: OpenExplorer;
  beforeAll(async () => {
    ({ demo, explorer } = await openDemoExplorer());
    await explorer.signIn('admin@example.com', '/map');
    await explorer.page.locator('.map-drawing').waitFor();
  });
  afterAll(async () => {
    await explorer.browser.close();
    await demo.close();
  });

  const drawing = () => explorer.page.locator('.map-drawing');
  const node = (name: string) =>
    drawing().getByRole('link', { name: new RegExp(`^${name}\\s*\\d`) });
  const viewBox = () => drawing().getAttribute('viewBox');

  it('draws each resource of the caller and its relations (C17.1)', async () => {
    const labels = await drawing().locator('.map-label').allTextContents();
    expect(labels).toEqual(expect.arrayContaining(['Posts', 'People', 'Comments', 'Tags']));
    const edges = await drawing().locator('.map-edge > title').allTextContents();
    expect(edges.join(', ')).toContain('posts.user');
    const loop = edges.findIndex((names) => /^companies\.\w+(, companies\.\w+)*$/.test(names));
    expect(loop).toBeGreaterThanOrEqual(0);
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('map');
  });

  it('names the relations of the resource that has the focus', async () => {
    await node('Posts').focus();
    await drawing().locator('.map-relation', { hasText: 'posts.user' }).waitFor();
    expect(await drawing().locator('.map-faded').count()).toBeGreaterThan(0);
    await explorer.picture('map-selected');
  });

  it('is moved and zoomed with keys, buttons, the wheel and the pointer', async () => {
    const { page } = explorer;
    const whole = await viewBox();
    await drawing().press('+');
    const zoomed = await viewBox();
    expect(Number(zoomed!.split(' ')[2])).toBeLessThan(Number(whole!.split(' ')[2]));
    await drawing().press('ArrowRight');
    expect(Number((await viewBox())!.split(' ')[0])).toBeGreaterThan(Number(zoomed!.split(' ')[0]));
    await drawing().press('0');
    expect(await viewBox()).toBe(whole);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    expect(await viewBox()).toBe(zoomed);
    await page.getByRole('button', { name: 'Show all' }).click();
    const box = (await drawing().boundingBox())!;
    await page.mouse.move(box.x + 30, box.y + box.height - 20);
    await page.mouse.down();
    await page.mouse.move(box.x + 130, box.y + box.height - 60, { steps: 5 });
    await page.mouse.up();
    expect(Number((await viewBox())!.split(' ')[0])).toBeLessThan(0);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -200);
    await page.keyboard.up('Control');
    const width = async () => Number((await viewBox())!.split(' ')[2]);
    while ((await width()) >= Number(whole!.split(' ')[2])) await page.waitForTimeout(20);
    await page.getByRole('button', { name: 'Show all' }).click();
  });

  it('is saved as a file that needs no style sheet', async () => {
    const { page } = explorer;
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save as SVG' }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toMatch(/ map\.svg$/);
    const svg = readFileSync(await saved.path(), 'utf8');
    expect(svg).toMatch(/^<svg[^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg).toContain('>Posts</text>');
    expect(svg).toMatch(/<rect [^>]*fill="rgb/);
    expect(svg).not.toContain('class=');
    expect(svg).not.toContain('var(');
  });

  it('is also a list, and is dark if the person wishes', async () => {
    const { page } = explorer;
    await page.getByText('As a list').click();
    await page.getByRole('heading', { level: 2, name: 'Posts' }).waitFor();
    await page.getByText('As a list').click();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('theme: dark');
    await page.keyboard.press('Enter');
    await page.locator('html[data-theme="dark"]').waitFor();
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('map-dark');
  });

  it('opens the list of a resource with the keyboard', async () => {
    await node('Posts').press('Enter');
    await explorer.page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
  });

  it('fits a narrow screen, and violates no content policy', async () => {
    const { page } = explorer;
    await page.goBack();
    await drawing().waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await explorer.overflow()).toBe(0);
    await explorer.picture('map-narrow');
    expect(explorer.complaints).toEqual([]);
  });
});
