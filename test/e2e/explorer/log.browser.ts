import type { Page } from 'playwright-core';
import { openDemoExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';
import type { DemoApp } from '../../support/demo-app.js';

interface Shown {
  readonly data: { readonly id: string; readonly attributes: Readonly<Record<string, unknown>> };
}

describe('The log of a record in the explorer', () => {
  let demo: DemoApp;
  let explorer: OpenExplorer;
  let page: Page;
  const patch = (body: object) => demo.send('/posts/2', { method: 'PATCH', body });
  const titleNow = async () => (await demo.get<Shown>('/posts/2')).body.data.attributes.title;
  beforeAll(async () => {
    ({ demo, explorer } = await openDemoExplorer());
    ({ page } = explorer);
    // Colors do not change gradually then.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await patch({ title: 'First title' });
    await patch({ title: 'Second title' });
    await explorer.signIn('admin@example.com', '/posts/2?tab=logs');
  });
  afterAll(async () => {
    await explorer.browser.close();
    await demo.close();
  });

  const entries = () => page.locator('.log-entry');
  const dialog = () => page.locator('dialog[open]').last();

  it('shows what was changed, the last change first (C8.1)', async () => {
    const last = entries().first();
    await last.getByRole('heading', { name: 'Updated' }).waitFor();
    expect(await last.locator('.diff-before').first().innerText()).toBe('First title');
    expect(await last.locator('.diff-after').first().innerText()).toBe('Second title');
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('log');
  });

  it('shows who did it by title, and what it was in the language of the person', async () => {
    const last = entries().first();
    await last.getByText('Ann Lee').waitFor();
    await last.getByText('through the API').waitFor();
    expect(await last.locator('code').first().isVisible()).toBe(false);
    for (const [language, name] of [
      ['deutsch', 'Geändert'],
      ['français', 'Modifié'],
      ['english', 'Updated'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await dialog().getByRole('combobox').fill(language);
      await page.keyboard.press('Enter');
      await last.getByRole('heading', { level: 3, name }).waitFor();
    }
  });

  it('shows values in columns that are at the same place in all entries', async () => {
    const places = await page.evaluate<readonly number[]>(
      "[...document.querySelectorAll('.diff th:nth-child(3)')].map((cell) => Math.round(cell.getBoundingClientRect().left))",
    );
    expect(places.length).toBeGreaterThan(1);
    expect(new Set(places).size).toBe(1);
  });

  it('shows the conflict if the record has changed since (C15.2)', async () => {
    await entries().nth(1).getByRole('button', { name: 'Undo' }).click();
    await dialog().getByText('The record has changed since').waitFor();
    await dialog().locator('.undo-conflict dt', { hasText: 'Title' }).waitFor();
    expect(await dialog().getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('undo-conflict');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    expect(await titleNow()).toBe('Second title');
  });

  it('reverts a change after a preview (C15.1, C13.3)', async () => {
    await entries().first().getByRole('button', { name: 'Undo' }).click();
    await dialog().getByText('1 record updated').waitFor();
    expect(await titleNow()).toBe('Second title');
    await explorer.picture('undo');
    await dialog().getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { level: 1, name: 'First title' }).waitFor();
    expect(await titleNow()).toBe('First title');
    await entries().first().getByRole('heading', { name: 'Reverted' }).waitFor();
  });

  it('fits a screen of 390 pixels, in both themes', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await explorer.picture('log-narrow');
    expect(await explorer.overflow()).toBe(0);
    await page.keyboard.press('Control+k');
    await dialog().getByRole('combobox').fill('theme: dark');
    await page.keyboard.press('Enter');
    await page.locator('html[data-theme="dark"]').waitFor();
    await dialog().waitFor({ state: 'detached' });
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('log-narrow-dark');
  });

  it('sends no requests elsewhere, and nothing violates its content policy', () => {
    expect([...explorer.browser.origins]).toEqual([explorer.origin]);
    expect(explorer.complaints).toEqual([]);
  });
});
