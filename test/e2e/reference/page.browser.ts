import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { openBrowser, type OpenBrowser } from '../../support/browser/open-browser.js';

/** The folder of the pictures, for people to look at. */
const pictures = process.env.SCREENSHOTS ?? join(tmpdir(), 'resource-api-screenshots');

/** One operation: what a person fills in, and the resulting status. */
interface Trial {
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  /** Parameters by name; those in brackets contain JSON. */
  readonly fill?: Readonly<Record<string, string>>;
  /** The action that is chosen from the list. */
  readonly action?: string;
  readonly body?: object;
  readonly status: string;
}

const trial = (
  method: string,
  path: string,
  status: string,
  given: Omit<Trial, 'method' | 'path' | 'status' | 'tag'> & { readonly tag?: string } = {},
): Trial => ({ tag: path.split('/')[2]!, ...given, method, path, status });

const resources = ['users', 'posts', 'companies', 'action_logs'];

/** One operation of each kind, on records of the seed or of an earlier row. */
const trials: readonly Trial[] = [
  ...resources.map((key) => trial('get', `/api/${key}`, '200')),
  trial('get', '/api/posts/filters', '200'),
  trial('get', '/api/posts/actions', '200'),
  trial('get', '/api/posts/{id}/actions', '200', { fill: { id: '1' } }),
  trial('get', '/api/profile', '200'),
  trial('patch', '/api/profile', '200', { body: { age: 41 } }),
  trial('post', '/api/login', '200', {
    tag: 'session',
    body: { email: 'reader@example.com', password: 'password' },
  }),
  trial('get', '/api/tokens', '200', { tag: 'session' }),
  trial('post', '/api/tags', '201', { body: { id: 'tried', label: 'Tried' } }),
  trial('put', '/api/tags/{id}', '200', { fill: { id: 'tried' }, body: { label: 'Put' } }),
  trial('patch', '/api/tags/{id}', '200', { fill: { id: 'tried' }, body: { label: 'Patched' } }),
  trial('delete', '/api/tags/{id}', '204', { fill: { id: 'tried' } }),
  trial('get', '/api/users/{id}/posts', '200', { fill: { id: '1' } }),
  trial('post', '/api/users/{id}/sync/roles', '200', { fill: { id: '4' }, body: { roles: [] } }),
  trial('post', '/api/users/{id}/attach/roles', '201', {
    fill: { id: '4' },
    body: { roles: ['1'] },
  }),
  trial('patch', '/api/users/{id}/roles/{related}', '200', {
    fill: { id: '4', related: '1' },
    body: { policy: 'read' },
  }),
  trial('post', '/api/users/{id}/detach/roles', '204', {
    fill: { id: '4' },
    body: { roles: ['1'] },
  }),
  trial('post', '/api/posts/actions', '200', {
    action: 'publish-posts',
    body: { repositories: ['1'] },
  }),
  trial('post', '/api/posts/{id}/actions', '200', {
    action: 'publish-post',
    fill: { id: '2' },
    body: {},
  }),
  trial('post', '/api/posts/actions', '200', { action: 'import-posts', body: { count: 1 } }),
];

/** Long enough for a busy machine: the page reads a document of 400 KB. */
const PATIENCE = 90_000;

