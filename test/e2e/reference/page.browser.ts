import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { OpenApiDocument } from '../../../src/addons/reference/openapi/document/open-api.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { DocumentValidator } from '../../support/document/document-validator.js';
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
  /** What replaces the body that is shown; absent if that is sent. */
  readonly body?: object;
  /** Whether the body is sent as a form, in place of JSON. */
  readonly form?: true;
  /** The parts of the form that are filled in; the others are sent as they are shown. */
  readonly parts?: Readonly<Record<string, string>>;
  /** The part that receives an image. */
  readonly image?: string;
  /** What the response contains. */
  readonly shows?: string;
  readonly status: string;
}

const trial = (
  method: string,
  path: string,
  status: string,
  given: Omit<Trial, 'method' | 'path' | 'status' | 'tag'> & { readonly tag?: string } = {},
): Trial => ({ tag: path.split('/')[2]!, ...given, method, path, status });

const resources = ['users', 'posts', 'companies', 'action_logs'];

/**
 * One operation of each kind, on records of the seed or of an earlier row. A body that was changed
 * stays when the operation is opened again, so those that are sent as they are shown come first.
 */
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
  // Bodies of links as they are shown.
  trial('post', '/api/users/{id}/attach/roles', '201', { fill: { id: '5' } }),
  trial('post', '/api/users/{id}/sync/roles', '200', { fill: { id: '5' } }),
  trial('patch', '/api/users/{id}/roles/{related}', '200', { fill: { id: '5', related: '1' } }),
  trial('post', '/api/users/{id}/detach/roles', '204', { fill: { id: '5' } }),
  // What a person fills in.
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
  // Bodies as they are shown.
  trial('patch', '/api/profile', '200'),
  trial('post', '/api/users', '201'),
  trial('patch', '/api/users/{id}', '200', { fill: { id: '3' } }),
  trial('post', '/api/companies', '201'),
  trial('post', '/api/posts', '201'),
  trial('put', '/api/posts/{id}', '200', { fill: { id: '3' } }),
  trial('patch', '/api/posts/{id}', '200', { fill: { id: '3' } }),
  trial('post', '/api/videos', '201'),
  trial('post', '/api/comments', '201'),
  trial('post', '/api/posts/bulk', '201'),
  trial('post', '/api/posts/bulk/update', '200'),
  trial('delete', '/api/comments/bulk/delete', '204'),
  // Forms as they are shown, with other values only where they must be unique.
  ...['posts', 'videos', 'comments', 'images'].map((key) =>
    trial('post', `/api/${key}`, '201', { form: true }),
  ),
  trial('post', '/api/phones', '201', { form: true, parts: { user_id: '201' } }),
  trial('post', '/api/users', '201', { form: true, parts: { email: 'form@example.com' } }),
  trial('post', '/api/users', '201', {
    form: true,
    parts: { email: 'image@example.com', age: '33', preferences: '{"colour": "red"}' },
    image: 'avatar',
    shows: '/storage/users/',
  }),
  trial('post', '/api/companies', '201', {
    form: true,
    parts: { name: 'From a form' },
    image: 'logo',
    shows: '/storage/companies/',
  }),
  trial('post', '/api/tags', '201', { form: true, parts: { id: 'form' } }),
  trial('post', '/api/profile', '200'),
  trial('post', '/api/profile', '200', { image: 'avatar', shows: '/storage/users/1/' }),
  trial('post', '/api/posts/{id}', '200', { fill: { id: '3' } }),
  trial('post', '/api/users/{id}', '200', { fill: { id: '3' } }),
  trial('post', '/api/users/{id}', '200', {
    fill: { id: '3' },
    image: 'avatar',
    shows: '/storage/users/3/',
  }),
  trial('put', '/api/profile', '200', {
    body: { name: 'Ann Lee', email: 'admin@example.com' },
  }),
  // What a person fills in.
  trial('get', '/api/_schema', '200', { tag: 'schema' }),
  trial('get', '/api/_schema/{key}', '200', { tag: 'schema', fill: { key: 'posts' } }),
];

