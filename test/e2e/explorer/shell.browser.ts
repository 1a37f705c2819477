import type { Page } from 'playwright-core';
import { openDemoExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';
import type { DemoApp } from '../../support/demo-app.js';

describe('The explorer', () => {
  let demo: DemoApp;
  let explorer: OpenExplorer;
  let page: Page;
  beforeAll(async () => {
    ({ demo, explorer } = await openDemoExplorer());
    ({ page } = explorer);
  });
  afterAll(async () => {
    await explorer.browser.close();
    await demo.close();
  });

  it('reports wrong credentials', async () => {
    await explorer.open();
    await page.getByLabel('E-mail').fill('admin@example.com');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('sign-in');
  });

  it('shows the resources of the person who signs in (C17.1)', async () => {
    await explorer.signIn('admin@example.com');
    const links = page.locator('.sidebar').getByRole('link');
    await page.getByRole('heading', { name: 'Choose a resource' }).waitFor();
    expect(await links.allInnerTexts()).toEqual(
      expect.arrayContaining(['Posts', 'People', 'Companies']),
    );
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('home');
  });

  it('opens the page of its URL after signing in', async () => {
    await explorer.signIn('admin@example.com', '/users/1');
    await page.getByRole('heading', { level: 1, name: 'Ann Lee' }).waitFor();
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('record');
  });

  it('shows the request of a page: curl, client and tool', async () => {
    await page.getByRole('button', { name: 'Show this request' }).click();
    await page.getByText(`curl '${explorer.origin}/api/users/1?include=`).waitFor();
    await page.getByRole('tab', { name: 'Typed client' }).click();
    await page.getByText('await api.users.show("1", { include:').waitFor();
    await page.getByRole('tab', { name: 'Tool call' }).click();
    await page.getByText('users-show-tool').waitFor();
    await page.keyboard.press('Escape');
  });

  it('is in German and French, and remembers the language', async () => {
    for (const [code, title] of [
      ['de', 'Wähle eine Ressource'],
      ['fr', 'Choisissez une ressource'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill(code === 'de' ? 'deutsch' : 'français');
      await page.keyboard.press('Enter');
      await page.locator(`html[lang="${code}"]`).waitFor();
      await page.locator('.topbar-brand').click();
      await page.getByRole('heading', { name: title }).waitFor();
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('english');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Choose a resource' }).waitFor();
  });

  it('is dark if the person wishes', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('theme: dark');
    await page.keyboard.press('Enter');
    await page.locator('html[data-theme="dark"]').waitFor();
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('home-dark');
  });

  it('fits a screen of 390 pixels', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await explorer.overflow()).toBe(0);
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await explorer.picture('navigation-narrow');
    await page.locator('.sidebar').getByRole('link', { name: 'People' }).click();
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    expect(await explorer.overflow()).toBe(0);
    await explorer.picture('list-narrow');
    await page.setViewportSize({ width: 1280, height: 900 });
    await explorer.picture('list-dark');
  });

  it('ends the token with the session', async () => {
    await page.getByRole('button', { name: 'Settings' }).click();
    const signedOut = page.waitForResponse(`${explorer.origin}/api/logout`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    expect((await signedOut).status()).toBe(204);
    await page.getByLabel('Password').waitFor();
  });

  it.each(['#facc15', '#0f766e', '#111', '#f8fafc'])(
    'is legible in the color %s, light and dark',
    async (color) => {
      await page.route('**/explorer', async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(
          '&quot;color&quot;:null',
          `&quot;color&quot;:&quot;${color}&quot;`,
        );
        await route.fulfill({ response, body });
      });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await explorer.open();
        await page.evaluate('localStorage.clear()');
        await explorer.signIn('admin@example.com');
        await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
        expect(await explorer.accessibilityFaults()).toEqual([]);
        await page.locator('.sidebar').getByRole('link', { name: 'Posts' }).click();
        await page.locator('tbody tr').first().waitFor();
        expect(await explorer.accessibilityFaults()).toEqual([]);
        await explorer.picture(`color-${color.slice(1)}-${colorScheme}`);
      }
      await page.unroute('**/explorer');
    },
  );

  it('sends no requests elsewhere, and nothing violates its content policy', () => {
    expect([...explorer.browser.origins]).toEqual([explorer.origin]);
    expect(explorer.complaints).toEqual([]);
  });
});
