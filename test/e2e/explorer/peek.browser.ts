import type { Page } from 'playwright-core';
import { openDemoExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';
import type { DemoApp } from '../../support/demo-app.js';

const markup = '<img src=x onerror="window.attacked=1"><script>window.attacked=1</script>';

interface Posts {
  readonly data: readonly {
    readonly id: string;
    readonly attributes: { readonly title: string; readonly user_id: string };
    readonly relationships: { readonly user: { readonly attributes: { readonly name: string } } };
  }[];
}

describe('Peeking at a record in the explorer', () => {
  let demo: DemoApp;
  let explorer: OpenExplorer;
  let page: Page;
  /** The author of the first post of the list. */
  let author: { readonly id: string; readonly name: string };
  /** The name of another author. */
  let other: string;
  beforeAll(async () => {
    ({ demo, explorer } = await openDemoExplorer());
    ({ page } = explorer);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const { body } = await demo.get<Posts>('/posts?perPage=25&include=user[name]');
    const { attributes, relationships } = body.data[0]!;
    author = { id: attributes.user_id, name: relationships.user.attributes.name };
    other = body.data
      .map((post) => post.relationships.user.attributes.name)
      .find((name) => name !== author.name)!;
    await explorer.signIn('admin@example.com', '/posts');
    await page.locator('tbody tr').first().waitFor();
  });
  afterAll(async () => {
    await explorer.browser.close();
    await demo.close();
  });

  const drawer = () => page.locator('dialog[open].dialog-drawer');
  const peek = (title: string) => page.getByRole('button', { name: `Peek at ${title}` }).first();
  const focused = () =>
    page.evaluate<string>(
      'document.activeElement.ariaLabel || document.activeElement.innerText.trim()',
    );
  async function close(): Promise<void> {
    await page.keyboard.press('Escape');
    await drawer().waitFor({ state: 'detached' });
  }

  it('reads the record only when it is opened, and keeps the page', async () => {
    const asked: string[] = [];
    const note = (request: { url(): string }) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/api/users')) asked.push(pathname);
    };
    page.on('request', note);
    const before = page.url();
    await page.locator('tbody tr').first().hover();
    await explorer.picture('peek-hover');
    expect(asked).toEqual([]);
    await peek(author.name).click();
    await drawer().locator('.field-list').getByText(`@example.com`).first().waitFor();
    expect(asked).toEqual([`/api/users/${author.id}`]);
    page.off('request', note);
    await drawer()
      .getByRole('heading', { name: `${author.name} People` })
      .waitFor();
    expect(page.url()).toBe(before);
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('peek');
    await close();
    expect(await focused()).toBe(`Peek at ${author.name}`);
  });

  it('is used with the keyboard, and "Open" leads to the page of the record', async () => {
    await page.locator('tbody tr').first().locator('.one-line').last().waitFor();
    await page.locator('tbody tr').first().getByRole('link', { name: author.name }).focus();
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe(`Peek at ${author.name}`);
    await page.keyboard.press('Enter');
    await drawer().locator('.field-list').waitFor();
    expect(await focused()).toBe('Open');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: author.name }).waitFor();
    expect(await drawer().count()).toBe(0);
    await page.goBack();
    await page.locator('tbody tr').first().waitFor();
    expect(await drawer().count()).toBe(0);
  });

  it('shows its request', async () => {
    await peek(author.name).click();
    await drawer().getByRole('button', { name: 'Show this request' }).click();
    await drawer().getByText(`curl '${explorer.origin}/api/users/${author.id}?include=`).waitFor();
    await drawer().getByRole('button', { name: 'Copy' }).waitFor();
    await explorer.picture('peek-request');
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await page.keyboard.press('Escape');
    await drawer().locator('.popover').waitFor({ state: 'detached' });
    await close();
  });

  it('goes from record to record: of a tab, of the fields, and inside the drawer', async () => {
    await explorer.go('/users/3?tab=posts');
    const first = page.locator('tbody tr').first();
    const title = await first.locator('.record-link').innerText();
    await peek(title).click();
    await drawer().getByRole('heading', { name: title }).waitFor();
    const { name } = (await demo.get<any>('/users/3')).body.data.attributes as { name: string };
    await drawer()
      .getByRole('button', { name: `Peek at ${name}` })
      .click();
    await drawer()
      .getByRole('heading', { name: `${name} People` })
      .waitFor();
    expect(await page.locator('dialog[open]').count()).toBe(1);
    expect(await focused()).toBe('Open');
    await close();
    expect(await focused()).toBe(`Peek at ${title}`);
    await explorer.go(
      `/posts/${(await demo.get<Posts>('/posts?filter[user_id][eq]=3')).body.data[0]!.id}`,
    );
    await peek(name).click();
    await drawer()
      .getByRole('heading', { name: `${name} People` })
      .waitFor();
    await close();
  });

  it('explains that a record does not exist any more, and what to do (C3.5)', async () => {
    await explorer.go('/users/3?tab=posts');
    const first = page.locator('tbody tr').nth(1);
    const title = await first.locator('.record-link').innerText();
    const path = new URL(
      (await first.locator('.record-link').getAttribute('href'))!,
      explorer.origin,
    ).pathname.replace('/explorer', '');
    expect((await demo.send(path, { method: 'DELETE' })).status).toBeLessThan(300);
    await peek(title).click();
    await drawer().getByText('This page does not exist').waitFor();
    await drawer().getByText('or you may not see it').waitFor();
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('peek-missing');
    await drawer().getByRole('link', { name: 'Go to Posts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    expect(await drawer().count()).toBe(0);
  });

  it('explains that an account may not see a record, and reads it again on request (C3.5)', async () => {
    await page.route('**/api/users/**', (route) =>
      route.fulfill({ status: 403, json: { message: 'Refused.', code: 'unauthorized' } }),
    );
    await peek(other).click();
    await drawer().getByRole('alert').getByText('You may not do this').waitFor();
    await page.unroute('**/api/users/**');
    await drawer().getByRole('button', { name: 'Try again' }).click();
    await drawer().locator('.field-list').waitFor();
    await close();
  });

  it('takes the whole width of 390 pixels, and needs no hover', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const button = peek(author.name);
    const { width, height } = (await button.boundingBox())!;
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    expect(
      await button.evaluate((element) => element.checkVisibility({ opacityProperty: true })),
    ).toBe(true);
    await explorer.picture('peek-list-narrow');
    await button.click();
    await drawer().locator('.field-list').waitFor();
    await page.evaluate<unknown>(
      "Promise.all(document.querySelector('.dialog-drawer').getAnimations().map(({ finished }) => finished)).then(() => null)",
    );
    expect((await drawer().boundingBox())!).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    expect(await explorer.overflow()).toBe(0);
    await close();
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('shows hostile values as text', async () => {
    const renamed = { method: 'PATCH', body: { name: markup } } as const;
    expect((await demo.send(`/users/${author.id}`, renamed)).status).toBe(200);
    await explorer.signIn('admin@example.com', '/posts');
    await peek(markup).click();
    await drawer().getByRole('heading', { name: markup }).waitFor();
    await drawer().locator('.field-list').getByText(markup).first().waitFor();
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    expect(await page.evaluate<boolean>('"attacked" in window')).toBe(false);
    expect(await explorer.overflow()).toBe(0);
    await explorer.picture('peek-hostile');
    await close();
  });

  it('shows what another account sees, while viewing as it (C2.9)', async () => {
    await page.getByRole('button', { name: 'View as' }).click();
    await page.getByLabel('Key of the account').fill('4');
    await page.locator('.view-as-key').getByRole('button').click();
    await page.getByText('Viewing as', { exact: false }).first().waitFor();
    await page.locator('tbody tr').first().waitFor();
    const asked = page.waitForRequest(/api\/users\/\d+\?/);
    await page.locator('.peek-button').first().click();
    expect((await asked).headers()['view-as']).toBe('4');
    await drawer().locator('.field-list').waitFor();
    await close();
  });

  it('violates no content policy', () => {
    expect(explorer.complaints).toEqual([]);
  });
});
