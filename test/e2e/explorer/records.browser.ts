import type { Page } from 'playwright-core';
import { openDemoExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';
import type { DemoApp } from '../../support/demo-app.js';

interface Linked {
  readonly data: readonly {
    readonly id: string;
    readonly pivots: Readonly<Record<string, unknown>>;
  }[];
}

interface Titled {
  readonly data: readonly { readonly attributes: { readonly title: string } }[];
}

describe('The record pages of the explorer', () => {
  let demo: DemoApp;
  let explorer: OpenExplorer;
  let page: Page;
  beforeAll(async () => {
    ({ demo, explorer } = await openDemoExplorer());
    ({ page } = explorer);
    // Colors do not change gradually then.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await demo.send('/users/4/sync/roles', { method: 'POST', body: { roles: [] } });
    await explorer.signIn('admin@example.com', '/users/4');
  });
  afterAll(async () => {
    await explorer.browser.close();
    await demo.close();
  });

  const dialog = () => page.locator('dialog[open]').last();
  const roles = async () => (await demo.get<Linked>('/users/4/roles')).body.data;
  async function go(path: string): Promise<void> {
    await page.evaluate<unknown>(
      `history.pushState(null, '', ${JSON.stringify(`/explorer${path}`)}); dispatchEvent(new PopStateEvent('popstate'))`,
    );
  }
  /** Chooses the first suggestion. */
  async function chooseRole(): Promise<void> {
    await dialog().getByRole('combobox', { name: 'Search Roles' }).click();
    await dialog().getByRole('listbox').getByRole('option').first().click();
  }

  it('shows fields, related records as links, and computed data (C3.2)', async () => {
    await page.getByRole('tab', { name: 'Details' }).waitFor();
    await page.getByText('reader@example.com').first().waitFor();
    await page.locator('dt', { hasText: 'Stats' }).waitFor();
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('record');
  });

  it('attaches the records that a search finds, with pivot values (C7.1)', async () => {
    await page.getByRole('tab', { name: 'Roles' }).click();
    expect(new URL(page.url()).search).toBe('?tab=roles');
    await page.getByText('Nothing here yet').waitFor();
    await page.locator('.state').getByRole('button', { name: 'Attach' }).click();
    await chooseRole();
    await dialog().getByLabel('Policy').selectOption('read');
    await explorer.picture('attach');
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await dialog().getByRole('button', { name: 'Attach' }).click();
    await page.getByText('The links were changed.').waitFor();
    const attached = await roles();
    expect(attached).toHaveLength(1);
    expect(attached[0]!.pivots.policy).toBe('read');
  });

  it('changes a value of a link in its cell (C7.1)', async () => {
    const edit = page.getByRole('button', { name: /^Edit Policy of the link to/ });
    const input = page.locator('tbody').getByLabel('Policy', { exact: true });
    await edit.focus();
    await page.keyboard.press('Enter');
    await input.selectOption('write');
    await page.keyboard.press('Escape');
    await input.waitFor({ state: 'detached' });
    expect(await page.evaluate<string>('document.activeElement.ariaLabel')).toMatch(/^Edit Policy/);
    expect((await roles())[0]!.pivots.policy).toBe('read');
    await page.keyboard.press('Enter');
    await input.selectOption('write');
    await explorer.picture('pivot');
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await page.locator('tbody').getByRole('button', { name: 'Save' }).click();
    await input.waitFor({ state: 'detached' });
    expect((await roles())[0]!.pivots.policy).toBe('write');
  });

  it('shows the errors of a value of a link in its cell (C4.8)', async () => {
    await page.route('**/api/users/4/**', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({
            status: 422,
            json: {
              message: 'The data is invalid.',
              code: 'validation_failed',
              errors: { policy: ['The policy is not open to readers.'] },
            },
          })
        : route.continue(),
    );
    await page.getByRole('button', { name: /^Edit Policy of the link to/ }).click();
    await page.locator('tbody').getByLabel('Policy', { exact: true }).selectOption('read');
    await page.locator('tbody').getByRole('button', { name: 'Save' }).click();
    await page.locator('tbody').getByRole('alert').getByText('not open to readers').waitFor();
    expect(await page.locator('tbody [aria-invalid="true"]').count()).toBe(1);
    await page.locator('tbody').getByRole('button', { name: 'Cancel' }).click();
    await page.unroute('**/api/users/4/**');
    expect((await roles())[0]!.pivots.policy).toBe('write');
  });

  it('sets all links at once, after a preview (C7.5, C13.3)', async () => {
    await page.getByRole('button', { name: 'Set links' }).click();
    await dialog().locator('.chosen li').first().waitFor();
    await chooseRole();
    await dialog().getByText('1 link added').waitFor();
    expect(await roles()).toHaveLength(1);
    await explorer.picture('sync');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await roles()).toHaveLength(2);
  });

  it.each([
    [500, 'server_error', 'Detach'],
    [409, 'dry_run_unsupported', 'Detach'],
    [500, 'server_error', 'Set links'],
    [409, 'dry_run_unsupported', 'Set links'],
  ])('changes no links if their preview fails: %i %s, %s (C13.3)', async (status, code, opener) => {
    const before = (await roles()).map(({ id }) => id);
    await page.route('**/api/users/4/**', (route) =>
      route.request().headers().prefer === 'tx=rollback'
        ? route.fulfill({ status, json: { message: 'There is no preview.', code } })
        : route.continue(),
    );
    await page
      .getByRole('button', { name: new RegExp(`^${opener}`) })
      .first()
      .click();
    if (opener === 'Set links')
      await dialog()
        .getByRole('button', { name: /^Remove: / })
        .first()
        .click();
    const send = dialog().getByRole('button', { name: /^(Detach|Save)$/ });
    if (status === 500) {
      await dialog().getByRole('button', { name: 'Try again' }).waitFor();
      expect(await send.isDisabled()).toBe(true);
    } else {
      const consent = dialog().getByLabel('Run it without a preview');
      await consent.waitFor();
      expect(await send.isDisabled()).toBe(true);
      await consent.check();
      expect(await send.isEnabled()).toBe(true);
    }
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await page.unroute('**/api/users/4/**');
    expect((await roles()).map(({ id }) => id)).toEqual(before);
  });

  it('detaches a record, after a preview (C7.1, C13.3)', async () => {
    await page.locator('tbody tr').nth(1).waitFor();
    await page
      .getByRole('button', { name: /^Detach / })
      .first()
      .click();
    await dialog().getByText('1 link removed').waitFor();
    await dialog().getByRole('button', { name: 'Detach' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await roles()).toHaveLength(1);
    await explorer.picture('relation');
  });

  it('turns the pages of related records, and keeps them in the URL (C7.1)', async () => {
    await go('/users/3?tab=posts');
    const cells = page.locator('tbody .record-link');
    const pageOf = async (number: number) =>
      (
        await demo.get<Titled>(`/users/3/posts?fields[posts]=title&perPage=10&page=${number}`)
      ).body.data.map(({ attributes }) => attributes.title);
    await page.getByText('Page 1 of').waitFor();
    expect(await cells.allInnerTexts()).toEqual(await pageOf(1));
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('Page 2 of').waitFor();
    await page.locator('.relation[aria-busy="false"]').waitFor();
    expect(new URL(page.url()).search).toBe('?tab=posts&page=2');
    expect(await cells.allInnerTexts()).toEqual(await pageOf(2));
    await page.goBack();
    await page.getByText('Page 1 of').waitFor();
    await page.locator('.relation[aria-busy="false"]').waitFor();
    expect(await cells.allInnerTexts()).toEqual(await pageOf(1));
  });

  it('runs an action on its record (C6)', async () => {
    const { body } = (await demo.send('/posts', {
      method: 'POST',
      body: { title: 'To publish', status: 'draft' },
    })) as { body: { data: { id: string } } };
    await go(`/posts/${body.data.id}`);
    await page.getByRole('heading', { level: 1, name: 'To publish' }).waitFor();
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: /^Publish Post/ }).click();
    await dialog().getByLabel(/^Note/).waitFor();
    await dialog().getByRole('button', { name: /^Run/ }).click();
    await page.getByText('Publish Post: done.').waitFor();
    await page.locator('dd .tag', { hasText: 'published' }).waitFor();
  });

  it('deletes its record after a preview (C4.5, C13.3)', async () => {
    const path = new URL(page.url()).pathname.replace('/explorer', '');
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog().getByText('1 record deleted').waitFor();
    expect((await demo.get(path)).status).toBe(200);
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: /^Posts/ }).waitFor();
    expect((await demo.get(path)).status).toBe(404);
  });

  it('fits a screen of 390 pixels, in both themes', async () => {
    await go('/users/4?tab=roles');
    await page.locator('tbody tr').first().waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await explorer.picture('relation-narrow');
    expect(await explorer.overflow()).toBe(0);
    await page.keyboard.press('Control+k');
    await dialog().getByRole('combobox').fill('theme: dark');
    await page.keyboard.press('Enter');
    await page.locator('html[data-theme="dark"]').waitFor();
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.locator('dt', { hasText: 'Stats' }).waitFor();
    expect(await explorer.overflow()).toBe(0);
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('record-narrow-dark');
    await page.setViewportSize({ width: 1280, height: 900 });
    await explorer.picture('record-dark');
  });

  it('sends no requests elsewhere, and nothing violates its content policy', () => {
    expect([...explorer.browser.origins]).toEqual([explorer.origin]);
    expect(explorer.complaints.filter((text) => !text.includes('status of 500'))).toEqual([]);
  });
});
