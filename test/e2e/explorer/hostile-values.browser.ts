import type { Page } from 'playwright-core';
import { openExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';
import { OfficeApp } from '../../support/office-app/office-app.js';

const markup = '<script>window.attacked=1</script><img src=x onerror="window.attacked=1">';
const script = 'javascript:window.attacked=1';
const data = 'data:text/html,<script>window.attacked=1</script>';
const override = 'Invoice \u202Efdp.exe';
const long = 'long '.repeat(20_480);
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="window.attacked=1"><script>window.attacked=1</script></svg>`;

describe('The explorer with hostile values', () => {
  let office: OfficeApp;
  let explorer: OpenExplorer;
  let page: Page;
  let token: string;
  beforeAll(async () => {
    office = await OfficeApp.start();
    explorer = await openExplorer(office.app, '/explorer-of/office');
    ({ page } = explorer);
    const payload = { email: 'boss', password: 'password' };
    const url = '/rest/v2/login';
    const { body } = await office.app.inject({ method: 'POST', url, payload });
    token = (JSON.parse(body) as { access_token: string }).access_token;
    await explorer.signIn('boss');
  });
  afterAll(async () => {
    await explorer.browser.close();
    await office.stop();
  });

  const send = (method: 'PATCH' | 'POST', path: string, payload: object) =>
    office.app.inject({
      ...{ method, url: `/rest/v2${path}`, payload },
      headers: { authorization: `Bearer ${token}` },
    });
  const change = async (path: string, payload: object) =>
    expect((await send('PATCH', path, payload)).statusCode).toBe(200);
  const dialog = () => page.locator('dialog[open]').last();
  async function isHarmless(): Promise<void> {
    expect(await page.evaluate<boolean>('"attacked" in window')).toBe(false);
    expect(await page.locator('script:not([src])').count()).toBe(0);
    expect(
      await page.locator('img[src="x"], a[href^="javascript:"], a[href^="data:"]').count(),
    ).toBe(0);
    expect(await explorer.overflow()).toBe(0);
  }

  it('shows markup as text: in lists, records, data, links, forms and dialogs', async () => {
    await change('/departments/2', { title: markup.slice(0, 60) });
    await change('/employees/2', {
      full_name: markup,
      notes: markup,
      skills: { [markup]: markup },
    });
    await change('/projects/web', { name: markup.slice(0, 60) });
    await send('POST', '/employees/2/attach/projects', { projects: ['web'], part: 'lead' });
    for (const path of [
      '/employees?columns=notes,skills,department_id',
      '/employees/2',
      '/employees/2?tab=projects',
      '/employees/2?tab=logs',
      '/employees/2/edit',
      '/departments/2?tab=employees',
    ]) {
      await explorer.go(path);
      await page.getByText('window.attacked').or(page.locator('textarea')).first().waitFor();
      await isHarmless();
    }
    await explorer.go('/employees/2');
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog().getByText('window.attacked').first().waitFor();
    await isHarmless();
    await dialog().getByLabel('Show this request').first().click();
    await page.keyboard.press('Escape');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
  });

  it.each([script, data, 'JaVaScRiPt:window.attacked=1', '\tjavascript:window.attacked=1'])(
    'makes no link of %j',
    async (value) => {
      await change('/employees/3', { notes: value });
      await explorer.go('/departments');
      await page.locator('tbody tr').first().waitFor();
      await explorer.go('/employees/3');
      await page.getByText('window.attacked').waitFor();
      await isHarmless();
    },
  );

  it('does not let a value turn the text around it (U+202E)', async () => {
    await change('/employees/4', { full_name: override, notes: override });
    await explorer.go('/employees/4');
    await page.getByRole('heading', { level: 1, name: 'Invoice fdp.exe' }).waitFor();
    const direction = await page.evaluate<string>(
      "getComputedStyle(document.querySelector('dd .long-text')).unicodeBidi",
    );
    expect(direction).toBe('isolate');
    await page.getByRole('button', { name: 'Delete' }).click();
    expect(await dialog().getByRole('heading').first().innerText()).toBe(
      'Delete “Invoice fdp.exe”?',
    );
    await dialog().getByRole('button', { name: 'Cancel' }).click();
  });

  it('stays usable with a text of 100 KB', async () => {
    await change('/employees/5', { notes: long });
    await explorer.go('/employees?columns=notes');
    await page.locator('tbody tr').first().waitFor();
    expect(
      await page
        .locator('tbody')
        .innerText()
        .then((shown) => shown.length),
    ).toBeLessThan(20_000);
    await explorer.go('/employees/5');
    await page.getByRole('button', { name: 'Show more' }).click();
    const shown = page.locator('dd .long-text', { hasText: 'long long' });
    expect((await shown.innerText()).length).toBeGreaterThan(100_000);
    await isHarmless();
    await explorer.go('/employees/5/edit');
    await page.getByRole('textbox', { name: /^Notes/ }).fill(`${long}!`);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The changes were saved.').waitFor();
    await explorer.go('/employees/5?tab=logs');
    await page.getByRole('button', { name: 'Show more' }).first().waitFor();
    await isHarmless();
  });

  it('reports what cannot be stored: NUL in a text', async () => {
    const { statusCode } = await send('PATCH', '/employees/6', { notes: 'a\u0000b' });
    expect(statusCode).toBe(422);
    await change('/employees/6', { notes: 'a\u0001\u001B[31mb' });
    await explorer.go('/employees/6');
    await page.getByText('[31mb').waitFor();
    await isHarmless();
  });

  it('rejects an SVG file as a picture, also one that pretends to be a PNG', async () => {
    for (const [name, mimeType] of [
      ['attack.svg', 'image/svg+xml'],
      ['attack.png', 'image/png'],
    ] as const) {
      await explorer.go('/departments');
      await page.locator('tbody tr').first().waitFor();
      await explorer.go('/employees/7/edit');
      await page
        .locator('input[type="file"]')
        .setInputFiles({ name, mimeType, buffer: Buffer.from(svg) });
      await page.getByRole('button', { name: 'Save' }).click();
      await page.locator('[data-field="photo"] [role="alert"]').waitFor();
      await isHarmless();
      await page.getByRole('link', { name: 'Cancel' }).click();
      await dialog().getByRole('button', { name: 'Discard changes' }).click();
      await page.getByRole('link', { name: 'Edit' }).waitFor();
    }
  });

  it('has a policy without exceptions, and nothing violates it', async () => {
    const response = await fetch(`${explorer.origin}/explorer-of/office/employees`);
    const policy = response.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    expect(policy).not.toMatch(/unsafe|\*|https?:/);
    expect(explorer.complaints).toEqual([]);
    expect([...explorer.browser.origins]).toEqual([explorer.origin]);
  });
});
