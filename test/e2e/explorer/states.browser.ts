import type { Page } from 'playwright-core';
import { openDemoExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';
import type { DemoApp } from '../../support/demo-app.js';

describe('The states of the explorer', () => {
  let demo: DemoApp;
  let explorer: OpenExplorer;
  let page: Page;
  beforeAll(async () => {
    ({ demo, explorer } = await openDemoExplorer());
    ({ page } = explorer);
    await explorer.signIn('admin@example.com', '/');
    await page.locator('.card').first().waitFor();
  });
  afterAll(async () => {
    await page.context().setOffline(false);
    await explorer.browser.close();
    await demo.close();
  });

  const menu = () => page.locator('.sidebar');
  async function go(path: string): Promise<void> {
    await page.evaluate<unknown>(
      `history.pushState(null, '', ${JSON.stringify(`/explorer${path}`)}); dispatchEvent(new PopStateEvent('popstate'))`,
    );
  }

  it('reports that it is offline, and reads again when the network is back', async () => {
    // The script of the page of lists is there already.
    await menu().getByRole('link', { name: 'Posts' }).click();
    await page.locator('tbody tr').first().waitFor();
    await page.context().setOffline(true);
    await menu().getByRole('link', { name: 'Companies' }).click();
    await page.getByText('You are offline').waitFor();
    expect(await page.locator('.loading').count()).toBe(0);
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('offline');
    await page.context().setOffline(false);
    await page.locator('tbody tr').first().waitFor();
    await page.getByRole('heading', { level: 1, name: 'Companies' }).waitFor();
  });

  it('reports a write without a network, and keeps what was written', async () => {
    await go('/users/4/edit');
    const name = page.locator('form').getByLabel('Name', { exact: true });
    await name.fill('Written offline');
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('form').getByRole('alert').first().waitFor();
    expect(await name.inputValue()).toBe('Written offline');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'Written offline' }).waitFor();
  });

  it('leads from a record that does not exist to its list', async () => {
    await go('/posts/999999');
    await page.getByRole('heading', { level: 1, name: 'This page does not exist' }).waitFor();
    await page.getByRole('link', { name: 'Go to Posts' }).click();
    await page.getByRole('heading', { level: 1, name: /^Posts/ }).waitFor();
    await go('/nothing');
    await page.getByRole('heading', { level: 1, name: 'This page does not exist' }).waitFor();
    expect(await explorer.accessibilityFaults()).toEqual([]);
  });

  it('offers what to do in a list of related records that is empty', async () => {
    await demo.send('/users/4/sync/roles', { method: 'POST', body: { roles: [] } });
    await go('/users/4?tab=roles');
    await page.locator('.state').getByRole('button', { name: 'Attach' }).waitFor();
    const { body } = (await demo.send('/posts', {
      method: 'POST',
      body: { title: 'Without comments', status: 'draft' },
    })) as { body: { data: { id: string } } };
    await go(`/posts/${body.data.id}?tab=comments`);
    await page.locator('.state').getByRole('link', { name: 'New' }).click();
    await page.getByRole('heading', { level: 1, name: 'New in Comments' }).waitFor();
    expect(new URL(page.url()).search).toContain(`commentable_id=${body.data.id}`);
  });
});
