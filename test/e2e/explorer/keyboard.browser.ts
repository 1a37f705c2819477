import type { Page } from 'playwright-core';
import { openDemoExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';
import type { DemoApp } from '../../support/demo-app.js';

/** Every step uses keys only: `fill` and `click` would hide where the focus is. */
describe('The explorer with the keyboard', () => {
  let demo: DemoApp;
  let explorer: OpenExplorer;
  let page: Page;
  beforeAll(async () => {
    ({ demo, explorer } = await openDemoExplorer());
    ({ page } = explorer);
    await explorer.signIn('admin@example.com', '/posts');
    await page.locator('tbody tr').first().waitFor();
  });
  afterAll(async () => {
    await explorer.browser.close();
    await demo.close();
  });

  const dialog = () => page.locator('dialog[open]').last();
  const focused = () =>
    page.evaluate<string>(
      'document.activeElement.ariaLabel || document.activeElement.innerText.trim()',
    );
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  /** Opens what a button opens, from the keyboard. */
  async function enter(name: string | RegExp): Promise<void> {
    await page.getByRole('button', { name, exact: true }).first().focus();
    await press('Enter');
  }

  it('types into the command palette at once, and returns the focus', async () => {
    await page.locator('.record-link').first().focus();
    const before = await focused();
    await press('Control+k');
    await dialog().waitFor();
    await page.keyboard.type('compan');
    expect(await dialog().getByRole('combobox').inputValue()).toBe('compan');
    await press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await focused()).toBe(before);
    await press('Control+k');
    await dialog().waitFor();
    await page.keyboard.type('people');
    await press('Enter');
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    await page.goBack();
    await page.locator('tbody tr').first().waitFor();
  });

  it('moves in a menu with arrows, Home and End, and Escape returns the focus', async () => {
    await enter('Actions');
    const items = page.getByRole('menuitem');
    const [first, second, last] = await items.locator('span').allInnerTexts();
    const current = () =>
      page.evaluate<string>('document.activeElement.querySelector("span")?.innerText');
    expect(await current()).toBe(first);
    await press('ArrowDown');
    expect(await current()).toBe(second);
    await press('End');
    expect(await current()).toBe(last);
    await press('ArrowDown');
    expect(await current()).toBe(first);
    await press('ArrowUp');
    expect(await current()).toBe(last);
    await press('Home');
    expect(await current()).toBe(first);
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await press('Escape');
    await items.first().waitFor({ state: 'detached' });
    expect(await focused()).toBe('Actions');
    await press('ArrowDown');
    expect(await current()).toBe(first);
    await press('Enter');
    await dialog().waitFor();
    expect(await items.count()).toBe(0);
    await press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await focused()).toBe('Actions');
  });

  it('moves the focus into the content of a button', async () => {
    await enter('Export');
    expect(await focused()).toBe('CSV, for spreadsheets');
    await press('Escape');
    expect(await focused()).toBe('Export');
  });

  it('begins with the first input of a bulk edit', async () => {
    await page.locator('tbody input[type="checkbox"]').first().focus();
    await press('Space');
    await enter('Edit');
    await dialog().waitFor();
    expect(
      await page.evaluate<string>('document.activeElement.labels?.[0]?.innerText ?? ""'),
    ).toContain('Field to change');
    await press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await focused()).toBe('Edit');
    await enter('Clear selection');
  });

  it('begins with Cancel before something is deleted', async () => {
    await page.locator('.record-link').first().focus();
    await press('Enter');
    await page.getByRole('link', { name: 'Edit' }).waitFor();
    await enter('Delete');
    await dialog().waitFor();
    expect(await focused()).toBe('Cancel');
    await press('Enter');
    await dialog().waitFor({ state: 'detached' });
  });

  it('begins with "Keep editing" before changes are lost', async () => {
    await page.getByRole('link', { name: 'Edit' }).focus();
    await press('Enter');
    await page.locator('form').getByLabel('Title', { exact: true }).focus();
    await page.keyboard.type('Changed ');
    await page.getByRole('link', { name: 'Cancel' }).focus();
    await press('Enter');
    await dialog().waitFor();
    expect(await focused()).toBe('Keep editing');
    await press('Shift+Tab', 'Enter');
    await page.getByRole('link', { name: 'Edit' }).waitFor();
  });

  it('types into the search of "Attach" at once', async () => {
    await explorer.signIn('admin@example.com', '/users/4?tab=roles');
    await page.getByRole('button', { name: 'Attach' }).first().waitFor();
    await enter('Attach');
    await dialog().waitFor();
    await page.keyboard.type('edi');
    expect(await dialog().getByLabel('Search Roles').inputValue()).toBe('edi');
    // The suggestions before the search contained it too.
    await dialog().getByRole('option', { name: /admin/ }).waitFor({ state: 'detached' });
    await dialog()
      .getByRole('option', { name: /editor/ })
      .waitFor();
    await press('Enter');
    await dialog().locator('.chosen li', { hasText: 'editor' }).waitFor();
    await press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await focused()).toBe('Attach');
  });

  it('begins with the first input of an action', async () => {
    await press('Control+k');
    await page.keyboard.type('import posts');
    await press('Enter');
    await dialog().getByLabel('Count').waitFor();
    await page.keyboard.type('7');
    expect(await dialog().getByLabel('Count').inputValue()).toBe('7');
    await press('Escape');
  });
});