/** The kinds of operations that were executed. */
const executed = new Set<string>();

/** What an operation does, without the names of its resource and relation. */
function kindOf(id: string): string {
  const [owner, ...names] = id.split('.');
  if (['session', 'tokens', 'profile', 'schema', 'files'].includes(owner!)) return id;
  return names.length === 2 ? `relation.${names[1]}` : names.join('.');
}

/** Long enough for a busy machine. */
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
  });
  afterAll(async () => {
    await browser.close();
    await demo.close();
  });

  const picture = (name: string) => page.screenshot({ path: join(pictures, `${name}.png`) });

  const operation = (method: string, path: string): Locator =>
    page.locator(`.operation[data-method="${method}"][data-path="${path}"]`);

  const heading = (item: Locator): Locator => item.locator('> button');

  async function open(method: string, path: string, tag: string): Promise<Locator> {
    const item = operation(method, path);
    if (!(await heading(item).isVisible()))
      await page.locator(`.tag[data-tag="${tag}"] > summary`).click();
    await heading(item).click();
    await item.locator('.btn.execute').waitFor();
    return item;
  }

  /** Sends the form as it is, and returns the response. */
  async function execute(
    item: Locator,
  ): Promise<{ readonly status: string; readonly body: string }> {
    const clear = item.locator('.btn-clear');
    if ((await clear.count()) > 0) await clear.click();
    await item.locator('.btn.execute').click();
    const live = item.locator('.live-responses-table');
    await live.waitFor();
    const status = await live.locator('tbody .response-col_status').first().innerText();
    executed.add(kindOf((await item.getAttribute('data-id'))!));
    return {
      status: status.trim(),
      body: await live.locator('.response-col_description').last().innerText(),
    };
  }

  /** Fetches a file by the operation that has this path, and sees it. */
  async function showsFile(path: string, url: string): Promise<void> {
    const item = await open('get', path, 'files');
    const names = path.match(/(?<=\{)\w+/g)!;
    const values = url.split('/').slice(2);
    for (const [at, name] of names.entries()) await fillIn(item, name, values[at]!);
    const { status } = await execute(item);
    expect(status.slice(0, 3)).toBe('200');
    const image = item.locator('.live-responses-table img');
    await image.waitFor();
    const width = await image.evaluate<number, { decode(): Promise<void>; naturalWidth: number }>(
      async (shown) => (await shown.decode(), shown.naturalWidth),
    );
    expect(width).toBe(4);
    await heading(item).click();
  }

  async function attempt(given: Trial) {
    const { method, path, tag, fill = {}, action, body } = given;
    const item = await open(method, path, tag);
    for (const [name, value] of Object.entries(fill)) await fillIn(item, name, value);
    if (action !== undefined)
      await item.locator('tr[data-param-name="action"] select').selectOption(action);
    await chooseBody(item, given.form ? 'multipart/form-data' : 'application/json');
    if (body) await item.locator('textarea.body-param__text').fill(JSON.stringify(body));
    await fillForm(item, given);
    const response = await execute(item);
    const url = await item.locator('.request-url pre').innerText();
    await heading(item).click();
    return { ...response, url: url.trim() };
  }

  /** JSON is chosen at first, so only a form has to wait until the choice is drawn. */
  async function chooseBody(item: Locator, mediaType: string): Promise<void> {
    const types = item.locator('.body-param-content-type select');
    const isDrawn = (await types.locator('option').count()) > 1;
    if (isDrawn || mediaType !== 'application/json') await types.selectOption(mediaType);
  }

  async function fillForm(item: Locator, { parts = {}, image }: Trial): Promise<void> {
    const row = (name: string) => item.locator(`tr[data-property-name="${name}"]`);
    for (const [name, value] of Object.entries(parts)) {
      await type(row(name).locator('input:not([type="checkbox"]), textarea'), value);
    }
    if (image === undefined) return;
    const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 4, height: 3 } });
    const file = { name: 'image.png', mimeType: 'image/png', buffer };
    await row(image).locator('input[type="file"]').setInputFiles(file);
  }

  /** Swagger UI takes what was typed with a delay, or when the field is left. */
  async function type(field: Locator, value: string): Promise<void> {
    await field.fill(value);
    await field.blur();
  }

  async function fillIn(item: Locator, name: string, value: string): Promise<void> {
    const row = item.locator(`tr[data-param-name="${name}"]`);
    const closed = item.locator('.parameter-group button[aria-expanded="false"]');
    // The parameters are drawn after the button that sends them.
    await item.locator('.parameter-group, tr[data-param-name]').first().waitFor();
    while ((await row.count()) === 0) await closed.first().click();
    const list = row.locator('select');
    if ((await list.count()) > 0) await list.selectOption(value);
    else await type(row.locator('input, textarea').first(), value);
  }

  it('lists every operation before its large script has arrived', async () => {
    const script = '**/swagger-ui-bundle.js*';
    await page.route(script, (route) => route.abort());
    await page.goto(`${address}/docs`);
    const tags = await page
      .locator('.tag')
      .evaluateAll((found) => found.map((one) => one.getAttribute('data-tag')));
    expect(tags).toEqual(
      expect.arrayContaining(['session', 'profile', 'users', 'posts', 'comments', 'action_logs']),
    );
    await page.locator('#filter').fill('attach roles');
    expect(await page.locator('.operation:visible').count()).toBe(1);
    await page.locator('#filter').fill('');
    await picture('1-all');
    await page.unroute(script);
    await page.reload();
  });

  it('draws the list before it loads its large script, also from the cache', async () => {
    const times = () =>
      page.evaluate<{ readonly drawn: number; readonly loaded: number } | null>(`(() => {
        const [paint] = performance.getEntriesByName('first-contentful-paint');
        const files = performance.getEntriesByType('resource');
        const script = files.find(({ name }) => name.includes('swagger-ui-bundle.js'));
        return paint && script ? { drawn: paint.startTime, loaded: script.startTime } : null;
      })()`);
    for (let visit = 0; visit < 2; visit++) {
      const script = page.waitForResponse('**/swagger-ui-bundle.js*');
      await page.reload();
      await script;
      let measured = await times();
      while (measured === null) {
        await page.waitForTimeout(50);
        measured = await times();
      }
      expect(measured.loaded).toBeGreaterThan(measured.drawn);
    }
  });

  it('shows commands for the address of the service', async () => {
    const commands = await page.locator('.first-requests .command').allInnerTexts();
    expect(commands).toHaveLength(4);
    for (const command of commands) expect(command).toContain(`'${address}/api/`);
  });

  it('shows the real error to a person who has not signed in', async () => {
    const response = await execute(await open('get', '/api/profile', 'profile'));
    expect([response.status.slice(0, 3), response.body]).toEqual([
      '401',
      expect.stringContaining('Unauthenticated.'),
    ]);
    await heading(operation('get', '/api/profile')).click();
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
    await heading(block).click();
  });

  it.each([
    ['get', '/api/users', 'users', ['200', '400', '401', '403', '422', '500', '504']],
    ['get', '/api/users/{id}/roles', 'users', ['200', '404', '500']],
    ['post', '/api/posts', 'posts', ['201', '409', '422', '500']],
    ['patch', '/api/posts/{id}', 'posts', ['200', '404', '412', '422', '500']],
    ['get', '/api/profile', 'profile', ['200', '404']],
  ])('shows samples of responses of %s %s that are valid', async (method, path, tag, statuses) => {
    const item = await open(method, path, tag);
    const id = (await item.getAttribute('data-id'))!;
    const own = (await (await fetch(`${address}/docs/operations/${id}`)).json()) as OpenApiDocument;
    const validator = new DocumentValidator(own);
    for (const status of statuses) {
      const row = item.locator(`.responses-inner > table tr.response[data-code="${status}"]`);
      const sample = await row.locator('.highlight-code code').innerText();
      expect(sample).not.toMatch(/"string"|additionalProp/);
      const url = path.replace('{id}', '1');
      const sent = { method, url, status: Number(status), type: 'application/json' };
      expect(validator.findFault({ ...sent, payload: sample })).toBeNull();
    }
    await item.locator('.responses-inner > table').scrollIntoViewIfNeeded();
    await picture(`4-responses-${id}`);
    await heading(item).click();
  });

  it.each(trials)('executes $method $path as it is shown: $status (C5.4)', async (given) => {
    const { status, body } = await attempt(given);
    const shown = expect.stringContaining(given.shows ?? '') as string;
    expect([status.slice(0, 3), body]).toEqual([given.status, shown]);
  });

  it('leaves empty parts of a form out, unless a person ticks them', async () => {
    const item = await open('post', '/api/posts/{id}', 'posts');
    await fillIn(item, 'id', '3');
    await execute(item);
    const sent = async () =>
      (await item.locator('.curl-command').innerText()).match(/-F '.*'/g)?.toSorted();
    expect(await sent()).toEqual(["-F 'title=text'"]);
    const description = item.locator('tr[data-property-name="description"]');
    await description.locator('input[type="checkbox"]').check();
    expect((await execute(item)).status.slice(0, 3)).toBe('200');
    expect(await sent()).toEqual(["-F 'description='", "-F 'title=text'"]);
    const { body } = await demo.get<{ data: { attributes: { description: unknown } } }>('/posts/3');
    expect(body.data.attributes.description).toBeNull();
    await heading(item).click();
  });

  it('fetches files, and shows them', async () => {
    const { body } = await demo.get<{ attributes: { avatar: string } }>('/profile');
    await showsFile('/storage/{resource}/{record}/{file}', body.attributes.avatar);
    const companies = await demo.get<{ data: { attributes: { logo: string } }[] }>(
      '/companies?name=From a form',
    );
    const { logo } = companies.body.data[0]!.attributes;
    await showsFile('/storage/{resource}/{record}/{folder}/{file}', logo);
  });

  it('reverts a change, and all changes of a batch', async () => {
    const renamed = await demo.send('/posts/5', { method: 'PATCH', body: { title: 'Changed' } });
    expect(renamed.status).toBe(200);
    const { body } = await demo.get<{ data: { id: string; attributes: { batch_id: string } }[] }>(
      '/action_logs?sort=-id&perPage=1',
    );
    const [row] = body.data;
    const one = trial('post', '/api/action_logs/{id}/revert', '200', { fill: { id: row!.id } });
    expect((await attempt(one)).status.slice(0, 3)).toBe('200');
    const after = await demo.get<{ data: { attributes: { batch_id: string } }[] }>(
      '/action_logs?sort=-id&perPage=1',
    );
    const { batch_id } = after.body.data[0]!.attributes;
    const all = trial('post', '/api/action_logs/revert', '200', { body: { batch_id } });
    expect((await attempt(all)).status.slice(0, 3)).toBe('200');
  });

  it('revokes a token', async () => {
    const fill = { id: await otherToken() };
    const given = trial('delete', '/api/tokens/{id}', '204', { tag: 'session', fill });
    expect((await attempt(given)).status.slice(0, 3)).toBe('204');
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

  it('cancels and follows an action that runs after its response (C14.2)', async () => {
    const later = demo.client('admin').with({ prefer: 'respond-async' });
    const { body } = await later.send<{ data: { id: string } }>(
      'POST',
      '/posts/actions?action=import-posts',
      JSON.stringify({ count: 1 }),
    );
    const fill = { id: body.data.id };
    const cancelled = await attempt(trial('post', '/api/runs/{id}/cancel', '202', { fill }));
    expect([cancelled.status.slice(0, 3), cancelled.body]).toEqual([
      '202',
      expect.stringContaining('import-posts'),
    ]);
    const followed = await attempt(trial('get', '/api/runs/{id}/events', '200', { fill }));
    expect([followed.status.slice(0, 3), followed.body]).toEqual([
      '200',
      expect.stringMatching(/event: (?:finished|cancelled)/),
    ]);
  });

  it('groups parameters, and shows the common ones first', async () => {
    const item = await open('get', '/api/users', 'users');
    const groups = item.locator('.parameter-group button');
    expect(await groups.allInnerTexts()).toEqual([
      expect.stringMatching(/^Common \(/),
      expect.stringMatching(/^Filters \(/),
      expect.stringMatching(/^Related records \(/),
      expect.stringMatching(/^Pages \(/),
      expect.stringMatching(/^Headers \(/),
    ]);
    await heading(item).click();
  });

  it('keeps the sign-in for the tab, and only for it', async () => {
    await page.reload();
    await page.locator('#signed-in').waitFor();
    const { status } = await execute(await open('get', '/api/tokens', 'session'));
    expect(status.slice(0, 3)).toBe('200');
    const other = await page.context().newPage();
    await other.goto(`${address}/docs`);
    expect(await other.locator('#sign-in').isVisible()).toBe(true);
    await other.close();
  });

  it('links to an operation, and is dark if the browser is or the person wishes', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${address}/docs#roles.index`);
    await page.reload();
    await operation('get', '/api/roles').locator('.btn.execute').waitFor();
    const isDark = () => page.locator('html.dark-mode').count();
    expect(await isDark()).toBe(1);
    await picture('6-dark');
    await page.locator('#theme').click();
    await page.reload();
    expect(await isDark()).toBe(0);
  });

  it('opens operations under a fragment that is not one, or is not valid', async () => {
    for (const fragment of ['nothing', '%', '%ff', '"]']) {
      await page.goto(`${address}/docs#${fragment}`);
      await page.reload();
      await open('get', '/api/roles', 'roles');
    }
  });

  it('fits a screen of 390 pixels', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${address}/docs#users.index`);
    await page.reload();
    const item = operation('get', '/api/users');
    const { status } = await execute(item);
    expect(status.slice(0, 3)).toBe('200');
    const width = () => page.evaluate<number>('document.documentElement.scrollWidth');
    expect(await width()).toBeLessThanOrEqual(390);
    await picture('7-narrow');
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('signs out, which ends the token', async () => {
    const signedOut = page.waitForResponse(`${address}/api/logout`);
    await page.locator('#signed-in button').click();
    expect((await signedOut).status()).toBe(204);
    await page.locator('#sign-in').waitFor();
  });

  it('ends the token by the operation, too', async () => {
    await signIn('admin@example.com', 'password');
    await page.locator('#signed-in').waitFor();
    const given = trial('post', '/api/logout', '204', { tag: 'session' });
    expect((await attempt(given)).status.slice(0, 3)).toBe('204');
  });

  it('has executed every kind of operation', async () => {
    const ids = await page
      .locator('.operation')
      .evaluateAll((found) => found.map((one) => one.getAttribute('data-id')!));
    expect(ids.length).toBeGreaterThan(150);
    expect([...executed].toSorted()).toEqual([...new Set(ids.map(kindOf))].toSorted());
  });

  it('sends no requests elsewhere, and nothing violates its content policy', () => {
    expect([...browser.origins]).toEqual([address]);
    const refused = browser.complaints.filter(
      (text) => !text.includes('status of 401') && !text.includes('net::ERR_FAILED'),
    );
    expect(refused).toEqual([]);
  });

  /** Signs in once more, and returns the id of that token. */
  async function otherToken(): Promise<string> {
    const body = { email: 'admin@example.com', password: 'password' };
    await demo.send('/login', { method: 'POST', body, as: null });
    const tokens = await demo.get<{ data: { id: string }[] }>('/tokens');
    return tokens.body.data.map(({ id }) => id).sort((a, b) => Number(b) - Number(a))[0]!;
  }

  async function signIn(email: string, password: string): Promise<void> {
    await page.locator('#sign-in input[name="email"]').fill(email);
    await page.locator('#sign-in input[name="password"]').fill(password);
    await page.locator('#sign-in button').click();
  }
});
