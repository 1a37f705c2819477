import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { createClient } from '../../../src/tooling/client/index.js';
import { openDemoExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';
import type { DemoApp } from '../../support/demo-app.js';

const execute = promisify(execFile);

const markup = '<img src=x onerror="window.attacked=1"><script>window.attacked=1</script>';
const long = 'W'.repeat(180);
const rightToLeft = 'שלום עולם <b>טקסט</b> 123';

describe('The explorer with hostile records', () => {
  let demo: DemoApp;
  let explorer: OpenExplorer;
  let page: Page;
  const ids: string[] = [];
  beforeAll(async () => {
    ({ demo, explorer } = await openDemoExplorer());
    ({ page } = explorer);
    const titles = [markup, 'javascript:window.attacked=1', long, rightToLeft, '=1+1', '../../new'];
    for (const title of titles) {
      const body = { title, status: 'draft', description: `${title}\n\n${'word '.repeat(300)}` };
      const stored = await demo.send<{ data: { id: string } }>('/posts', { method: 'POST', body });
      ids.push(stored.body.data.id);
    }
    for (const id of ['new', 'map', 'a-tag']) {
      const stored = await demo.send('/tags', { method: 'POST', body: { id, label: `Tag ${id}` } });
      expect(stored.status).toBe(201);
    }
  });
  afterAll(async () => {
    await explorer.browser.close();
    await demo.close();
  });

  const wasAttacked = () => page.evaluate<boolean>('"attacked" in window');

  it('shows markup as text, in lists', async () => {
    await explorer.signIn('admin@example.com', '/posts?columns=description,status');
    await page.getByRole('link', { name: markup }).waitFor();
    expect(await page.locator('main img, main script').count()).toBe(0);
    expect(await wasAttacked()).toBe(false);
    expect(await explorer.overflow()).toBe(0);
    await explorer.picture('hostile');
  });

  it('shows a text from right to left in its direction', async () => {
    const link = page.getByRole('link', { name: rightToLeft });
    expect(await link.evaluate((element) => element.matches(':dir(rtl)'))).toBe(true);
  });

  it('fits records with long words on a screen of 390 pixels', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await explorer.overflow()).toBe(0);
    await page.getByRole('link', { name: long }).click();
    await page.getByRole('heading', { level: 1, name: long }).waitFor();
    expect(await explorer.overflow()).toBe(0);
    await explorer.picture('hostile-narrow');
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goBack();
  });

  it('shows markup as text, on the page of a record', async () => {
    await page.getByRole('link', { name: markup }).click();
    await page.getByRole('heading', { level: 1, name: markup }).waitFor();
    expect(await wasAttacked()).toBe(false);
    await page.goBack();
  });

  it('has no link to an address that runs a script', async () => {
    await page.getByRole('link', { name: 'javascript:window.attacked=1' }).click();
    await page.getByRole('heading', { level: 1, name: 'javascript:window.attacked=1' }).waitFor();
    expect(await page.locator('a[href^="javascript:"]').count()).toBe(0);
    expect(await wasAttacked()).toBe(false);
  });

  it('opens records whose keys are words of its own addresses', async () => {
    await page.locator('.sidebar').getByRole('link', { name: 'Tags' }).click();
    await page.getByRole('searchbox').fill('Tag ');
    await page.waitForURL(/search/);
    for (const id of ['new', 'map', 'a-tag']) {
      await page.getByRole('link', { name: `Tag ${id}`, exact: true }).click();
      await page.getByRole('heading', { level: 1, name: `Tag ${id}` }).waitFor();
      await page.goBack();
    }
  });

  it.each(['/nothing', '/posts/999999', '/posts/%3Cscript%3E'])(
    'explains that there is nothing at %s',
    async (path) => {
      await explorer.signIn('admin@example.com', path);
      await page.getByText('This page does not exist').waitFor();
      expect(await explorer.accessibilityFaults()).toEqual([]);
    },
  );

  it('ignores parameters of the URL that mean nothing', async () => {
    await explorer.signIn(
      'admin@example.com',
      '/posts?page=x&perPage=7&columns=nothing,title&filters=%5B&run=nothing&filter[a][b]=c',
    );
    await page.locator('tbody tr').first().waitFor();
    expect(await page.locator('.chip').count()).toBe(0);
  });

  it('reports a filter of the URL that the service rejects', async () => {
    await explorer.signIn('admin@example.com', '/posts?filter[nothing][eq]=1');
    await page.getByRole('alert').waitFor();
  });

  it('shows requests that return what the page shows (C11.1)', async () => {
    await explorer.signIn(
      'admin@example.com',
      '/posts?search=margin&filter[status][in]=draft,archived',
    );
    const total = Number(/[\d,]+/.exec(await page.locator('.title-count').innerText())![0]);
    expect(total).toBeGreaterThan(1);
    const token = await demo.tokenOf('admin');
    await page.getByRole('button', { name: 'Show this request' }).click();
    const code = page.locator('.request-popover .code');

    const curl = (await code.innerText()).replace(/^curl /, 'curl -s ');
    const { stdout } = await execute('bash', ['-c', curl], {
      env: { ...process.env, TOKEN: token },
    });
    expect((JSON.parse(stdout) as { meta: { total: number } }).meta.total).toBe(total);

    await page.getByRole('tab', { name: 'Typed client' }).click();
    const [, method, argument] = /^await api\.posts\.(\w+)\(([^]*)\);$/.exec(
      await code.innerText(),
    )!;
    const client = createClient<Record<string, any>>(
      { prefix: '/api', resources: { posts: {} }, profile: null, terms: ['idempotencyKey'] },
      { url: explorer.origin, token },
    );
    // The printed argument is a literal.
    const query = await page.evaluate<object>(`(${argument})`);
    expect((await client.posts[method!](query)).meta.total).toBe(total);

    await page.getByRole('tab', { name: 'Tool call' }).click();
    const call = JSON.parse(await code.innerText()) as object;
    const response = await fetch(`${explorer.origin}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
    });
    const { result } = (await response.json()) as {
      result: { structuredContent: { meta: { total: number } } };
    };
    expect(result.structuredContent.meta.total).toBe(total);
  });

  it('asks for a confirmation if an action cannot be previewed (C13.3)', async () => {
    await page.keyboard.press('Escape');
    await page.route('**/api/posts/actions*', async (route) => {
      if (route.request().headers().prefer !== 'tx=rollback') return route.continue();
      return route.fulfill({
        status: 409,
        json: { message: 'This action cannot be previewed.', code: 'dry_run_unsupported' },
      });
    });
    await page.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: /^Delete Posts For Good/ }).click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByText(/reaches outside the database/).waitFor();
    const run = dialog.getByRole('button', { name: /^(Run|Preview)/ });
    expect(await run.isDisabled()).toBe(true);
    await dialog.getByLabel('Run it without a preview').check();
    expect(await run.isEnabled()).toBe(true);
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.unroute('**/api/posts/actions*');
  });

  it('shows what a reader may do, and nothing else (C17.1)', async () => {
    await explorer.signIn('reader@example.com', '/posts');
    await page.locator('tbody tr').first().waitFor();
    const schema = await demo.get<{ data: { key: string; label: string }[] }>('/_schema', 'reader');
    const links = await page.locator('.sidebar a').allInnerTexts();
    for (const { label } of schema.body.data) expect(links).toContain(label);
    expect(links).toHaveLength(schema.body.data.length + 2);
  });

  it('returns to the sign-in when the token has ended (C2.2)', async () => {
    await page.route('**/api/companies*', (route) =>
      route.fulfill({
        status: 401,
        json: { message: 'Unauthenticated.', code: 'unauthenticated' },
      }),
    );
    await page.locator('.sidebar').getByRole('link', { name: 'Companies' }).click();
    await page.getByText('Your session has ended. Sign in again.').waitFor();
    await page.unroute('**/api/companies*');
  });

  it('violates no content policy', () => {
    expect(explorer.complaints).toEqual([]);
  });
});