describe('The reference page in a browser', () => {
  let demo: DemoApp;
  let address: string;
  let browser: OpenBrowser;
  let page: Page;
  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    demo = await startDemo();
    await demo.app.listen(0, '127.0.0.1');
    address = (await demo.app.getUrl()).replace('[::1]', '127.0.0.1');
    browser = await openBrowser();
    page = browser.page;
    page.setDefaultTimeout(PATIENCE);
    await page.goto(`${address}/docs`);
    await page.locator('.opblock-tag').first().waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await demo?.close();
  });

  const picture = (name: string) => page.screenshot({ path: join(pictures, `${name}.png`) });

  const operation = (method: string, path: string): Locator =>
    page.locator(`.opblock-${method}`, { has: page.locator(`[data-path="${path}"]`) });

  async function open(method: string, path: string, tag: string): Promise<Locator> {
    const block = operation(method, path);
    if ((await block.count()) === 0) await page.locator(`.opblock-tag[data-tag="${tag}"]`).click();
    await block.locator('.opblock-summary-control').click();
    await block.locator('.btn.execute').waitFor();
    return block;
  }

  /** Sends the form as it is, and returns the response. */
  async function execute(
    block: Locator,
  ): Promise<{ readonly status: string; readonly body: string }> {
    const clear = block.locator('.btn-clear');
    if ((await clear.count()) > 0) await clear.click();
    await block.locator('.btn.execute').click();
    const live = block.locator('.live-responses-table');
    await live.waitFor();
    const status = await live.locator('tbody .response-col_status').first().innerText();
    return {
      status: status.trim(),
      body: await live.locator('.response-col_description').last().innerText(),
    };
  }

  async function attempt({ method, path, tag, fill = {}, action, body }: Trial) {
    const block = await open(method, path, tag);
    for (const [name, value] of Object.entries(fill)) await fillIn(block, name, value);
    if (action !== undefined)
      await block.locator('tr[data-param-name="action"] select').selectOption(action);
    if (body) await block.locator('textarea.body-param__text').fill(JSON.stringify(body));
    const response = await execute(block);
    const url = await block.locator('.request-url pre').innerText();
    await block.locator('.opblock-summary-control').click();
    return { ...response, url: url.trim() };
  }

  async function fillIn(block: Locator, name: string, value: string): Promise<void> {
    const row = block.locator(`tr[data-param-name="${name}"]`);
    const list = row.locator('select');
    if ((await list.count()) > 0) await list.selectOption(value);
    else await row.locator('input, textarea').first().fill(value);
  }

  it('shows each resource', async () => {
    const tags = await page
      .locator('.opblock-tag')
      .evaluateAll((found) => found.map((one) => one.getAttribute('data-tag')));
    expect(tags).toEqual(
      expect.arrayContaining(['session', 'profile', 'users', 'posts', 'comments', 'action_logs']),
    );
    await picture('1-all');
  });

  it('shows the real error to a person who has not signed in', async () => {
    const response = await execute(await open('get', '/api/profile', 'profile'));
    expect([response.status.slice(0, 3), response.body]).toEqual([
      '401',
      expect.stringContaining('Unauthenticated.'),
    ]);
    await operation('get', '/api/profile').locator('.opblock-summary-control').click();
  });

  it('reports wrong credentials', async () => {
    await signIn('admin@example.com', 'wrong');
    await page
      .locator('#status')
      .filter({ hasText: 'The e-mail address or the password is wrong' })
      .waitFor();
  });

  it('signs a person in', async () => {
    await signIn('admin@example.com', 'password');
    await page
      .locator('#signed-in')
      .filter({ hasText: 'Signed in as admin@example.com.' })
      .waitFor();
    await picture('2-signed-in');
  });

  it('reads a record, and shows the real response', async () => {
    const block = await open('get', '/api/users/{id}', 'users');
    await block.locator('tr[data-param-name="id"] input').fill('1');
    const { status, body } = await execute(block);
    expect([status.slice(0, 3), body]).toEqual([
      '200',
      expect.stringContaining('"authorizedToShow": true'),
    ]);
    expect(body).toContain('"admin@example.com"');
    await block.locator('.live-responses-table').scrollIntoViewIfNeeded();
    await picture('3-record');
    await block.locator('.opblock-summary-control').click();
  });

  it.each(trials)('executes $method $path as it is shown: $status (C5.4)', async (given) => {
    const { status, body } = await attempt(given);
    expect([status.slice(0, 3), body]).toEqual([given.status, expect.any(String)]);
  });

  it('writes an operator as filter[age][gte] (C5.6)', async () => {
    const fill = { 'filter[age]': '{"gte": 18}', 'fields[users]': 'age' };
    const { status, url } = await attempt(trial('get', '/api/users', '200', { fill }));
    expect([status.slice(0, 3), decodeURIComponent(url)]).toEqual([
      '200',
      `${address}/api/users?fields[users]=age&filter[age][gte]=18`,
    ]);
  });

  it('really writes', async () => {
    const body = { id: 'from-the-page', label: 'From the page' };
    await attempt(trial('post', '/api/tags', '201', { body }));
    const stored = await demo.get<{ data: { attributes: unknown } }>('/tags/from-the-page');
    expect(stored.body.data.attributes).toMatchObject({ label: 'From the page' });
  });

  it('shows the parameters of each action, and runs it with them', async () => {
    const block = await open('post', '/api/posts/actions', 'posts');
    await block.locator('tr[data-param-name="action"] select').selectOption('import-posts');
    await block.locator('.examples-select-element').first().selectOption('import-posts');
    expect(JSON.parse(await block.locator('textarea.body-param__text').inputValue())).toEqual({
      count: 1,
    });
    await block.locator('.opblock-section-request-body').scrollIntoViewIfNeeded();
    await picture('5-action');
    const { status } = await execute(block);
    expect(status.slice(0, 1)).toBe('2');
  });

  it('signs out, which ends the token', async () => {
    const signedOut = page.waitForResponse(`${address}/api/logout`);
    await page.locator('#signed-in button').click();
    expect((await signedOut).status()).toBe(204);
    await page.locator('#sign-in').waitFor();
  });

  it('sends no requests elsewhere, and nothing violates its content policy', () => {
    expect([...browser.origins]).toEqual([address]);
    const refused = browser.complaints.filter((text) => !text.includes('status of 401'));
    expect(refused).toEqual([]);
  });

  async function signIn(email: string, password: string): Promise<void> {
    await page.locator('#sign-in input[name="email"]').fill(email);
    await page.locator('#sign-in input[name="password"]').fill(password);
    await page.locator('#sign-in button').click();
  }
});
