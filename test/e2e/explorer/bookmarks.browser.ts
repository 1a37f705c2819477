import type { Page } from 'playwright-core';
import { openDemoExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';
import type { DemoApp } from '../../support/demo-app.js';

const stored = 'resource-api-explorer:bookmarks:/explorer';
const drafts = '/posts?filter[status][eq]=draft&sort=title&perPage=15&columns=status,created_at';
const markup = '<img src=x onerror="window.attacked=1">';

describe('The bookmarks of the explorer', () => {
  let demo: DemoApp;
  let explorer: OpenExplorer;
  let page: Page;
  beforeAll(async () => {
    ({ demo, explorer } = await openDemoExplorer());
    ({ page } = explorer);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await explorer.signIn('admin@example.com', `${drafts}&page=2`);
  });
  afterAll(async () => {
    await explorer.browser.close();
    await demo.close();
  });

  const dialog = () => page.locator('dialog[open]').last();
  const links = () => page.locator('.sidebar .bookmark a');
  const link = (name: string) => links().filter({ hasText: name });
  const read = () => page.evaluate<string | null>(`localStorage.getItem('${stored}')`);
  const store = (value: unknown) =>
    page.evaluate<unknown>(
      `localStorage.setItem('${stored}', ${JSON.stringify(
        typeof value === 'string' ? value : JSON.stringify(value),
      )})`,
    );
  const at = () => {
    const { pathname, search } = new URL(page.url());
    return pathname + decodeURIComponent(search);
  };
  async function save(name: string): Promise<void> {
    await page.getByRole('button', { name: 'Bookmark this list' }).click();
    await dialog().getByLabel('Name').fill(name);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
  }

  it('saves the list under a name, without its page', async () => {
    await page.locator('.chip').waitFor();
    await page.getByRole('button', { name: 'Bookmark this list' }).click();
    // The name is selected, so that a person can type at once.
    await page.keyboard.type('Old drafts');
    await explorer.picture('bookmark-new');
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('The bookmark was saved.').waitFor();
    await page.getByRole('heading', { name: 'Bookmarks' }).waitFor();
    await page.getByRole('button', { name: 'Edit the bookmark', exact: true }).waitFor();
    expect(await links().getAttribute('aria-current')).toBe('page');
    const [bookmark, ...others] = JSON.parse((await read())!) as Record<string, string>[];
    expect(others).toEqual([]);
    expect(Object.keys(bookmark!)).toEqual(['name', 'path']);
    expect(decodeURIComponent(bookmark!.path!)).toBe(drafts);
  });

  it('refuses a name of spaces', async () => {
    await page.getByRole('button', { name: 'Edit the bookmark', exact: true }).click();
    await dialog().getByLabel('Name').fill('   ');
    await page.keyboard.press('Enter');
    expect(await dialog().count()).toBe(1);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await links().innerText()).toBe('Old drafts');
  });

  it('opens it with one click', async () => {
    await explorer.go('/');
    await page.getByRole('heading', { name: 'Choose a resource' }).waitFor();
    expect(await links().getAttribute('aria-current')).toBeNull();
    await link('Old drafts').click();
    await page.locator('.chip', { hasText: 'Status is draft' }).waitFor();
    expect(at()).toBe(`/explorer${drafts}`);
    await page.getByRole('columnheader', { name: 'Created at' }).waitFor();
    await page.locator('[aria-sort="ascending"]').waitFor();
  });

  it('is found by the command palette', async () => {
    await explorer.go('/');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('old dr');
    await dialog().getByRole('option', { name: 'Old drafts Bookmark' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.chip', { hasText: 'Status is draft' }).waitFor();
  });

  it('remains after another sign-in, and follows other tabs', async () => {
    await explorer.signIn('admin@example.com', '/');
    await link('Old drafts').waitFor();
    const other = await page.context().newPage();
    await other.goto(`${explorer.origin}/explorer`);
    const bookmarks = JSON.parse((await read())!) as object[];
    const added = { name: 'Of another tab', path: '/users?perPage=25' };
    await other.evaluate<unknown>(
      `localStorage.setItem('${stored}', ${JSON.stringify(JSON.stringify([...bookmarks, added]))})`,
    );
    await link('Of another tab').waitFor();
    await other.close();
  });

  it('is renamed and removed with the keyboard', async () => {
    await page.getByRole('button', { name: 'Edit the bookmark Of another tab' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('People');
    await page.keyboard.press('Enter');
    await dialog().waitFor({ state: 'detached' });
    expect(await page.evaluate<string>('document.activeElement.ariaLabel')).toBe(
      'Edit the bookmark People',
    );
    await page.keyboard.press('Enter');
    await dialog().getByRole('button', { name: 'Remove' }).focus();
    await page.keyboard.press('Enter');
    await link('People').waitFor({ state: 'detached' });
    expect(await page.evaluate<string>('document.activeElement.id')).toBe('content');
    expect(await links().count()).toBe(1);
  });

  it('with the filter "Me" shows everybody their own records', async () => {
    await explorer.go('/posts?filter[user_id][eq]=$me&perPage=25');
    await page.locator('.chip', { hasText: 'User is Me' }).waitFor();
    await save('My posts');
    expect(decodeURIComponent((await read())!)).toContain('=$me');
    await explorer.signIn('editor@example.com', '/');
    const asked = page.waitForRequest(/api\/posts\?/);
    await link('My posts').click();
    expect(decodeURIComponent((await asked).url())).toContain('filter[user_id][eq]=2&');
    await page.locator('.chip', { hasText: 'User is Me' }).waitFor();
  });

  it('shows hostile names as text, at 1280 and 390 pixels', async () => {
    await store([
      { name: markup, path: '/posts?search=a' },
      { name: 'W'.repeat(300), path: '/posts?search=b' },
      { name: 'שלום עולם', path: '/posts?search=c' },
      { name: 'Invoice \u202Efdp.exe', path: '/posts?search=d' },
    ]);
    await explorer.signIn('admin@example.com', '/posts?search=a');
    await link(markup).waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      if (width === 390) await page.getByRole('button', { name: 'Open navigation' }).click();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
        expect(await explorer.overflow()).toBe(0);
        expect(await explorer.accessibilityFaults()).toEqual([]);
        await explorer.picture(`bookmarks-${width}-${colorScheme}`);
      }
    }
    expect(await page.locator('.sidebar img').count()).toBe(0);
    await page.getByRole('button', { name: `Edit the bookmark ${markup}` }).click();
    expect(await dialog().getByLabel('Name').inputValue()).toBe(markup);
    await explorer.picture('bookmark-narrow');
    await page.keyboard.press('Escape');
    await link('שלום').click();
    await page.waitForURL(/search=c/);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.keyboard.press('Control+k');
    await dialog().getByRole('option').first().waitFor();
    await explorer.picture('bookmarks-palette');
    expect(await page.evaluate<boolean>('"attacked" in window')).toBe(false);
    await page.keyboard.press('Escape');
  });

  it.each([
    'not JSON',
    {},
    [null, 1, 'text', { name: 1, path: '/posts?' }, { name: 'No path' }],
    [
      'https://example.com/?',
      '//example.com?',
      String.raw`/\example.com?`,
      'javascript:alert(1)//?',
      '/posts/1/edit?',
      '/%E0%A4%A?',
      '/secrets?perPage=25',
      '/posts',
    ].map((path) => ({ name: 'Hostile', path })),
  ])('ignores what is not a bookmark of a list: %j', async (value) => {
    await store(value);
    await explorer.signIn('admin@example.com', '/');
    await page.getByRole('heading', { name: 'Choose a resource' }).waitFor();
    expect(await links().count()).toBe(0);
    expect(await page.getByRole('heading', { name: 'Bookmarks' }).count()).toBe(0);
  });

  it.each([
    ['de', 'Lesezeichen für diese Liste setzen', 'Lesezeichen'],
    ['fr', 'Ajouter un signet pour cette liste', 'Signets'],
  ])('is in the language %s', async (code, button, heading) => {
    await page.evaluate<unknown>(
      `localStorage.setItem('resource-api-explorer:language', '${code}')`,
    );
    await store([{ name: 'X', path: '/posts?perPage=25' }]);
    await explorer.open('/users');
    await page.locator('[name="email"]').fill('admin@example.com');
    await page.locator('[name="password"]').fill('password');
    await page.locator('[type="submit"]').click();
    await page.getByRole('button', { name: button }).waitFor();
    await page.getByRole('heading', { name: heading, exact: true }).waitFor();
  });

  it('works for the page if the browser stores nothing', async () => {
    await page.evaluate<unknown>('localStorage.clear()');
    await page.addInitScript(
      "Storage.prototype.setItem = () => { throw new Error('The quota is exceeded.'); }",
    );
    await explorer.signIn('admin@example.com', '/posts?search=margin');
    await save('For now');
    await link('For now').waitFor();
    expect(await read()).toBeNull();
  });

  it('violates no content policy', () => {
    expect(explorer.complaints).toEqual([]);
    expect([...explorer.browser.origins]).toEqual([explorer.origin]);
  });
});
