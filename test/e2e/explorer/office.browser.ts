import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { openExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';
import { OfficeApp } from '../../support/office-app/office-app.js';

/** A red dot that browsers can decode. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

/** Every main flow once more, on another schema, at another path and with other rights. */
describe('The explorer of another deployment', () => {
  let office: OfficeApp;
  let explorer: OpenExplorer;
  let page: Page;
  beforeAll(async () => {
    office = await OfficeApp.start();
    explorer = await openExplorer(office.app, '/explorer-of/office');
    ({ page } = explorer);
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });
  afterAll(async () => {
    await explorer.browser.close();
    await office.stop();
  });

  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.locator('dialog[open]').last();
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
  const input = (label: string) => page.locator('form').getByLabel(label, { exact: true });
  const titles = () => page.locator('tbody .record-link').allInnerTexts();
  const loaded = () => page.locator('[aria-busy="false"]').first().waitFor();
  const field = (label: string) =>
    page.locator('.field-row', { has: page.locator('dt', { hasText: label }) }).locator('dd');
  async function check(name: string): Promise<void> {
    expect(await explorer.accessibilityFaults()).toEqual([]);
    expect(await explorer.overflow()).toBe(0);
    await explorer.picture(`office-${name}`);
  }

  it('signs in, and shows the resources in their groups (C17.1)', async () => {
    await explorer.signIn('boss');
    await heading('Choose a resource');
    const groups = await page.locator('.sidebar h2').allInnerTexts();
    expect(groups.map((name) => name.toLowerCase())).toEqual(['general', 'office', 'people']);
    expect(await page.title()).toContain('The office');
    await check('home');
  });

  it('searches, filters, sorts and turns pages, all in the URL (C5)', async () => {
    await page.locator('.sidebar').getByRole('link', { name: 'Employees' }).click();
    await heading('Employees');
    await page.getByRole('columnheader', { name: 'Full name' }).getByRole('button').click();
    await page.locator('[aria-sort="ascending"]').waitFor();
    await loaded();
    expect((await titles())[0]).toBe('Ada Byron');
    await check('list');
    await button('Filter').click();
    await page
      .getByRole('combobox', { name: 'Field', exact: true })
      .selectOption('filter:works-from');
    await page.locator('.schema-form').getByRole('combobox').selectOption({ label: 'remote' });
    await button('Apply').click();
    await page.waitForURL(/filters/);
    await page.getByText('7 records').waitFor();
    await button('Filter').click();
    await page.getByRole('combobox', { name: 'Field', exact: true }).selectOption('field:active');
    await page.getByRole('combobox', { name: 'Value', exact: true }).selectOption('true');
    await button('Apply').click();
    await page.getByText('5 records').waitFor();
    const address = page.url();
    expect(decodeURIComponent(address)).toContain('filter[active][eq]=true');
    await check('filtered');
    await explorer.go('/employees?perPage=15&sort=hired_on');
    await button('Next page').click();
    await page.getByText('Page 2 of 2').waitFor();
    await loaded();
    expect(await titles()).toEqual(['Pia Conti', 'Rui Dias', 'Sam Cole', 'Tom Hale', 'Una Ferro']);
    await page.getByRole('searchbox').fill('okri');
    await page.getByText('1 record', { exact: true }).waitFor();
  });

  it('exports the list (C17.3), and shows the request', async () => {
    await explorer.go('/employees?perPage=15&filter[workplace][eq]=remote');
    await page.getByText('7 records').waitFor();
    await button('Export').click();
    await page.locator('.export-choice').first().getByLabel('Show this request').click();
    const shown = page.locator('.request-popover');
    await shown.getByText("-H 'accept: text/csv'").waitFor();
    await shown.getByText(`${explorer.origin}/rest/v2/employees?`).waitFor();
    await shown.getByText('perPage=all').waitFor();
    await page.getByRole('tab', { name: 'Typed client' }).click();
    await shown.getByText('await api.employees.export("csv", {').waitFor();
    await page.keyboard.press('Escape');
    const arriving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV, for spreadsheets' }).click();
    const lines = (await readFile(await (await arriving).path(), 'utf8')).trim().split(/\r?\n/);
    expect(lines).toHaveLength(8);
    await page.keyboard.press('Escape');
  });

  it('shows a tree of departments by their relation to themselves', async () => {
    await explorer.go('/departments/1?tab=parts');
    await page.getByRole('link', { name: 'Workshop' }).click();
    await heading('Workshop');
    await field('Part of').getByRole('link', { name: 'Company' }).waitFor();
    await page.getByRole('tab', { name: 'Employees' }).click();
    await page.getByRole('link', { name: 'Ben Okri' }).waitFor();
    await check('tree');
  });

  it('stores an employee and a salary, whose amount keeps its digits (C4.7)', async () => {
    await explorer.go('/employees/new');
    await button('Create').click();
    await page.locator('[data-field="full_name"] [role="alert"]').waitFor();
    await check('errors');
    await input('Full name').fill('Mia Novak');
    await page.locator('[data-field="active"] input').check();
    await page.locator('[data-field="workplace"] select').selectOption('office');
    await page.getByRole('combobox', { name: /^Department/ }).fill('sal');
    await page.getByRole('option', { name: /Sales/ }).click();
    await button('Create').click();
    await heading('Mia Novak');
    await page.getByRole('tab', { name: 'Salaries' }).click();
    await page.getByRole('link', { name: 'New' }).click();
    await input('Amount').fill('9007199254.10');
    await page.locator('[data-field="currency"] select').selectOption('EUR');
    await page.locator('input[type="date"]').fill('2026-02-01');
    await button('Create').click();
    await heading('Mia Novak');
    await page
      .locator('tbody')
      .getByText(/9,?007,?199,?254\.10/)
      .first()
      .waitFor();
    await check('salary');
  });

  it('uploads a picture, edits JSON, and shows a conflict field by field (C10, C13.1)', async () => {
    await explorer.go('/employees/1/edit');
    await input('Full name').fill('Ada Lovelace');
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'ada.png', mimeType: 'image/png', buffer: picture });
    await button('Show this request').click();
    await page.locator('.request-popover').getByText("-F 'photo=@ada.png'").waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('textbox', { name: /^Skills/ }).fill('{"knits":true}');
    await button('Save').click();
    await heading('Ada Lovelace');
    await page.locator('.field-row img').waitFor();
    await explorer.go('/employees/1/edit');
    await input('Full name').fill('Mine');
    await page.evaluate(
      `fetch('/rest/v2/login', { method: 'POST', headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'clerk', password: 'password' }) })
        .then((response) => response.json())
        .then(({ access_token }) => fetch('/rest/v2/employees/1', { method: 'PATCH',
          headers: { authorization: 'Bearer ' + access_token, 'content-type': 'application/json' },
          body: JSON.stringify({ full_name: 'Theirs' }) }))`,
    );
    await button('Save').click();
    await dialog().getByText('Somebody else has changed this record').waitFor();
    await check('conflict');
    await dialog()
      .getByRole('group', { name: /^Full name/ })
      .getByLabel('Mine')
      .check();
    await dialog().getByRole('button', { name: 'Save the chosen values' }).click();
    await heading('Mine');
  });

  it('asks before changes are lost', async () => {
    await explorer.go('/employees/2/edit');
    await input('Full name').fill('Lost');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await dialog().getByRole('button', { name: 'Discard changes' }).click();
    await heading('Ben Okri');
  });

  it('attaches with values of the link, edits them in place, and sets links (C7)', async () => {
    await explorer.go('/employees/1?tab=projects');
    await page.getByText('12.50').waitFor();
    await button('Attach').click();
    await dialog().getByRole('combobox', { name: 'Search Projects' }).fill('web');
    await dialog()
      .getByRole('option', { name: /Website/ })
      .click();
    await dialog().getByLabel('Part').selectOption('member');
    await dialog().getByLabel('Days').fill('3.25');
    await dialog().getByLabel('Show this request').click();
    await dialog().getByText('/rest/v2/employees/1/attach/projects').waitFor();
    await page.keyboard.press('Escape');
    await check('attach');
    await dialog().getByRole('button', { name: 'Attach' }).click();
    await page.locator('tbody tr').nth(2).waitFor();
    await page.getByRole('button', { name: /^Edit Days of the link to Website/ }).click();
    await page.locator('tbody').getByLabel('Days', { exact: true }).fill('300');
    await page.locator('tbody').getByRole('button', { name: 'Save' }).click();
    await page.locator('tbody').getByRole('alert').getByText(/250/).waitFor();
    await page.locator('tbody').getByLabel('Days', { exact: true }).fill('4.75');
    await page.locator('tbody').getByRole('button', { name: 'Save' }).click();
    await page.locator('tbody').getByText('4.75').waitFor();
    await check('pivots');
    await button('Set links').click();
    await dialog()
      .getByRole('button', { name: /^Remove: A project/ })
      .click();
    await dialog().getByText('1 link removed').waitFor();
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.locator('tbody tr').nth(2).waitFor({ state: 'detached' });
    await button('Detach Website').click();
    await dialog().getByText('1 link removed').waitFor();
    await dialog().getByRole('button', { name: 'Detach' }).click();
    await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' });
  });

  it('opens a record whose key is a word of its own addresses', async () => {
    await explorer.go('/projects');
    await page.getByRole('link', { name: 'A project with a difficult key' }).click();
    await heading('A project with a difficult key');
  });

  it('changes several records, and runs actions on them after a preview (C6, C13)', async () => {
    await explorer.go('/employees?perPage=15&sort=full_name');
    await page.getByLabel('Select Ben Okri').check();
    await page.getByLabel('Select Cleo Marsh').check();
    await button('Edit').click();
    await dialog().getByLabel('Field to change').selectOption('workplace');
    await dialog().getByLabel('Workplace').selectOption({ label: 'office' });
    await dialog().getByRole('button', { name: 'Preview' }).click();
    await dialog().getByText('2 records updated').waitFor();
    await check('bulk-edit');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await page.getByText('2 records were updated.').waitFor();
    const group = page.getByRole('group', { name: 'Selection' });
    await group.getByRole('button', { name: 'Actions' }).click();
    await group.getByRole('menuitem', { name: /^Raise Salaries/ }).click();
    await dialog()
      .getByLabel(/^Percent/)
      .fill('50');
    await dialog().getByRole('button', { name: /^Run/ }).click();
    await dialog().getByText(/20/).first().waitFor();
    await dialog()
      .getByLabel(/^Percent/)
      .fill('2.5');
    await dialog().getByRole('button', { name: 'Preview' }).click();
    await dialog().getByText('2 records stored').waitFor();
    await check('action');
    await dialog().getByRole('button', { name: /^Run/ }).click();
    await page.getByText('Raise Salaries: done.').waitFor();
    await group.waitFor({ state: 'detached' });
    await page.getByLabel('Select Dan Ortiz').check();
    await group.getByRole('button', { name: 'Actions' }).click();
    await group.getByRole('menuitem', { name: /^Dismiss Employees/ }).click();
    await dialog()
      .getByText(/deleted/)
      .first()
      .waitFor();
    await check('destructive');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await group.getByRole('button', { name: 'Delete' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('1 record was deleted.').waitFor();
  });

  it('shows the history of a record, and undoes a change (C8, C15)', async () => {
    await explorer.go('/employees/2?tab=logs');
    await page.getByRole('heading', { level: 3, name: 'Updated' }).waitFor();
    await page
      .locator('.log-entry', { hasText: 'Workplace' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await dialog()
      .getByText(/records? updated/)
      .first()
      .waitFor();
    await check('undo');
    await dialog().getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { level: 3, name: 'Reverted' }).waitFor();
  });

  it('finds pages and actions in the palette, in three languages', async () => {
    for (const [language, label] of [
      ['deutsch', 'Übersicht'],
      ['français', 'Vue d’ensemble'],
      ['english', 'Overview'],
    ] as const) {
      await page.keyboard.press('Control+k');
      await dialog().getByRole('combobox').fill(language);
      await page.keyboard.press('Enter');
      await page.locator('.sidebar').getByRole('link', { name: label }).waitFor();
    }
    await page.keyboard.press('Control+k');
    await dialog().getByRole('combobox').fill('departments');
    await page.keyboard.press('Enter');
    await heading('Departments');
    // The list writes its state into the URL, which would end a navigation that begins meanwhile.
    await page.locator('tbody tr').first().waitFor();
  });

  it('draws the map, with a line from departments to themselves', async () => {
    await explorer.go('/map');
    const drawing = page.locator('.map-drawing');
    await drawing.waitFor();
    const lines = await drawing.locator('.map-edge > title').allTextContents();
    expect(lines.some((names) => names === 'departments.parent, departments.parts')).toBe(true);
    await check('map');
  });

  it('shows what another account does not see, and why (C2.9, C18)', async () => {
    await button('View as').click();
    await page.getByLabel('Key of the account').fill('2');
    await page.locator('.view-as-key').getByRole('button').click();
    await page.getByText('Viewing as #2').waitFor();
    await page.locator('.sidebar').getByRole('link', { name: 'Overview' }).click();
    const hidden = page.locator('.card-hidden', { hasText: 'Salaries' });
    await hidden.getByRole('button', { name: 'Why?' }).click();
    await dialog().getByText('User 2 may not index salaries: SalaryPolicy.index').waitFor();
    await page.keyboard.press('Escape');
    await check('hidden');
    await explorer.go('/reviews/1');
    const mark = page.locator('.missing li', { hasText: 'mark' });
    await mark.getByRole('button', { name: 'Why?' }).click();
    await dialog().getByText('ReviewResource.mark.canSee').first().waitFor();
    await page.keyboard.press('Escape');
    await explorer.go('/employees/1?tab=projects');
    expect(await button('Set links').isDisabled()).toBe(true);
    await button('Leave').click();
    await button('Set links').waitFor();
  });

  it('fits a screen of 390 pixels, in both themes', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const [name, path, complete] of [
      ['list', '/employees', 'tbody tr'],
      ['record', '/employees/2', '.field-list'],
      ['form', '/employees/2/edit', '.record-form'],
      ['pivots', '/employees/1?tab=projects', 'tbody tr'],
    ] as const)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await explorer.go(path);
        await page.locator(complete).first().waitFor();
        await check(`narrow-${name}-${colorScheme}`);
      }
  });

  it('sends no requests elsewhere, and nothing violates its content policy', () => {
    expect([...explorer.browser.origins]).toEqual([explorer.origin]);
    expect(explorer.complaints).toEqual([]);
  });
});
