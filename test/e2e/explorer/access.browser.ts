import { openDemoExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';
import type { DemoApp } from '../../support/demo-app.js';

describe('Rights in the explorer', () => {
  let demo: DemoApp;
  let explorer: OpenExplorer;
  /** The record whose page is open. */
  let title: string;
  let id: string;
  beforeAll(async () => {
    ({ demo, explorer } = await openDemoExplorer());
  });
  afterAll(async () => {
    await explorer.browser.close();
    await demo.close();
  });

  const why = (subject: string) =>
    explorer.page
      .getByRole('button', { name: 'Why?', exact: true })
      .and(explorer.page.getByTitle(`Why? ${subject}`, { exact: true }));
  /** Asks, checks the explanation, and closes it. */
  async function explained(subject: string, summary: string | RegExp): Promise<void> {
    await why(subject).first().click();
    const shown = explorer.page.locator('.why-summary');
    await shown.getByText(summary).waitFor();
    await explorer.page.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
  }

  it('shows the service as another account sees it (C2.9)', async () => {
    const { page } = explorer;
    await explorer.signIn('admin@example.com');
    await page.getByRole('button', { name: 'View as' }).click();
    await page.getByLabel('Find an account').fill('reader@example.com');
    await page.locator('.view-as-accounts button', { hasText: '4' }).first().waitFor();
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('view-as');
    const viewed = page.waitForRequest((request) => request.headers()['view-as'] === '4');
    await page.getByLabel('Key of the account').fill('4');
    await page.locator('.view-as-key').getByRole('button').click();
    await viewed;
    await page.getByText('Viewing as #4').waitFor();
    await page.getByText('You can only read, and it is logged.').waitFor();
    await page.getByRole('heading', { name: 'Choose a resource' }).waitFor();
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('viewing-as-home');
    await page.getByRole('navigation').getByRole('link', { name: 'People' }).click();
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor();
    await why('People').click();
    await page.getByLabel('Operation').selectOption('store');
    await page.getByText('User 4 may not store users: UserPolicy.store refuses it.').waitFor();
    await page.getByLabel('Field, relation or action').selectOption('action deactivate-users');
    await page.locator('.why-hidden', { hasText: 'DeactivateUsers.canSee' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('viewing-as');
  });

  it('shows a button that the account does not have, with its reason (C18.2)', async () => {
    const { page } = explorer;
    const refused = page.getByRole('button', { name: 'New', exact: true });
    expect(await refused.isDisabled()).toBe(true);
    await explained('New', 'User 4 may not store users: UserPolicy.store refuses it.');
  });

  it('sends what the viewed account reads, and shows it (C2.9)', async () => {
    const { page } = explorer;
    await page.getByRole('button', { name: 'Show this request' }).click();
    await page.locator('.request-popover').getByText("-H 'view-as: 4'").waitFor();
    await page.getByRole('tab', { name: 'Typed client' }).click();
    await page.locator('.request-popover').getByText('"View-As": "4"').waitFor();
    await page.getByRole('tab', { name: 'Tool call' }).click();
    await page.getByText('No tool of agents does the same.').waitFor();
    await page.keyboard.press('Escape');
  });

  it('explains rights of the account that is viewed, with those of the person (C18.1)', async () => {
    const { page } = explorer;
    const link = page.locator('tbody tr th a').first();
    title = await link.innerText();
    id = (await link.getAttribute('href'))!.split('/').at(-1)!;
    await link.click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await why(title).click();
    await page.getByLabel('Operation').selectOption('update');
    await page
      .getByText(`User 4 may not update users/${id}: UserPolicy.update refuses it.`)
      .waitFor();
    await page.locator('.why-refused', { hasText: 'UserPolicy.update' }).waitFor();
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('why');
    await page.getByLabel('Key of the account').fill('1');
    await page.getByText(`User 1 may update users/${id}.`).waitFor();
    await page.getByLabel('Field, relation or action').selectOption('field password');
    await page.locator('.why-hidden', { hasText: 'UserResource.password.writeOnly' }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('shows what the account does not see of a record, each with its reason (C18.2)', async () => {
    const { page } = explorer;
    const missing = page.locator('.missing');
    await missing.getByText('password', { exact: true }).waitFor();
    await explained('password', /may not read the field password of users/);
    await explained('deactivate-users', /may not run the action deactivate-users on users/);
    for (const label of ['Edit', 'Delete'])
      expect(await page.getByRole('button', { name: label, exact: true }).isDisabled()).toBe(true);
    await explained('Delete', `User 4 may not delete users/${id}: UserPolicy.delete refuses it.`);
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('missing');
  });

  it('opens forms of the account, but sends nothing (C2.9)', async () => {
    const { page } = explorer;
    const written: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') written.push(request.url());
    });
    await page.locator('.sidebar').getByRole('link', { name: 'Posts' }).click();
    await page.getByRole('heading', { level: 1, name: 'Posts' }).waitFor();
    const comments = page.locator('.sidebar').getByRole('link', { name: 'Comments' });
    await comments.click();
    await page.getByRole('link', { name: 'New', exact: true }).click();
    await page.getByText('so nothing can be sent').waitFor();
    const input = page.locator('.form-field :is(textarea, input:not([type="checkbox"]))').first();
    await input.fill('Seen, not sent');
    expect(await page.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Show this request' }).click();
    const shown = page.locator('.request-popover');
    await shown.getByText('Seen, not sent').waitFor();
    expect(await shown.innerText()).not.toMatch(/view-as/i);
    await page.keyboard.press('Escape');
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('viewing-as-form');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    expect(written).toEqual([]);
  });

  it('is logged for the account that was viewed (C2.9)', async () => {
    const { page } = explorer;
    await explorer.signIn('admin@example.com', '/users/4?tab=logs');
    await page.getByRole('heading', { level: 3, name: 'Viewed as this account' }).waitFor();
  });

  it('returns to the rights of the person (C2.9)', async () => {
    const { page } = explorer;
    await explorer.signIn('admin@example.com', `/users/${id}`);
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await page.getByRole('button', { name: 'View as' }).click();
    await page.getByLabel('Key of the account').fill('4');
    await page.locator('.view-as-key').getByRole('button').click();
    await page.getByText('Viewing as #4').waitFor();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('button', { name: 'View as' }).waitFor();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    await explained('Email', `User 1 may read the field email of users/${id}.`);
  });

  it('is beside columns, relations, actions and links (C18.1)', async () => {
    const { page } = explorer;
    await explorer.signIn('admin@example.com', '/users');
    await page.getByRole('button', { name: 'View', exact: true }).click();
    await explained('Email', 'User 1 may read the field email of users.');
    // The menu behind the explanation is still open.
    await page.getByLabel('Records per page').waitFor();
    await page.keyboard.press('Escape');
    await explorer.signIn('admin@example.com', '/users/1?tab=roles');
    await page.locator('.pivot-cell').first().waitFor();
    await explained('Roles', 'User 1 may load the relation roles of users/1.');
    await page
      .getByRole('button', { name: /^Detach / })
      .first()
      .click();
    await explained('Detach', /User 1 may detach roles\/\d+ of users\/1\./);
    await page.locator('dialog[open]').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions' }).click();
    const action = page.getByRole('menuitem').first();
    const name = await action.locator('span').first().innerText();
    await action.click();
    await explained(name, /User 1 may( not)? run the action [\w-]+ on users\/1/);
    await page.keyboard.press('Escape');
  });

  it('is beside a value that is refused, in a form (C18.1)', async () => {
    const { page } = explorer;
    await explorer.signIn('admin@example.com', '/users/3/edit');
    await page.getByLabel('Email').fill('not an address');
    await page.getByRole('button', { name: 'Save' }).click();
    const field = page.locator('.form-field', { hasText: 'Email' });
    await field.getByRole('alert').waitFor();
    await explained('Email', 'User 1 may write the field email of users/3.');
    await page.locator('.form-field[data-field="email"] input').waitFor();
    await explorer.picture('why-refused-value');
  });

  it('explains a record that does not exist (C18.2)', async () => {
    const { page } = explorer;
    await explorer.signIn('admin@example.com', '/users/999999');
    await why('999999').click();
    await page.getByText('There is no record with this key that you see.').first().waitFor();
    await page.keyboard.press('Escape');
  });

  it('shows who may not, and offers no explanation to anyone else (C2.9, C18.1)', async () => {
    const { page } = explorer;
    await explorer.signIn('reader@example.com', '/users/1');
    await page.getByRole('heading', { level: 1, name: 'Ann Lee' }).waitFor();
    await page.getByRole('button', { name: 'View as' }).click();
    await page.getByLabel('Key of the account').fill('3');
    await page.locator('.view-as-key').getByRole('button').click();
    await page.getByRole('alert').getByText('You cannot view the API as this account.').waitFor();
    expect(await page.locator('.why-button').count()).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await explorer.overflow()).toBe(0);
    await explorer.picture('view-as-narrow');
    expect(explorer.complaints).toEqual([]);
  });
});
