import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { openDemoExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';
import type { DemoApp } from '../../support/demo-app.js';

interface Posts {
  readonly data: readonly {
    readonly id: string;
    readonly attributes: { readonly title: string };
  }[];
  readonly meta: { readonly total: number };
}

interface Named {
  readonly data: readonly { readonly id: string; readonly attributes: { readonly name: string } }[];
}

describe('The lists of the explorer', () => {
  let demo: DemoApp;
  let explorer: OpenExplorer;
  let page: Page;
  /** The records that a test selects and later ones use. */
  let chosen: Posts['data'];
  beforeAll(async () => {
    ({ demo, explorer } = await openDemoExplorer());
    ({ page } = explorer);
    await explorer.signIn('admin@example.com', '/posts');
  });
  afterAll(async () => {
    await explorer.browser.close();
    await demo.close();
  });

  const rows = () => page.locator('tbody tr');
  const titles = () => page.locator('tbody .record-link').allInnerTexts();
  const query = () => decodeURIComponent(new URL(page.url()).search).replaceAll('+', ' ');
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.locator('dialog[open]').last();

  /** Goes to a list within the session; the page of a new address would ask to sign in. */
  async function go(label: string): Promise<void> {
    await page.keyboard.press('Control+k');
    await dialog().getByRole('combobox').fill(label);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: label }).waitFor();
    await rows().first().waitFor();
  }

  /** Goes to an address within the session. */
  async function show(path: string): Promise<void> {
    await page.evaluate<unknown>(
      `history.pushState(null, '', ${JSON.stringify(`/explorer${path}`)}); dispatchEvent(new PopStateEvent('popstate'))`,
    );
  }

  async function loaded(): Promise<void> {
    await page.locator('[aria-busy="false"]').waitFor();
  }

  it('shows records with the titles of their related records, and the total (C3.1)', async () => {
    await rows().first().waitFor();
    const { body } = await demo.get<Posts>('/posts?perPage=25');
    expect(await titles()).toEqual(body.data.map(({ attributes }) => attributes.title));
    const total = body.meta.total.toLocaleString('en');
    await page.getByText(`1 to 25 of ${total}`).waitFor();
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('posts');
  });

  it('sorts by a column, and keeps the order in the URL (C5.5)', async () => {
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
    await page.locator('[aria-sort="ascending"]').waitFor();
    await loaded();
    expect(query()).toBe('?sort=title&perPage=25');
    const { body } = await demo.get<Posts>('/posts?perPage=25&sort=title');
    expect(await titles()).toEqual(body.data.map(({ attributes }) => attributes.title));
    await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
    await page.locator('[aria-sort="descending"]').waitFor();
    await page.goBack();
    await page.goBack();
    await page.locator('th:not([aria-sort])').first().waitFor();
    expect(query()).toBe('?perPage=25');
  });

  it('searches while a person types; / moves the focus there (C5.8)', async () => {
    await page.locator('h1').click();
    await page.keyboard.press('/');
    await page.keyboard.type('margin');
    await page.waitForURL(/search=margin/);
    await loaded();
    const { body } = await demo.get<Posts>('/posts?search=margin');
    await page.getByText(`${body.meta.total} records`).waitFor();
    await page.getByRole('searchbox').fill('nothing matches this');
    await page.getByText('No record matches the search and the filters.').waitFor();
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('nothing-found');
    await button('Clear search and filters').click();
    await rows().first().waitFor();
  });

  it('filters by the operators of a field (C5.6)', async () => {
    await button('Filter').click();
    await page.getByRole('combobox', { name: 'Field', exact: true }).selectOption('field:status');
    await page.getByRole('combobox', { name: 'Value', exact: true }).selectOption('draft');
    await explorer.picture('filter');
    await button('Apply').click();
    await page.waitForURL(/filter/);
    expect(query()).toBe('?filter[status][eq]=draft&perPage=25');
    await loaded();
    const { body } = await demo.get<Posts>('/posts?filter[status][eq]=draft');
    await page.getByText(`${body.meta.total} records`).waitFor();
    await button('Filter').click();
    await page.getByRole('combobox', { name: 'Field', exact: true }).selectOption('field:title');
    await page.getByRole('textbox', { name: 'Value', exact: true }).fill('the');
    await button('Apply').click();
    await page.waitForURL(/title/);
    expect(query()).toBe('?filter[status][eq]=draft&filter[title][like]=the&perPage=25');
    await page.locator('.chip').nth(1).waitFor();
    await button('Remove the filter').first().click();
    await page.locator('.chip').nth(1).waitFor({ state: 'detached' });
    expect(query()).toBe('?filter[title][like]=the&perPage=25');
    await button('Remove the filter').click();
    await page.waitForURL((url) => url.search === '?perPage=25');
  });

  it('filters by a related record, which a search finds, and changes the filter (C5.6)', async () => {
    const people = async (search: string) =>
      (await demo.get<Named>(`/users?search=${search}&perPage=1`)).body.data[0]!;
    const [first, second] = [await people('Aurora'), await people('Ann Lee')];
    await button('Filter').click();
    await page.getByRole('combobox', { name: 'Field', exact: true }).selectOption('field:user_id');
    await page.getByRole('combobox', { name: 'Value', exact: true }).fill(first.attributes.name);
    const options = page.getByRole('listbox').getByRole('option');
    await options.filter({ hasText: first.attributes.name }).first().click();
    await explorer.picture('filter-record');
    await button('Apply').click();
    const chip = page.locator('.chip');
    await chip.getByText(`User is ${first.attributes.name}`).waitFor();
    expect(query()).toBe(`?filter[user_id][eq]=${first.id}&perPage=25`);
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await chip.getByRole('button').first().click();
    await page.getByRole('button', { name: 'Choose another record' }).click();
    await page.keyboard.type(second.attributes.name);
    await options.filter({ hasText: second.attributes.name }).first().click();
    await button('Apply').click();
    await chip.getByText(`User is ${second.attributes.name}`).waitFor();
    expect(query()).toBe(`?filter[user_id][eq]=${second.id}&perPage=25`);
    await loaded();
    const { body } = await demo.get<Posts>(`/posts?filter[user_id][eq]=${second.id}`);
    await page.getByText(new RegExp(`^${body.meta.total} records?$`)).waitFor();
    await button('Remove the filter').click();
    await page.waitForURL((url) => url.search === '?perPage=25');
  });

  it('filters by "Me", which the URL contains and the request does not (C5.6)', async () => {
    const field = page.getByRole('combobox', { name: 'Field', exact: true });
    await button('Filter').click();
    await field.selectOption('field:status');
    expect(await button('Me').count()).toBe(0);
    await field.selectOption('field:user_id');
    await button('Me').click();
    expect(await button('Me').getAttribute('aria-pressed')).toBe('true');
    expect(await page.getByRole('combobox', { name: 'Value', exact: true }).count()).toBe(0);
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('filter-me');
    await button('Apply').click();
    const chip = page.locator('.chip');
    await chip.getByText('User is Me').waitFor();
    expect(query()).toBe('?filter[user_id][eq]=$me&perPage=25');
    const mine = (await demo.get<Posts>('/posts?filter[user_id][eq]=1')).body.meta.total;
    await page.getByText(`${mine} records`).waitFor();
    await button('Show this request').click();
    await page.getByText('filter%5Buser_id%5D%5Beq%5D=1').waitFor();
    await page.keyboard.press('Escape');
    // One of several.
    await chip.getByRole('button').first().click();
    await page.getByRole('combobox', { name: 'Comparison' }).selectOption('in');
    expect(await button('Me').getAttribute('aria-pressed')).toBe('true');
    const value = page.getByRole('combobox', { name: 'Value', exact: true });
    await value.fill('Edgar');
    await page
      .getByRole('listbox')
      .getByRole('option')
      .filter({ hasText: 'Edgar' })
      .first()
      .click();
    await explorer.picture('filter-me-in');
    await button('Apply').click();
    await chip.getByText('User is one of Me, Edgar').waitFor();
    expect(query()).toMatch(/^\?filter\[user_id]\[in]=\$me,\d+&perPage=25$/);
    // Actions on the whole list run on the same records.
    await loaded();
    await button('Actions').click();
    const previewed = page.waitForRequest(/api\/posts\/actions/);
    await page.getByRole('menuitem', { name: /^Delete Posts For Good/ }).click();
    expect(decodeURIComponent((await previewed).url())).toContain('filter[user_id][in]=1,');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await dialog().waitFor({ state: 'detached' });
    await button('Remove the filter').click();
    await page.waitForURL((url) => url.search === '?perPage=25');
  });

  it('resolves "$me" only in keys of accounts, and is never a wildcard (C5.6)', async () => {
    const asked = page.waitForRequest(/api\/posts\?/);
    await show('/posts?filter[title][eq]=$me&perPage=25');
    expect(decodeURIComponent((await asked).url())).toContain('filter[title][eq]=$me&');
    await page.locator('.chip', { hasText: 'Title is $me' }).waitFor();
    const person = page.waitForRequest(/api\/users\?/);
    await show('/users?filter[company_id][eq]=$me&perPage=25');
    expect(decodeURIComponent((await person).url())).toContain('filter[company_id][eq]=$me&');
    await page.locator('.chip', { hasText: 'Employer is $me' }).waitFor();
    await show('/posts?perPage=25');
    await rows().first().waitFor();
  });

  it.each([
    ['404', 404],
    ['403', 403],
  ])('reads nothing for "Me" if the service returns no profile: %s', async (_, status) => {
    await page.route('**/api/profile', (route) =>
      route.fulfill({ status, json: { message: 'No profile.', code: 'not_found' } }),
    );
    const asked: string[] = [];
    const note = (request: { url(): string }) => {
      if (request.url().includes('api/posts?')) asked.push(request.url());
    };
    page.on('request', note);
    await explorer.signIn('admin@example.com', '/posts?filter[user_id][nin]=$me&perPage=25');
    await page.getByText('This list depends on who you are').waitFor();
    expect(await button('Show this request').count()).toBe(0);
    expect(await button('Actions').count()).toBe(0);
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('filter-me-unknown');
    expect(asked).toEqual([]);
    page.off('request', note);
    await page.unroute('**/api/profile');
    await button('Clear search and filters').click();
    await page.waitForURL((url) => url.search === '?perPage=25');
    await rows().first().waitFor();
  });

  it('is the viewed account for "Me" while viewing as it (C2.9)', async () => {
    await explorer.signIn('admin@example.com', '/posts?filter[user_id][eq]=$me&perPage=25');
    await page.getByText('40 records').waitFor();
    await button('View as').click();
    const asked = page.waitForRequest(
      (request) => request.url().includes('/api/posts?') && request.headers()['view-as'] === '2',
    );
    await page.getByLabel('Key of the account').fill('2');
    await page.locator('.view-as-key').getByRole('button').click();
    expect(decodeURIComponent((await asked).url())).toContain('filter[user_id][eq]=2&');
    await page.locator('.chip', { hasText: 'User is Me' }).waitFor();
    await button('Leave').click();
    await button('Remove the filter').click();
    await page.waitForURL((url) => url.search === '?perPage=25');
    await rows().first().waitFor();
  });

  it('filters by a declared filter, with the form of its schema (C5.7)', async () => {
    await button('Filter').click();
    await page
      .getByRole('combobox', { name: 'Field', exact: true })
      .selectOption('filter:published-between');
    await button('Apply').click();
    await page.getByText('This field is required.').first().waitFor();
    await page.getByLabel('From', { exact: true }).fill('2025-01-01T00:00');
    await page.getByLabel('To', { exact: true }).fill('2025-02-01T00:00');
    await explorer.picture('declared-filter');
    await button('Apply').click();
    await page.waitForURL(/filters/);
    const filters = new URL(page.url()).searchParams.get('filters')!;
    const value = (JSON.parse(filters) as Record<string, unknown>)['published-between'];
    const { body } = await demo.get<Posts>(
      `/posts?filters=${encodeURIComponent(JSON.stringify([{ key: 'published-between', value }]))}`,
    );
    await page.getByText(`${body.meta.total} records`).waitFor();
    await page.locator('.chip', { hasText: 'Jan 1, 2025, 12:00 AM – Feb 1, 2025' }).waitFor();
    await explorer.picture('chips');
    await page.locator('.chip').getByRole('button').first().click();
    expect(await page.getByLabel('From', { exact: true }).inputValue()).toMatch(
      /^2025-01-01T00:00/,
    );
    await page.getByLabel('To', { exact: true }).fill('2025-03-01T00:00');
    await button('Apply').click();
    await page.locator('.chip', { hasText: 'Mar 1, 2025' }).waitFor();
    await button('Remove the filter').click();
    await page.waitForURL((url) => url.search === '?perPage=25');
  });

  it('shows the columns that a person chooses, and reads no others (C5.1)', async () => {
    await button('View').click();
    await page.getByRole('checkbox', { name: 'Description' }).click();
    await page.getByRole('columnheader', { name: 'Description' }).waitFor();
    await page.getByRole('checkbox', { name: 'Status' }).click();
    await page.getByRole('columnheader', { name: 'Status' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    expect(query()).toBe('?perPage=25&columns=description,published_at,user_id,created_at');
    await button('Show this request').click();
    await page
      .getByText('fields%5Bposts%5D=title,description,published_at,user_id,created_at')
      .waitFor();
    await page.getByRole('tab', { name: 'Tool call' }).click();
    await page.getByText('posts-index-tool').waitFor();
    await explorer.picture('request');
    await page.keyboard.press('Escape');
    // Another list begins with the preference, and its URL contains it.
    await button('View').click();
    await page.getByRole('combobox', { name: 'Records per page' }).selectOption('15');
    await page.keyboard.press('Escape');
    await go('Companies');
    expect(query()).toBe('?perPage=15');
    await go('Posts');
    expect(query()).toBe('?perPage=15&columns=description,published_at,user_id,created_at');
    // A URL with a state shows everybody the same, without their preferences.
    await show('/posts?perPage=25&sort=title');
    await page.getByRole('columnheader', { name: 'Status' }).waitFor();
    await loaded();
    expect(await rows().count()).toBe(25);
    await go('Posts');
    await button('View').click();
    await page.getByRole('combobox', { name: 'Records per page' }).selectOption('25');
    await button('Default columns').click();
    await page.keyboard.press('Escape');
    await page.waitForURL((url) => url.search === '?perPage=25');
  });

  it('turns pages', async () => {
    await button('Next page').click();
    await page.waitForURL(/[?&]page=2/);
    await page.getByText('Page 2 of').waitFor();
    await loaded();
    const { body } = await demo.get<Posts>('/posts?perPage=25&page=2');
    expect(await titles()).toEqual(body.data.map(({ attributes }) => attributes.title));
    await button('Previous page').click();
    await page.waitForURL((url) => url.search === '?perPage=25');
    await page.getByText('Page 1 of').waitFor();
    await loaded();
  });

  it('is used with the keyboard: arrows move, space selects, Enter opens', async () => {
    await page.locator('tbody .record-link').first().focus();
    await page.keyboard.press('ArrowDown');
    const [, second] = await titles();
    expect(await page.evaluate<string>('document.activeElement.innerText')).toBe(second);
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('ArrowLeft');
    expect(await page.evaluate<string>('document.activeElement.type')).toBe('checkbox');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: second! }).waitFor();
    await page.goBack();
    await rows().first().waitFor();
    await page.locator('h1').click();
    await page.keyboard.press('?');
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor();
    await explorer.picture('help');
    await page.keyboard.press('Escape');
  });

  it.each([
    ['CSV, for spreadsheets', 'posts.csv', 'id,title,status'],
    ['NDJSON, for programs', 'posts.ndjson', '{"id":'],
  ])('exports all records of the list as %s (C17.3)', async (label, name, start) => {
    await button('Export').click();
    const arriving = page.waitForEvent('download');
    await page.getByRole('button', { name: label }).click();
    const file = await arriving;
    expect(file.suggestedFilename()).toBe(name);
    const content = await readFile(await file.path(), 'utf8');
    expect(content.slice(0, start.length)).toBe(start);
    const { body } = await demo.get<Posts>('/posts?perPage=1');
    expect(content.trim().split(/\r?\n/).length).toBeGreaterThanOrEqual(body.meta.total);
    await page.keyboard.press('Escape');
    await page.locator('.popover').waitFor({ state: 'detached' });
  });

  it('changes a field of several records, after a preview (C13.3, C13.5)', async () => {
    const published = '/posts?perPage=2&filter[status][eq]=published';
    chosen = (await demo.get<Posts>(published)).body.data;
    const [first, second] = chosen;
    for (const { attributes } of [first!, second!])
      await page.getByLabel(`Select ${attributes.title}`).first().check();
    await page.getByText('2 selected').waitFor();
    const { total } = (await demo.get<Posts>('/posts?perPage=1')).body.meta;
    const onAll = button(`Actions on all ${total.toLocaleString('en')}`);
    await onAll.waitFor();
    expect(await button('Actions').count()).toBe(1);
    await explorer.picture('selection');
    await button('Edit').click();
    await dialog().getByLabel('Field to change').selectOption('status');
    await dialog().getByLabel('Status').selectOption({ label: 'archived' });
    await dialog().getByRole('button', { name: 'Preview' }).click();
    await dialog().getByText('2 records updated').waitFor();
    for (const { attributes } of [first!, second!])
      await dialog().locator('.preview-title', { hasText: attributes.title }).first().waitFor();
    expect(await dialog().locator('.field-changes dt').allInnerTexts()).toEqual([
      'Status',
      'Status',
    ]);
    expect(await dialog().locator('.preview a').count()).toBe(0);
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('bulk-edit');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('2 records were updated.').waitFor();
    const { body } = await demo.get<Posts>(
      `/posts?id=${first!.id},${second!.id}&filter[status][eq]=archived`,
    );
    expect(body.meta.total).toBe(2);
  });

  it('shows which record an error of a bulk write is about (C13.5)', async () => {
    await button('Edit').click();
    await dialog().getByLabel('Field to change').selectOption('user_id');
    await dialog().getByLabel('User id').fill('999999');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('The selected user_id is invalid.').first().waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
  });

  it('deletes the selected records only after their preview (C13.3)', async () => {
    const [first, second] = chosen;
    await page
      .getByRole('group', { name: 'Selection' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await dialog().getByText('Delete 2 records?').waitFor();
    await dialog()
      .getByText(/records? deleted/)
      .first()
      .waitFor();
    expect((await demo.get(`/posts/${first!.id}`)).status).toBe(200);
    await explorer.picture('delete');
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 records were deleted.').waitFor();
    for (const { id } of [first!, second!])
      expect((await demo.get(`/posts/${id}`)).status).toBe(404);
    await loaded();
  });

  it('runs an action on selected records (C6)', async () => {
    await button('Filter').click();
    await page.getByRole('combobox', { name: 'Field', exact: true }).selectOption('field:status');
    await page.getByRole('combobox', { name: 'Value', exact: true }).selectOption('draft');
    await button('Apply').click();
    await page.waitForURL(/status/);
    await loaded();
    const [first] = (await demo.get<Posts>('/posts?perPage=1&filter[status][eq]=draft')).body.data;
    await page.getByLabel(`Select ${first!.attributes.title}`).first().check();
    const group = page.getByRole('group', { name: 'Selection' });
    await group.getByRole('button', { name: 'Actions' }).click();
    await group.getByRole('menuitem', { name: /^Publish Posts/ }).click();
    await dialog().getByRole('button', { name: 'Preview' }).click();
    await dialog().getByText('1 record updated').waitFor();
    await dialog().getByRole('button', { name: /^Run/ }).click();
    await page.getByText('Publish Posts: done.').waitFor();
    const { body } = await demo.get<{ data: { attributes: { status: string } } }>(
      `/posts/${first!.id}`,
    );
    expect(body.data.attributes.status).toBe('published');
  });

  it('runs a destructive action on everything that a list finds only after its preview (C13.3)', async () => {
    await page.getByRole('searchbox').fill('margin');
    await page.waitForURL(/search=margin/);
    await loaded();
    const narrowing = 'search=margin&filter[status][eq]=draft';
    const { body } = await demo.get<Posts>(`/posts?${narrowing}`);
    expect(body.meta.total).toBeGreaterThan(1);
    await button('Actions').click();
    await page.getByRole('menuitem', { name: /^Delete Posts For Good/ }).click();
    await dialog()
      .getByText(/runs on every record that the list finds/)
      .waitFor();
    const confirm = dialog().getByRole('button', { name: /^Run: \d+ changes$/ });
    await confirm.waitFor();
    expect((await demo.get<Posts>(`/posts?${narrowing}`)).body.meta.total).toBe(body.meta.total);
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('destructive-action');
    await confirm.click();
    await page.getByText('Delete Posts For Good: done.').waitFor();
    expect((await demo.get<Posts>(`/posts?${narrowing}`)).body.meta.total).toBe(0);
    await button('Clear search and filters').click();
    await rows().first().waitFor();
  });

  it('runs an action without records from the command palette, and shows its errors (C6)', async () => {
    await page.keyboard.press('Control+k');
    await dialog().getByRole('combobox').fill('import posts');
    await dialog().getByRole('option', { name: 'Import Posts' }).waitFor();
    await explorer.picture('palette');
    await page.keyboard.press('Enter');
    await dialog().getByLabel('Count').waitFor();
    await dialog().getByRole('button', { name: 'Run' }).click();
    await dialog().getByText('This field is required.').waitFor();
    await dialog().getByLabel('Count').fill('501');
    await dialog().getByRole('button', { name: 'Run' }).click();
    await dialog().getByText('The value must be at most 500.').waitFor();
    await dialog().getByLabel('Count').fill('3');
    await dialog().getByRole('button', { name: 'Preview' }).click();
    await dialog().getByText('3 records stored').waitFor();
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('action');
    await dialog().getByRole('button', { name: /^Run/ }).click();
    await page.getByText('Import Posts: done.').waitFor();
  });

  it('fits a screen of 390 pixels', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await explorer.overflow()).toBe(0);
    await explorer.picture('posts-narrow');
    await button('Filter').click();
    expect(await explorer.overflow()).toBe(0);
    await explorer.picture('filter-narrow');
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('is dark', async () => {
    await page.keyboard.press('Control+k');
    await dialog().getByRole('combobox').fill('theme: dark');
    await page.keyboard.press('Enter');
    await page.locator('html[data-theme="dark"]').waitFor();
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('posts-dark');
    await page.setViewportSize({ width: 390, height: 844 });
    await explorer.picture('posts-narrow-dark');
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('shows an error with what to do next', async () => {
    await page.route('**/api/companies*', (route) => route.abort());
    await page.keyboard.press('Control+k');
    await dialog().getByRole('combobox').fill('companies');
    await page.keyboard.press('Enter');
    await page.getByText('The service did not respond').waitFor();
    await explorer.picture('error');
    await page.unroute('**/api/companies*');
    await button('Try again').click();
    await rows().first().waitFor();
    await go('People');
  });

  it('sends no requests elsewhere, and nothing violates its content policy', () => {
    expect([...explorer.browser.origins]).toEqual([explorer.origin]);
    expect(explorer.complaints.filter((text) => !text.includes('net::ERR_FAILED'))).toEqual([]);
  });
});

it('offers no files if the deployment has no exports (C17.3)', async () => {
  const { demo, explorer } = await openDemoExplorer({ exports: false });
  await explorer.signIn('admin@example.com', '/posts');
  await explorer.page.locator('tbody tr').first().waitFor();
  expect(await explorer.page.getByRole('button', { name: 'Actions' }).isVisible()).toBe(true);
  expect(await explorer.page.getByRole('button', { name: 'Export' }).count()).toBe(0);
  await explorer.browser.close();
  await demo.close();
});
