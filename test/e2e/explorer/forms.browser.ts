import type { Page } from 'playwright-core';
import { openDemoExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';
import type { DemoApp } from '../../support/demo-app.js';
import { png } from '../../support/images.js';

interface Shown {
  readonly data: { readonly id: string; readonly attributes: Readonly<Record<string, unknown>> };
}

describe('The forms of the explorer', () => {
  let demo: DemoApp;
  let explorer: OpenExplorer;
  let page: Page;
  beforeAll(async () => {
    ({ demo, explorer } = await openDemoExplorer());
    ({ page } = explorer);
    // Colors do not change gradually then.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await explorer.signIn('admin@example.com', '/posts/new');
  });
  afterAll(async () => {
    await explorer.browser.close();
    await demo.close();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  // The page of a record has buttons with the names of its fields too.
  const input = (label: string, options?: { exact: boolean }) =>
    page.locator('form').getByLabel(label, options);
  const dialog = () => page.locator('dialog[open]').last();
  const attributesOf = async (path: string) => (await demo.get<Shown>(path)).body.data.attributes;

  /** Goes to a page within the session; the page of a new address would ask to sign in. */
  async function go(path: string): Promise<void> {
    await page.evaluate<unknown>(
      `history.pushState(null, '', ${JSON.stringify(`/explorer${path}`)}); dispatchEvent(new PopStateEvent('popstate'))`,
    );
  }

  it('shows the errors of the service beside their inputs (C4.1)', async () => {
    await input('Title').fill(' ');
    await button('Create').click();
    await page.locator('[data-field="title"] [role="alert"]').waitFor();
    await page.locator('[data-field="status"] [role="alert"]').waitFor();
    expect(
      await page.evaluate<string>('document.activeElement.closest("[data-field]").dataset.field'),
    ).toBe('title');
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('form-errors');
  });

  it('stores a record with a related one that a search finds (C4.2)', async () => {
    await input('Title').fill('Written in the explorer');
    await input('Status').selectOption('published');
    await input('Published at').fill('2026-01-02T03:04:05');
    const user = page.getByRole('combobox', { name: /^User/ });
    await user.fill('reader@example');
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /Rita Stone/ })
      .waitFor();
    await explorer.picture('form-search');
    await user.press('Enter');
    await page.locator('.picked').waitFor();
    await button('Create').click();
    await page.getByRole('heading', { level: 1, name: 'Written in the explorer' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    expect(await attributesOf(`/posts/${id}`)).toMatchObject({
      title: 'Written in the explorer',
      status: 'published',
      user_id: '4',
    });
  });

  it('asks before changes are lost', async () => {
    await page.getByRole('link', { name: 'Edit' }).click();
    await input('Title').fill('Not saved');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await dialog().getByText('What you have changed is lost').waitFor();
    await explorer.picture('unsaved');
    await dialog().getByRole('button', { name: 'Keep editing' }).click();
    expect(await input('Title').inputValue()).toBe('Not saved');
    expect(
      await page.evaluate<boolean>(
        "!dispatchEvent(new Event('beforeunload', { cancelable: true }))",
      ),
    ).toBe(true);
    await page.getByRole('link', { name: 'Cancel' }).click();
    await dialog().getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Written in the explorer' }).waitFor();
  });

  it('sends the version, and lets a person choose between both changes (C13.1)', async () => {
    const path = new URL(page.url()).pathname.replace('/explorer', '');
    await page.getByRole('link', { name: 'Edit' }).click();
    await input('Title').fill('My title');
    await input('Description').fill('My description');
    await demo.send(path, {
      method: 'PATCH',
      body: { title: 'Their title', status: 'archived' },
      as: 'editor',
    });
    await button('Save').click();
    await dialog().getByText('Somebody else has changed this record').waitFor();
    expect(await attributesOf(path)).toMatchObject({ title: 'Their title', description: null });
    const save = dialog().getByRole('button', { name: 'Save the chosen values' });
    expect(await save.isDisabled()).toBe(true);
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('conflict');
    await dialog()
      .getByRole('group', { name: /^Title/ })
      .getByLabel('Mine')
      .check();
    await save.click();
    await page.getByRole('heading', { level: 1, name: 'My title' }).waitFor();
    expect(await attributesOf(path)).toMatchObject({
      title: 'My title',
      description: 'My description',
      status: 'archived',
    });
  });

  it('uploads, shows and removes an image, and edits JSON (C10.1)', async () => {
    await go('/users/4/edit');
    await input('Name').waitFor();
    await page.locator('input[type="file"]').setInputFiles({
      name: 'face.png',
      mimeType: 'image/png',
      buffer: Buffer.from(png()),
    });
    await page.locator('.image-preview').waitFor();
    const json = page.getByRole('textbox', { name: /^Preferences/ });
    await json.fill('{\n  "theme": \n}');
    await page.getByText('This text is not valid JSON.').first().waitFor();
    await button('Save').click();
    await page.locator('[data-field="preferences"] [role="alert"]').waitFor();
    await json.fill('{"theme":"dark"}');
    await button('Format').click();
    expect(await json.inputValue()).toBe('{\n  "theme": "dark"\n}');
    await explorer.picture('form-image');
    await button('Save').click();
    await page.getByText('The changes were saved.').waitFor();
    await page.getByRole('link', { name: 'Edit' }).waitFor();
    const { avatar, preferences } = await attributesOf('/users/4');
    expect(avatar).toMatch(/^\/storage\/users\/4\//);
    expect(preferences).toEqual({ theme: 'dark' });
    await go('/users/4/edit');
    await button('Remove the image').click();
    await button('Save').click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Edit' }).waitFor();
    expect((await attributesOf('/users/4')).avatar).toBeNull();
  });

  it('chooses the record of a morph by the type beside it (C4.2)', async () => {
    await go('/comments/new?commentable_type=posts');
    await input('Comment', { exact: true }).fill('From the explorer');
    const record = page.getByRole('combobox', { name: /^Commentable id/ });
    await record.fill('My title');
    await page
      .getByRole('listbox')
      .getByRole('option', { name: /My title/ })
      .click();
    await button('Create').click();
    await page.getByRole('link', { name: 'Edit' }).waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1)!;
    expect(await attributesOf(`/comments/${id}`)).toMatchObject({ commentable_type: 'posts' });
  });

  it('fits a screen of 390 pixels, in both themes', async () => {
    await go('/users/4/edit');
    await input('Name').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await explorer.picture('form-narrow');
    expect(await explorer.overflow()).toBe(0);
    await page.keyboard.press('Control+k');
    await dialog().getByRole('combobox').fill('theme: dark');
    await page.keyboard.press('Enter');
    await page.locator('html[data-theme="dark"]').waitFor();
    await dialog().waitFor({ state: 'detached' });
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('form-narrow-dark');
    await page.setViewportSize({ width: 1280, height: 900 });
    await explorer.picture('form-dark');
  });

  it('sends no requests elsewhere, and nothing violates its content policy', () => {
    expect([...explorer.browser.origins]).toEqual([explorer.origin]);
    expect(explorer.complaints).toEqual([]);
  });
});
