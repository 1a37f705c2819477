import type { Page } from 'playwright-core';
import { PublishPosts } from '../../../demo/resources/posts/publish-posts.action.js';
import { openDemoExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';
import type { DemoApp } from '../../support/demo-app.js';

describe('A run over all records in the explorer (C6.10)', () => {
  let demo: DemoApp;
  let explorer: OpenExplorer;
  let page: Page;
  beforeAll(async () => {
    ({ demo, explorer } = await openDemoExplorer());
    ({ page } = explorer);
    await explorer.signIn('admin@example.com', '/posts');
    await page.setViewportSize({ width: 390, height: 760 });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    // A run that waits would keep the service from ending.
    for (const { open } of latches.splice(0)) open();
  });
  afterAll(async () => {
    await explorer.browser.close();
    await demo.close();
  });

  const latches: { open(): void }[] = [];

  /** A promise, and what resolves it. */
  function latch(): { readonly opened: Promise<void>; readonly open: () => void } {
    let open!: () => void;
    const resolved = new Promise<void>((done) => (open = done));
    latches.push({ open });
    return { opened: resolved, open };
  }

  const dialog = () => page.locator('dialog[open]').last();
  const bar = () => dialog().getByRole('progressbar');

  async function openAction(): Promise<void> {
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Publish Posts/ }).click();
    await dialog()
      .getByText(/runs on every record that the list finds: 2,000/)
      .waitFor();
  }

  /** Has the handler wait before a chunk of its number, and then do the work. */
  function waitBefore(waits: Readonly<Record<number, Promise<void>>>, work?: () => never) {
    const { handle } = PublishPosts.prototype;
    const spy = jest.spyOn(PublishPosts.prototype, 'handle');
    spy.mockImplementation(async function (this: PublishPosts, ...given) {
      const number = spy.mock.calls.length;
      await waits[number];
      if (number in waits) work?.();
      return handle.apply(this, given);
    });
  }

  it('shows how many records are done until it ends', async () => {
    const [first, second] = [latch(), latch()];
    waitBefore({ 1: first.opened, 2: second.opened });
    await openAction();
    const run = dialog().getByRole('button', { name: 'Run', exact: true });
    await run.click();
    await bar().waitFor();
    expect(await bar().getAttribute('value')).toBeNull();
    await dialog().getByText('Running…').waitFor();
    expect(await explorer.accessibilityFaults()).toEqual([]);
    first.open();
    await dialog().getByText('200 of 2,000 records').waitFor();
    expect([await bar().getAttribute('value'), await bar().getAttribute('max')]).toEqual([
      '200',
      '2000',
    ]);
    for (const theme of ['light', 'dark']) {
      await page.evaluate<unknown>(`document.documentElement.dataset.theme = '${theme}'`);
      expect(await explorer.accessibilityFaults()).toEqual([]);
      expect(await explorer.overflow()).toBe(0);
      await explorer.picture(`run-progress-${theme}`);
    }
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await dialog().getByRole('button', { name: 'Cancel' }).isDisabled()).toBe(true);
    second.open();
    await page.getByText('Publish Posts: done.').waitFor();
    await dialog().waitFor({ state: 'detached' });
    expect(explorer.complaints).toEqual([]);
  });

  it('shows the error of a later chunk, and can be closed again', async () => {
    const second = latch();
    waitBefore({ 2: second.opened }, () => {
      throw new Error('The press broke.');
    });
    await openAction();
    await dialog().getByRole('button', { name: 'Run', exact: true }).click();
    await dialog().getByText('200 of 2,000 records').waitFor();
    second.open();
    await dialog().getByRole('alert').waitFor();
    expect(await bar().count()).toBe(0);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });
});
