import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { openBrowser, type OpenBrowser } from '../../support/browser/open-browser.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { installPackages } from '../../support/install-packages.js';

const execute = promisify(execFile);
/** Installing the packages of the examples takes a minute. */
const INSTALLATION = 300_000;
/** Long enough for a busy machine. */
const PATIENCE = 60_000;
const pictures = process.env.SCREENSHOTS ?? join(tmpdir(), 'resource-api-screenshots');

interface PostBody {
  readonly data: {
    readonly id: string;
    readonly attributes: { readonly title: string; readonly status: string };
    readonly relationships: { readonly tags: readonly { readonly id: string }[] };
  };
}

describe('The examples in a browser', () => {
  let demo: DemoApp;
  let address: string;
  let browser: OpenBrowser;
  let page: Page;
  let bundles: string;
  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    bundles = mkdtempSync(join(tmpdir(), 'resource-api-examples-'));
    await installPackages('examples');
    await execute(process.execPath, ['examples/bundle.mjs', bundles]);
    demo = await startDemo();
    await demo.app.listen(0, '127.0.0.1');
    address = (await demo.app.getUrl()).replace('[::1]', '127.0.0.1');
    browser = await openBrowser();
    page = browser.page;
    page.setDefaultTimeout(PATIENCE);
    await page.route(`${address}/examples/*`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<!doctype html><meta charset="utf-8"><div id="root"></div><script src="/bundles/${nameIn(route.request().url())}.js"></script>`,
      }),
    );
    await page.route(`${address}/bundles/*`, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: readFileSync(join(bundles, `${nameIn(route.request().url())}.js`), 'utf8'),
      }),
    );
  }, INSTALLATION);
  afterAll(async () => {
    await browser.close();
    await demo.close();
    rmSync(bundles, { recursive: true });
  });

  const nameIn = (url: string): string => /\/([\w-]+)(?:\.js)?(?:[?#].*)?$/.exec(url)![1]!;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const picture = (name: string) => page.screenshot({ path: join(pictures, `${name}.png`) });

  async function postOf(title: string): Promise<PostBody['data'] | undefined> {
    const found = await demo.get<{ data: PostBody['data'][] }>(
      `/posts?include=tags&filter[title][eq]=${encodeURIComponent(title)}`,
    );
    return found.body.data[0];
  }

  const tagsOf = (post: PostBody['data'] | undefined) =>
    post?.relationships.tags.map(({ id }) => id).sort();

  it('compile strictly', async () => {
    const { stdout } = await execute('node_modules/.bin/tsc', ['-p', 'examples/tsconfig.json']);
    expect(stdout).toBe('');
  });

  it('react-admin lists, shows, creates, edits and deletes, with a many-to-many relation', async () => {
    const [first, second] = await tags();
    await page.goto(`${address}/examples/react-admin`);
    await page.locator('input[name="username"]').fill('admin@example.com');
    await page.locator('input[name="password"]').fill('password');
    await button('Sign in').click();
    await page.locator('tbody tr').first().waitFor();
    const searched = page.waitForResponse((each) => each.url().includes('search=archives'));
    await page.locator('input[name="q"]').fill('archives');
    expect((await searched).status()).toBe(200);
    await picture('react-admin-list');

    await page.goto(`${address}/examples/react-admin#/posts/create`);
    await page.locator('input[name="title"]').fill('From react-admin');
    await button('Save').click();
    await page.getByText('The status field is required.').waitFor();
    await page.getByLabel('Status').click();
    await page.getByRole('option', { name: 'draft' }).click();
    await page.getByLabel('Tags').click();
    await page.getByRole('option', { name: first!.label, exact: true }).click();
    await page.keyboard.press('Escape');
    await button('Save').click();
    await page.waitForURL(/\/show$/);
    await page.getByText(first!.label, { exact: true }).waitFor();
    expect(tagsOf(await postOf('From react-admin'))).toEqual([first!.id]);
    await picture('react-admin-show');

    const { id } = (await postOf('From react-admin'))!;
    await page.goto(`${address}/examples/react-admin#/posts/${id}`);
    await page.locator('input[name="title"]').fill('Edited in react-admin');
    await page.getByLabel('Tags').click();
    await page.getByRole('option', { name: second!.label, exact: true }).click();
    await page.keyboard.press('Escape');
    await button('Save').click();
    await page.waitForURL(/\/show$/);
    await page.getByText(second!.label, { exact: true }).waitFor();
    expect(tagsOf(await postOf('Edited in react-admin'))).toEqual([first!.id, second!.id].sort());

    await page.goto(`${address}/examples/react-admin#/posts/${id}`);
    await page.locator('input[name="title"]').fill('Too late');
    await demo.send(`/posts/${id}`, { method: 'PATCH', body: { title: 'Changed meanwhile' } });
    await button('Save').click();
    await page.getByText('The record has another version.').waitFor();
    await button('Delete').click();
    await button('Confirm').click();
    await page.locator('tbody tr').first().waitFor();
    expect(await postOf('Changed meanwhile')).toBeUndefined();
  });

  it('react-admin reads references, and changes and deletes several records at once', async () => {
    const ids = await storePosts('Quillwort', 2);
    await demo.send('/comments', {
      method: 'POST',
      body: { comment: 'Seen.', commentable_type: 'posts', commentable_id: ids[0] },
    });
    const search = async () => {
      await page.goto(`${address}/examples/react-admin#/posts`);
      await page.locator('input[name="q"]').fill('');
      await page.locator('tbody tr').nth(5).waitFor();
      const searched = page.waitForResponse((each) => each.url().includes('search=Quillwort'));
      await page.locator('input[name="q"]').fill('Quillwort');
      await searched;
      await page.locator('tbody tr', { hasText: 'Quillwort 1' }).waitFor();
      await page.locator('tbody tr').nth(2).waitFor({ state: 'detached' });
    };
    const many = page.waitForResponse((each) => /\/api\/users\?.*id/.test(each.url()));
    await search();
    expect((await many).status()).toBe(200);
    await page.locator('tbody tr', { hasText: 'Quillwort 2' }).getByText('Ann Lee').waitFor();

    const related = page.waitForResponse((each) => each.url().includes(`/${ids[0]}/comments`));
    await page.goto(`${address}/examples/react-admin#/posts/${ids[0]}/show`);
    expect((await related).status()).toBe(200);
    await page.getByText('Seen.').waitFor();

    await search();
    const selectAll = () => page.locator('thead input[type="checkbox"]').check();
    await selectAll();
    const changed = page.waitForResponse((each) => each.url().endsWith('/posts/bulk/update'));
    await button('Archive').click();
    await button('Confirm').click();
    expect((await changed).status()).toBe(200);
    expect(await statusesOf('Quillwort')).toEqual(['archived', 'archived']);
    await selectAll();
    const deleted = page.waitForResponse((each) => each.url().endsWith('/posts/bulk/delete'));
    await button('Delete').click();
    await button('Confirm').click();
    expect((await deleted).status()).toBe(204);
    expect(await statusesOf('Quillwort')).toEqual([]);
  });

  it('refine lists, shows, creates, edits and deletes, with a many-to-many relation', async () => {
    const [first] = await tags();
    await page.goto(`${address}/examples/refine`);
    await page.getByLabel('Email').fill('admin@example.com');
    await page.getByLabel('Password').fill('password');
    await button('Sign in').click();
    await page.locator('li').nth(4).waitFor();
    const searched = page.waitForResponse((each) => each.url().includes('search=archives'));
    await page.getByLabel('Search').fill('archives');
    expect((await searched).status()).toBe(200);
    await page.getByLabel('New title').fill('From refine');
    await button('Create').click();
    await page.getByRole('heading', { name: 'From refine' }).waitFor();
    await page.getByLabel(first!.label, { exact: true }).click();
    await page.locator(`label:has-text("${first!.label}") input:checked`).waitFor();
    expect(tagsOf(await postOf('From refine'))).toEqual([first!.id]);
    await page.getByLabel('Title', { exact: true }).fill('Edited in refine');
    await button('Save').click();
    await page.getByRole('heading', { name: 'Edited in refine' }).waitFor();
    await page.getByLabel('Title', { exact: true }).fill('');
    await button('Save').click();
    await page.getByText('The given data was invalid.').waitFor();
    await page.locator('#title-messages', { hasText: 'The title field is required.' }).waitFor();
    await picture('refine');
    await button('Delete').click();
    await page.getByLabel('New title').waitFor();
    expect(await postOf('Edited in refine')).toBeUndefined();
  });

  it('refine reads many records, and changes and deletes several at once', async () => {
    await storePosts('Sphagnum', 2, 'published');
    await page.goto(`${address}/examples/refine`);
    await page.getByLabel('Email').fill('admin@example.com');
    await page.getByLabel('Password').fill('password');
    const many = page.waitForResponse((each) => /\/api\/users\?.*id/.test(each.url()));
    await button('Sign in').click();
    expect((await many).status()).toBe(200);
    await page.locator('li', { hasText: 'Sphagnum 1' }).getByText('Ann Lee').waitFor();
    const selectAll = async () => {
      for (const title of ['Sphagnum 1', 'Sphagnum 2'])
        await page.getByLabel(`Select ${title}`).check();
    };
    await selectAll();
    const changed = page.waitForResponse((each) => each.url().endsWith('/posts/bulk/update'));
    await button('Unpublish selected').click();
    expect((await changed).status()).toBe(200);
    expect(await statusesOf('Sphagnum')).toEqual(['draft', 'draft']);
    await button('Unpublish selected').waitFor({ state: 'detached' });
    await selectAll();
    const deleted = page.waitForResponse((each) => each.url().endsWith('/posts/bulk/delete'));
    await button('Delete selected').click();
    expect((await deleted).status()).toBe(204);
    expect(await statusesOf('Sphagnum')).toEqual([]);
  });

  it('hooks read pages, write, and read again what a write has changed', async () => {
    await page.goto(`${address}/examples/react-query`);
    await button('Sign in').click();
    await page.getByRole('heading', { name: 'Drafts, for Ann Lee' }).waitFor();
    await page.locator('li').nth(4).waitFor();
    await button('More').click();
    await page.locator('li').nth(9).waitFor();
    await button('Store').click();
    await page.getByText('The title field is required.').waitFor();
    await page.getByLabel('Title').fill('From a hook');
    await button('Store').click();
    const item = page.locator('li', { hasText: 'From a hook by Ann Lee' });
    await item.getByRole('button').click();
    await page.getByText('1 published').waitFor();
    await item.waitFor({ state: 'detached' });
    expect((await postOf('From a hook'))?.attributes.status).toBe('published');
    await picture('react-query');
  });

  /** Stores posts with numbered titles, and returns their keys. */
  async function storePosts(
    name: string,
    count: number,
    status = 'draft',
  ): Promise<readonly string[]> {
    const ids: string[] = [];
    for (let number = 1; number <= count; number++) {
      const body = { title: `${name} ${number}`, status };
      const stored = await demo.send<{ data: { id: string } }>('/posts', { method: 'POST', body });
      expect(stored.status).toBe(201);
      ids.push(stored.body.data.id);
    }
    return ids;
  }

  async function statusesOf(name: string): Promise<readonly string[]> {
    const { body } = await demo.get<{ data: PostBody['data'][] }>(
      `/posts?filter[title][like]=${name}`,
    );
    return body.data.map(({ attributes }) => attributes.status);
  }

  async function tags(): Promise<readonly { readonly id: string; readonly label: string }[]> {
    const { body } = await demo.get<{ data: { id: string; attributes: { label: string } }[] }>(
      '/tags?sort=label',
    );
    return body.data.map(({ id, attributes }) => ({ id, ...attributes }));
  }
});
