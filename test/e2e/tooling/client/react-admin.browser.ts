import { mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Response } from 'playwright-core';
import { openBrowser, type OpenBrowser } from '../../../support/browser/open-browser.js';
import {
  buildExample,
  serveExample,
  type ServedExample,
} from '../../../support/browser/react-admin-example.js';
import { startDemo, type DemoApp } from '../../../support/demo-app.js';
import { png } from '../../../support/images.js';

/** Long enough for a busy machine. */
const PATIENCE = 60_000;
/** The folder of the pictures, for people to look at. */
const pictures = process.env.SCREENSHOTS ?? join(tmpdir(), 'resource-api-screenshots');

interface Post {
  readonly id: string;
  readonly attributes: {
    readonly title: string;
    readonly status: string;
    readonly user_id: string;
    readonly published_at: string | null;
  };
  readonly relationships: { readonly tags: readonly { readonly id: string }[] };
}

describe('The example for react-admin, in a browser', () => {
  let demo: DemoApp;
  let example: ServedExample;
  let browser: OpenBrowser;
  let page: Page;
  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    await buildExample();
    demo = await startDemo();
    await demo.app.listen(0, '127.0.0.1');
    example = await serveExample(await demo.app.getUrl());
    browser = await openBrowser();
    page = browser.page;
    page.setDefaultTimeout(PATIENCE);
  }, 900_000);
  afterAll(async () => {
    await browser.close();
    await example.stop();
    await demo.close();
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const input = (source: string) => page.locator(`[name="${source}"]`);
  const row = (text: string) => page.locator('tbody tr', { hasText: text });
  const open = (path: string) => page.goto(`${example.address}/#${path}`);
  const picture = (name: string) =>
    page.screenshot({ path: join(pictures, `react-admin-${name}.png`) });

  async function choose(label: string, option: string): Promise<void> {
    await page.getByLabel(label, { exact: true }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  }

  /** Chooses a record, by a search in the service. */
  async function chooseRecord(label: string, option: string): Promise<void> {
    await page.getByLabel(label, { exact: true }).fill(option);
    await page.getByRole('option', { name: option, exact: true }).click();
  }

  async function signIn(password: string): Promise<void> {
    await input('username').fill('admin@example.com');
    await input('password').fill(password);
    await button('Sign in').click();
  }

  /** Returns the response to the request that the callback makes the page send. */
  async function responseTo(
    method: string,
    path: string,
    work: () => Promise<unknown>,
  ): Promise<Response> {
    const url = `${example.address}/api${path}`;
    const response = page.waitForResponse(
      (each) =>
        each.request().method() === method && decodeURIComponent(each.url()).startsWith(url),
    );
    await work();
    return response;
  }

  /** Returns the posts that the page has read and shows. */
  async function postsShown(
    query: string,
    work: () => Promise<unknown>,
  ): Promise<readonly Post['attributes'][]> {
    const response = await responseTo('GET', `/posts?include=user&${query}`, work);
    const { data } = (await response.json()) as { data: readonly Post[] };
    const titles = data.map(({ attributes }) => attributes.title);
    await page.waitForFunction(
      `[...document.querySelectorAll('tbody tr td:nth-child(2)')].map((cell) => cell.innerText).join() === ${JSON.stringify(titles.join())}`,
    );
    return data.map(({ attributes }) => attributes);
  }

  async function postsInDatabase(query: string): Promise<readonly Post[]> {
    return (await demo.get<{ data: Post[] }>(`/posts?include=tags&${query}`)).body.data;
  }

  const named = (title: string) =>
    postsInDatabase(`sort=title&filter[title][like]=${encodeURIComponent(title)}`);

  async function store(title: string): Promise<string> {
    const body = { title, status: 'draft' };
    const stored = await demo.send<{ data: Post }>('/posts', { method: 'POST', body });
    return stored.body.data.id;
  }

  it('reports a wrong password, and signs in', async () => {
    await page.goto(example.address);
    await signIn('wrong');
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
    expect(await postsShown('sort=-created_at', () => signIn('password'))).toHaveLength(10);
    await picture('1-list');
  });

  it('sorts, reads the next page, searches and filters', async () => {
    const byTitle = await postsInDatabase('sort=title&perPage=20');
    const titles = byTitle.map(({ attributes }) => attributes.title);
    const sorted = await postsShown('sort=title&page=1', () =>
      button('Sort by title ascending').click(),
    );
    expect(sorted.map(({ title }) => title)).toEqual(titles.slice(0, 10));
    const next = await postsShown('sort=title&page=2', () => button('Go to next page').click());
    expect(next.map(({ title }) => title)).toEqual(titles.slice(10));

    const found = await postsShown('sort=title&search=archives', () => input('q').fill('archives'));
    expect(found.length).toBeGreaterThan(0);
    await button('Add filter').click();
    await page.getByRole('menuitemcheckbox', { name: 'Status' }).click();
    const drafts = await postsShown('sort=title&filter[status][eq]=draft&search=archives', () =>
      choose('Status', 'draft'),
    );
    expect(new Set(drafts.map(({ status }) => status))).toEqual(new Set(['draft']));
    await picture('2-filtered');
  });

  it('filters by a reference and by an operator', async () => {
    await open('/posts?filter={}&sort=title&order=ASC');
    await button('Add filter').click();
    await page.getByRole('menuitemcheckbox', { name: 'Author' }).click();
    const hers = await postsShown('sort=title&filter[user_id][eq]=1', () =>
      chooseRecord('Author', 'Ann Lee'),
    );
    expect(new Set(hers.map(({ user_id }) => user_id))).toEqual(new Set(['1']));
    await button('Add filter').click();
    await page.getByRole('menuitemcheckbox', { name: 'Published since' }).click();
    const recent = await postsShown(
      'sort=title&filter[user_id][eq]=1&filter[published_at][gte]=2025-05-01',
      () => input('published_at.gte').fill('2025-05-01'),
    );
    for (const { published_at } of recent) expect(published_at! >= '2025-05-01').toBe(true);
  });

  it('exports the list as it is filtered', async () => {
    const { body } = await demo.get<{ meta: { total: number } }>('/posts?search=archives');
    await open('/posts?filter={"q":"archives"}');
    await row('rchives').first().waitFor();
    const download = page.waitForEvent('download');
    await button('Export').click();
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines[0]).toContain('title');
    expect(lines).toHaveLength(body.meta.total + 1);
  });

  it('shows the messages of fields at their inputs, and stores the record with its links', async () => {
    await open('/posts/create');
    await input('title').fill('From react-admin');
    const refused = await responseTo('POST', '/posts', () => button('Save').click());
    expect(refused.status()).toBe(422);
    await page.locator('.ra-input-status', { hasText: 'The status field is required.' }).waitFor();
    await picture('3-invalid');
    await choose('Status', 'draft');
    await chooseRecord('Author', 'Ann Lee');
    await chooseRecord('Tags', 'Film');
    await page.keyboard.press('Escape');
    const stored = await responseTo('POST', '/posts', () => button('Save').click());
    expect(stored.status()).toBe(201);
    await page.getByText('Element created').waitFor();
    const [post] = await named('From react-admin');
    expect(post).toMatchObject({
      attributes: { status: 'draft', user_id: '1' },
      relationships: { tags: [{ id: 'film' }] },
    });
  });

  it('edits a record and its links', async () => {
    const [post] = await named('From react-admin');
    await open(`/posts/${post!.id}`);
    await input('title').fill('Edited in react-admin');
    await chooseRecord('Tags', 'Gardens');
    await page.locator('.MuiChip-root', { hasText: 'Film' }).locator('svg').click();
    await page.keyboard.press('Escape');
    await button('Save').click();
    await page.getByText('Element updated').waitFor();
    const [edited] = await named('Edited in react-admin');
    expect(edited!.id).toBe(post!.id);
    expect(edited!.relationships.tags.map(({ id }) => id)).toEqual(['gardens']);
  });

  it('does not overwrite or delete what somebody else has changed meanwhile (C13.1)', async () => {
    const [post] = await named('Edited in react-admin');
    const path = `/posts/${post!.id}`;
    await open(path);
    await input('title').fill('Too late');
    await demo.send(path, { method: 'PATCH', body: { title: 'Changed meanwhile' } });
    const late = await responseTo('PATCH', path, () => button('Save').click());
    expect(late.status()).toBe(412);
    await page.getByText('Somebody else has changed this record. Reload the page.').waitFor();
    await picture('4-conflict');
    const kept = await responseTo('DELETE', path, async () => {
      await button('Delete').click();
      await button('Confirm').click();
    });
    expect(kept.status()).toBe(412);
    expect((await named('Changed meanwhile')).map(({ id }) => id)).toEqual([post!.id]);

    await page.reload();
    await input('title').fill('In time');
    await button('Save').click();
    await page.getByText('Element updated').waitFor();
    expect((await named('In time')).map(({ id }) => id)).toEqual([post!.id]);
  });

  it('deletes a record', async () => {
    const [post] = await named('In time');
    await open(`/posts/${post!.id}`);
    await button('Delete').click();
    await button('Confirm').click();
    await page.getByText('Element deleted').waitFor();
    expect(await named('In time')).toEqual([]);
  });

  it('changes and deletes several records at once', async () => {
    for (const number of [1, 2]) await store(`Quillwort ${number}`);
    await open('/posts?filter={"q":"Quillwort"}');
    await row('Quillwort 2').waitFor();
    const selectAll = page.locator('thead input[type="checkbox"]');
    await selectAll.check();
    const changed = await responseTo('POST', '/posts/bulk/update', async () => {
      await button('Archive').click();
      await button('Confirm').click();
    });
    expect(changed.status()).toBe(200);
    const archived = await named('Quillwort');
    expect(archived.map(({ attributes }) => attributes.status)).toEqual(['archived', 'archived']);
    await row('archived').nth(1).waitFor();
    await selectAll.check();
    const deleted = await responseTo('DELETE', '/posts/bulk/delete', async () => {
      await button('Delete').click();
      await button('Confirm').click();
    });
    expect(deleted.status()).toBe(204);
    expect(await named('Quillwort')).toEqual([]);
  });

  it('reads related records through a relation, and through a field, without a total', async () => {
    const id = await store('Discussed');
    const body = { comment: 'Read twice.', commentable_type: 'posts', commentable_id: id };
    expect((await demo.send('/comments', { method: 'POST', body })).status).toBe(201);
    await open(`/posts/${id}`);
    await row('Read twice.').waitFor();

    const posts = await postsInDatabase('filter[user_id]=3&sort=title&perPage=20');
    const titles = posts.map(({ attributes }) => attributes.title);
    await open('/users/3');
    await row(titles[0]!).first().waitFor();
    const next = await responseTo('GET', '/posts?sort=title&filter[user_id][eq]=3&page=2', () =>
      button('Go to next page').click(),
    );
    const { data, meta } = (await next.json()) as { data: Post[]; meta: { total: null } };
    expect(meta.total).toBeNull();
    expect(data.map(({ attributes }) => attributes.title)).toEqual(titles.slice(10));
    await row(titles[10]!).first().waitFor();
  });

  it('uploads and removes a file', async () => {
    const avatar = async () =>
      (await demo.get<{ attributes: { avatar: string | null } }>('/profile')).body.attributes
        .avatar;
    await open('/users/1');
    const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(png()) };
    await page.locator('input[type="file"]').setInputFiles(file);
    await page.getByText('me.png').waitFor();
    const uploaded = await responseTo('POST', '/users/1', () => button('Save').click());
    expect(uploaded.status()).toBe(200);
    expect(await avatar()).toMatch(/^\/storage\/users\/1\/.*\.png$/);
    await page.getByText('Element updated').waitFor();
    await open('/users/1');
    await button('Delete').first().click();
    const removed = await responseTo('PATCH', '/users/1', () => button('Save').click());
    expect(removed.status()).toBe(200);
    expect(await avatar()).toBeNull();
  });

  it('keeps the sign-in when the page is loaded again, until the token expires', async () => {
    await open('/posts?filter={}');
    await page.reload();
    await page.locator('tbody tr').first().waitFor();
    await page.evaluate(`sessionStorage.setItem('token', 'expired')`);
    await page.reload();
    await input('username').waitFor();
  });

  it('signs out, which ends the token (C2.2)', async () => {
    await signIn('password');
    await page.locator('tbody tr').first().waitFor();
    await button('Profile').click();
    const ended = await responseTo('POST', '/logout', () =>
      page.getByRole('menuitem', { name: 'Logout' }).click(),
    );
    expect(ended.status()).toBe(204);
    await input('username').waitFor();
  });

  it('sends no requests elsewhere, and reports no errors but those of the API', () => {
    expect([...browser.origins]).toEqual([example.address]);
    const refused = /status of (401|412|422)/;
    expect(browser.complaints.filter((text) => !refused.test(text))).toEqual([]);
  });
});
