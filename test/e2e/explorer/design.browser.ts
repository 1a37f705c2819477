import { openDemoExplorer, type OpenExplorer } from '../../support/browser/open-explorer.js';
import type { DemoApp } from '../../support/demo-app.js';

const sizes = [
  ['wide', { width: 1280, height: 800 }],
  ['narrow', { width: 390, height: 844 }],
] as const;
const themes = ['light', 'dark'] as const;
const looks = sizes.flatMap(([size, viewport]) =>
  themes.map((theme) => ({ size, viewport, theme })),
);

const between = JSON.stringify({
  'published-between': { from: '2024-01-01T00:00:00.000Z', to: '2026-01-01T00:00:00.000Z' },
});

const bookmarks = JSON.stringify([
  { name: 'My posts', path: '/posts?filter%5Buser_id%5D%5Beq%5D=%24me&perPage=25' },
  {
    name: 'Drafts that nobody has changed for a long time',
    path: '/posts?filter%5Bstatus%5D%5Beq%5D=draft&sort=updated_at&perPage=25',
  },
]);

/** The pages of the explorer, and what is there when they are complete. */
const pages: readonly (readonly [name: string, path: string, complete: string])[] = [
  ['home', '/', '.card'],
  ['list', '/posts', 'tbody tr'],
  ['list-people', '/users', 'tbody tr'],
  ['list-images', '/images', 'tbody tr'],
  ['list-logs', '/action_logs', 'tbody tr'],
  [
    'list-filtered',
    `/posts?filter[status][eq]=draft&filter[user_id][eq]=3&filters=${encodeURIComponent(between)}`,
    '.chip',
  ],
  ['list-empty', '/posts?search=zzzzqq', '.state'],
  ['record', '/users/4', '.field-list'],
  ['record-relation', '/users/1?tab=roles', 'tbody tr'],
  ['record-posts', '/users/3?tab=posts', 'tbody tr'],
  ['record-nothing', '/users/4?tab=posts', '.state, tbody tr'],
  ['record-log', '/posts/2?tab=logs', '.log-entry'],
  ['form', '/users/4/edit', '.record-form'],
  ['form-new', '/posts/new', '.record-form'],
  ['map', '/map', '.map-node'],
  ['not-found', '/posts/999999', '.state'],
];

/** Dialogs and menus, on the page that shows them. */
const overlays: readonly (readonly [name: string, path: string, open: readonly string[]])[] = [
  ['palette', '/posts', ['.palette-button']],
  ['filter', '/posts', ['.list-tools .button >> text=Filter']],
  ['view', '/posts', ['.list-tools .button >> text=View']],
  ['settings', '/posts', ['button[aria-label="Settings"]']],
  ['actions', '/posts', ['.page-tools .button >> text=Actions']],
  [
    'destructive-action',
    '/posts?search=margin',
    ['.page-tools .button >> text=Actions', '.menu-item-danger', '.preview summary'],
  ],
  ['delete', '/posts/2', ['.page-tools .button >> text=Delete', '.preview summary']],
  ['undo', '/posts/2?tab=logs', ['.log-entry .button >> nth=0']],
  ['bookmark', '/posts?filter[status][eq]=draft', ['button[aria-label="Bookmark this list"]']],
  ['filter-me', '/posts?filter[user_id][in]=$me,2', ['.chip-text']],
  ['peek', '/posts', ['.peek-button', '.peek-resource']],
  ['peek-record', '/users/3?tab=posts', ['.peek-button', '.peek-resource']],
  ['attach', '/users/1?tab=roles', ['.relation-tools .button >> text=Attach']],
  ['pivot', '/users/1?tab=roles', ['tbody .pivot-cell .button >> nth=0']],
];

/**
 * Takes a picture of each page at two sizes and in both themes, for people to look at, and checks
 * that nothing is inaccessible or wider than the window. `SCREENSHOTS` sets the folder.
 */
describe('The design of the explorer', () => {
  let demo: DemoApp;
  let explorer: OpenExplorer;
  beforeAll(async () => {
    ({ demo, explorer } = await openDemoExplorer());
    await demo.send('/posts/2', { method: 'PATCH', body: { title: 'A first title' } });
    await demo.send('/posts/2', {
      method: 'PATCH',
      body: { title: 'A second title with more words', status: 'published' },
    });
    await explorer.page.emulateMedia({ reducedMotion: 'reduce' });
    await explorer.open();
    await explorer.page.evaluate<unknown>(
      `localStorage.setItem('resource-api-explorer:bookmarks:/explorer', ${JSON.stringify(bookmarks)})`,
    );
    await explorer.signIn('admin@example.com', '/');
  });
  afterAll(async () => {
    await explorer.browser.close();
    await demo.close();
  });

  /** Goes to a page within the session; the page of a new address would ask to sign in. */
  async function go(path: string): Promise<void> {
    await explorer.page.evaluate<unknown>(
      `history.pushState(null, '', ${JSON.stringify(`/explorer${path}`)}); dispatchEvent(new PopStateEvent('popstate'))`,
    );
  }

  async function show({ viewport, theme }: (typeof looks)[number], path: string): Promise<void> {
    const { page } = explorer;
    await go('/none');
    await page.locator('.state').waitFor();
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: theme });
    await page.locator(`html[data-theme="${theme}"]`).waitFor();
    await go(path);
  }

  async function check(name: string): Promise<void> {
    const { page } = explorer;
    await page.waitForLoadState('networkidle');
    await page.locator('.loading').first().waitFor({ state: 'detached' });
    await explorer.picture(name);
    expect(await explorer.accessibilityFaults()).toEqual([]);
    expect(await explorer.overflow()).toBe(0);
  }

  describe.each(pages)('%s', (name, path, complete) => {
    it.each(looks)('is accessible and fits: $size, $theme', async (look) => {
      await show(look, path);
      await explorer.page.locator(complete).first().waitFor();
      await check(`design-${name}-${look.size}-${look.theme}`);
      expect(await explorer.page.locator('h1').count()).toBe(1);
    });
  });

  describe.each(overlays)('%s', (name, path, open) => {
    it.each(looks)('is accessible and fits: $size, $theme', async (look) => {
      const { page } = explorer;
      await show(look, path);
      for (const control of open) await page.locator(control).first().click();
      await check(`design-${name}-${look.size}-${look.theme}`);
      await page.keyboard.press('Escape');
      await page.locator('dialog[open]').waitFor({ state: 'detached' });
    });
  });

  it('violates no content policy', () => {
    expect(explorer.complaints).toEqual([]);
  });
});
