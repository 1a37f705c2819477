import type { Page } from 'playwright-core';
import { deployment } from '../../../demo/deployment.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { openDemoExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';
import type { DemoApp } from '../../support/demo-app.js';

describe('Sessions in the explorer', () => {
  let demo: DemoApp;
  let explorer: OpenExplorer;
  let page: Page;

  async function start(cookie: boolean): Promise<void> {
    const settings = readEnvironment({ SESSION_COOKIES: String(cookie) });
    const { authentication } = deployment(settings).options;
    ({ demo, explorer } = await openDemoExplorer({ authentication }));
    ({ page } = explorer);
  }
  const stop = async () => {
    await explorer.browser.close();
    await demo.close();
  };
  /** Everything that scripts of the page could read. */
  const readable = () =>
    page.evaluate<string>(
      'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }])',
    );
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const cookies = () => page.context().cookies();

  describe('with a cookie (C2.10)', () => {
    beforeAll(() => start(true));
    afterAll(stop);

    it('asks to sign in, without a word about a session that has ended', async () => {
      await explorer.open('/users/1');
      await page.getByLabel('E-mail').waitFor();
      expect(await page.getByText('Your session has ended').count()).toBe(0);
      await page.getByText('You stay signed in on this device until you sign out').waitFor();
    });

    it('signs in with a cookie that scripts cannot read', async () => {
      await page.getByLabel('E-mail').fill('admin@example.com');
      await page.getByLabel('Password').fill('password');
      const sent = page.waitForRequest('**/api/login');
      await page.getByRole('button', { name: 'Sign in' }).click();
      const request = await sent;
      expect(request.postDataJSON()).toMatchObject({ cookie: true });
      expect(request.headers()['x-csrf-protection']).toBe('1');
      await heading('Ann Lee');
      const [cookie] = await cookies();
      expect(cookie).toMatchObject({ name: 'session', httpOnly: true, sameSite: 'Strict' });
      expect(await readable()).not.toContain(cookie!.value);
    });

    it('survives a reload, and sends no other credentials', async () => {
      const read = page.waitForRequest('**/api/users/1**');
      await page.reload();
      expect((await read).headers()).not.toHaveProperty('authorization');
      await heading('Ann Lee');
      await page.getByRole('button', { name: 'Settings' }).click();
      await page.getByText('Signed in as').waitFor();
      await page.keyboard.press('Escape');
    });

    it('writes with the header that other sites cannot send', async () => {
      await page.goto(`${explorer.origin}/explorer/posts/2/edit`);
      await page.getByLabel('Title').fill('Written with a cookie');
      const written = page.waitForRequest((request) => request.method() === 'PATCH');
      await page.getByRole('button', { name: 'Save' }).click();
      expect((await written).headers()['x-csrf-protection']).toBe('1');
      await heading('Written with a cookie');
      await page.getByRole('button', { name: 'Show this request' }).click();
      await page.getByText('$TOKEN').waitFor();
      expect(await page.locator('.request-popover').innerText()).not.toContain('csrf');
      await page.keyboard.press('Escape');
    });

    it('downloads and views as another account with the cookie', async () => {
      await page.goto(`${explorer.origin}/explorer/posts`);
      await page.getByRole('button', { name: 'Export' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'CSV' }).click();
      await (await download).path();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'View as' }).click();
      await page.getByLabel('Key of the account').fill('4');
      await page.locator('.view-as-key').getByRole('button').click();
      await page.getByText('Viewing as #4').waitFor();
    });

    it('is the same session in another tab, and ends in both', async () => {
      const other = await page.context().newPage();
      await other.goto(`${explorer.origin}/explorer/users/1`);
      await other.getByRole('heading', { level: 1, name: 'Ann Lee' }).waitFor();
      const token = (await cookies())[0]!.value;
      await other.getByRole('button', { name: 'Settings' }).click();
      const ended = other.waitForResponse('**/api/logout');
      await other.getByRole('button', { name: 'Sign out' }).click();
      expect((await ended).status()).toBe(204);
      await other.getByLabel('Password').waitFor();
      await page.getByLabel('Password').waitFor();
      expect(await cookies()).toEqual([]);
      const headers = { authorization: `Bearer ${token}` };
      const response = await fetch(`${explorer.origin}/api/profile`, { headers });
      expect(response.status).toBe(401);
      await other.close();
      await page.reload();
      await page.getByLabel('Password').waitFor();
    });

    it('reports when the session ends while the page is open', async () => {
      await explorer.signIn('admin@example.com', '/users/1');
      await heading('Ann Lee');
      await page.context().clearCookies();
      await page.locator('.sidebar').getByRole('link', { name: 'Posts' }).click();
      await page.getByText('Your session has ended. Sign in again.').waitFor();
      expect(explorer.complaints).toEqual([]);
    });
  });

  describe('without a cookie', () => {
    beforeAll(() => start(false));
    afterAll(stop);

    it('keeps the token in memory only, so that a reload asks to sign in', async () => {
      const response = page.waitForResponse('**/api/login');
      await explorer.signIn('admin@example.com', '/users/1');
      const { access_token } = (await (await response).json()) as { access_token: string };
      expect((await response).request().postDataJSON()).not.toHaveProperty('cookie');
      await heading('Ann Lee');
      expect(await readable()).not.toContain(access_token);
      expect(await cookies()).toEqual([]);
      await page.reload();
      await page.getByText('The sign-in ends when you close or reload this page.').waitFor();
      expect(explorer.complaints).toEqual([]);
    });
  });
});
