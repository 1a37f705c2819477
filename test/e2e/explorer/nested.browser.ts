import type { Page } from 'playwright-core';
import { openExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';
import { OrderApp } from '../../support/order-app/order-app.js';

describe('The explorer of a shop', () => {
  let shop: OrderApp;
  let explorer: OpenExplorer;
  let page: Page;
  beforeAll(async () => {
    shop = await OrderApp.start();
    explorer = await openExplorer(shop.app);
    ({ page } = explorer);
    // The clerks of this shop have tokens, but no passwords.
    const access_token = await shop.token('clerk');
    await page.route('**/api/login', (route) =>
      route.fulfill({ json: { access_token, token_type: 'Bearer', expires_in: 3_600 } }),
    );
    await explorer.signIn('kim@example.com', '/orders/new');
  });
  afterAll(async () => {
    await explorer.browser.close();
    await shop.stop();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const lines = () => page.getByRole('group', { name: 'Lines' });

  it('writes related records together with their parent (C4.7)', async () => {
    await page.getByLabel('Title', { exact: true }).first().fill('Ink and pens');
    await lines().getByRole('button', { name: 'Add to Lines' }).click();
    await lines().getByLabel('Quantity').fill('0');
    await button('Create').click();
    await lines().locator('[data-field="product"] [role="alert"]').waitFor();
    await lines().locator('[data-field="quantity"] [role="alert"]').waitFor();
    expect(await shop.rows('orders', 'title')).toEqual([]);
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('nested');
    await lines().getByLabel('Product').fill('ink');
    await lines().getByLabel('Quantity').fill('2');
    await button('Create').click();
    await page.getByRole('heading', { level: 1, name: 'Ink and pens' }).waitFor();
    expect(await shop.rows('order_lines', 'product, quantity')).toEqual([['ink', 2]]);
  });

  it('changes a related record and stores another (C4.7)', async () => {
    await page.getByRole('link', { name: 'Edit' }).click();
    await lines().getByLabel('Quantity').fill('5');
    await lines().getByRole('button', { name: 'Add to Lines' }).click();
    await lines().getByLabel('Product').nth(1).fill('pen');
    await lines().getByLabel('Quantity').nth(1).fill('1');
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await explorer.overflow()).toBe(0);
    await explorer.picture('nested-narrow');
    await page.setViewportSize({ width: 1280, height: 900 });
    await button('Save').click();
    await page.getByRole('link', { name: 'Edit' }).waitFor();
    expect(await shop.rows('order_lines', 'product, quantity')).toEqual([
      ['ink', 5],
      ['pen', 1],
    ]);
    expect(explorer.complaints).toEqual([]);
  });
});
