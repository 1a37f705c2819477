import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { hashPassword } from '../../../src/index.js';
import { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';
import { openExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';

describe('An action that runs after its response, in the explorer (C14)', () => {
  let depot: SackDepot;
  let explorer: OpenExplorer;
  let page: Page;
  beforeAll(async () => {
    depot = await SackDepot.start();
    const password = await hashPassword('password');
    await depot.database.write(`update keepers set password = ?, name = 'hal' where id = 3`, [
      password,
    ]);
    await depot.fill(60);
    explorer = await openExplorer(depot.app);
    ({ page } = explorer);
    await page.setViewportSize({ width: 390, height: 760 });
    await explorer.signIn('hal', '/sacks');
  });
  beforeEach(() => depot.fill(60));
  afterEach(() => {
    isHeld = false;
    letAllPass();
  });
  afterAll(async () => {
    await explorer.browser.close();
    await depot.stop();
  });

  let isHeld = false;
  const waiting: (() => void)[] = [];
  const letAllPass = () => {
    for (const pass of waiting.splice(0)) pass();
  };
  /** Has chunks wait from one on, until they may pass. */
  function holdFrom(first: number): void {
    isHeld = true;
    let chunks = 0;
    depot.actions.work = async (request, sacks) => {
      await request.update(sacks, { state: 'hauled' });
      if (++chunks >= first && isHeld) await new Promise<void>((pass) => waiting.push(pass));
      return { hauled: sacks.length };
    };
  }
  function release(): void {
    isHeld = false;
    letAllPass();
  }

  const dialog = () => page.locator('dialog[open]').last();
  const button = (name: string) => dialog().getByRole('button', { name, exact: true });
  const bar = () => dialog().getByRole('progressbar');

  /** Waits for the message that the action is done. */
  async function seesEnd(): Promise<void> {
    await page.locator('.toast', { hasText: 'Haul Sacks: done.' }).waitFor();
  }
  /** A message stays for some seconds, and would be taken for that of the next test. */
  async function dismissMessages(): Promise<void> {
    await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).click();
    await page.locator('.toast').waitFor({ state: 'detached' });
  }

  async function startOnAll(): Promise<void> {
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Haul Sacks/ }).click();
    await button('Run').click();
    await button('Cancel the run').waitFor();
  }

  it('shows how many records are done until it ends', async () => {
    holdFrom(3);
    await startOnAll();
    await dialog().getByText('6 of 60 records').waitFor();
    expect([await bar().getAttribute('value'), await bar().getAttribute('max')]).toEqual([
      '6',
      '60',
    ]);
    for (const theme of ['light', 'dark']) {
      await page.evaluate<unknown>(`document.documentElement.dataset.theme = '${theme}'`);
      expect(await explorer.accessibilityFaults()).toEqual([]);
      expect(await explorer.overflow()).toBe(0);
      await explorer.picture(`long-action-${theme}`);
    }
    release();
    await seesEnd();
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('hauled').first().waitFor();
    await dismissMessages();
  });

  it('goes on when the dialog is closed, and the page reports its end', async () => {
    holdFrom(2);
    await startOnAll();
    await button('Close').last().click();
    await dialog().waitFor({ state: 'detached' });
    // Another dialog stays open.
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Grind Sacks/ }).click();
    await dialog().waitFor();
    release();
    await seesEnd();
    expect(await dialog().isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await dismissMessages();
    expect(new Set((await depot.states()).map((state) => state.split(' ')[1]))).toEqual(
      new Set(['hauled']),
    );
  });

  it('runs on selected records, too', async () => {
    holdFrom(1);
    const boxes = page.locator('tbody [type=checkbox]');
    for (const at of [0, 1]) await boxes.nth(at).check();
    const selection = page.getByRole('group', { name: 'Selection' });
    await selection.getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: /^Haul Sacks/ }).click();
    await button('Run').click();
    await button('Cancel the run').waitFor();
    await dialog().getByText('Running…').waitFor();
    release();
    await seesEnd();
    await dialog().waitFor({ state: 'detached' });
    await dismissMessages();
    await selection.waitFor({ state: 'detached' });
    expect((await depot.states()).filter((state) => state.endsWith('hauled'))).toHaveLength(2);
  });

  it('is cancelled from the dialog', async () => {
    holdFrom(2);
    await startOnAll();
    await dialog().getByText('3 of 60 records').waitFor();
    const cancelled = page.waitForResponse((response) => response.url().endsWith('/cancel'));
    await button('Cancel the run').click();
    // On SQLite, the request waits for the chunk.
    let isCancelled = false;
    void cancelled.then(() => (isCancelled = true));
    while (!isCancelled) {
      waiting.shift()?.();
      await pause(5);
    }
    release();
    await dialog().getByText('The run was cancelled.').waitFor();
    expect(await bar().count()).toBe(0);
    expect(await explorer.accessibilityFaults()).toEqual([]);
    await explorer.picture('long-action-cancelled');
    await button('Cancel').click();
    await dialog().waitFor({ state: 'detached' });
    const hauled = (await depot.states()).filter((state) => state.endsWith('hauled')).length;
    expect(hauled).toBeGreaterThanOrEqual(6);
    expect(hauled).toBeLessThan(60);
  });

  it('shows its error, also after the dialog is closed', async () => {
    let fail!: () => void;
    const failing = new Promise<void>((resolve) => (fail = resolve));
    depot.actions.work = async () => {
      await failing;
      throw new Error('The cart broke.');
    };
    await startOnAll();
    await button('Close').last().click();
    await dialog().waitFor({ state: 'detached' });
    fail();
    await page.locator('.toast', { hasText: 'Haul Sacks: Server error.' }).waitFor();
    await dismissMessages();
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: /^Haul Sacks/ }).click();
    await button('Run').click();
    await dialog().getByRole('alert').getByText('Server error.').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(explorer.complaints).toEqual([]);
  });
});
