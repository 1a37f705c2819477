import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { ExplorerFiles } from '../../../src/addons/explorer/explorer-files.js';
import { startDemo, type DemoApp } from '../demo-app.js';
import { openBrowser, type OpenBrowser } from './open-browser.js';

const execute = promisify(execFile);

/** The folder of the pictures, for people to look at. */
const pictures = process.env.SCREENSHOTS ?? join(tmpdir(), 'resource-api-screenshots');
/** Milliseconds, long enough for a busy machine. */
const PATIENCE = Number(process.env.BROWSER_PATIENCE ?? 30_000);

/** The explorer of a deployment, in a browser. */
export class OpenExplorer {
  constructor(
    readonly browser: OpenBrowser,
    /** The origin of the service. */
    readonly origin: string,
    /** The path of the explorer. */
    private readonly base = '/explorer',
  ) {}

  get page(): Page {
    return this.browser.page;
  }

  /** Opens a page of the explorer, which asks to sign in: a reload ends the session. */
  async open(path = ''): Promise<void> {
    await this.page.goto(`${this.origin}${this.base}${path}`);
  }

  /** Opens a page of the explorer and signs in. */
  async signIn(email: string, path = ''): Promise<void> {
    await this.open(path);
    await this.page.getByLabel('E-mail').fill(email);
    await this.page.getByLabel('Password').fill('password');
    await this.page.getByRole('button', { name: 'Sign in' }).click();
    await this.page.locator('.sidebar').waitFor({ state: 'attached' });
  }

  /** Goes to a page within the session; the page of a new address would ask to sign in. */
  async go(path: string): Promise<void> {
    await this.page.evaluate<unknown>(
      `history.pushState(null, '', ${JSON.stringify(this.base + path)}); dispatchEvent(new PopStateEvent('popstate'))`,
    );
  }

  /** Takes a picture; `SCREENSHOTS` sets the folder. */
  async picture(name: string): Promise<void> {
    await this.page.screenshot({ path: join(pictures, `explorer-${name}.png`) });
  }

  /** Returns what axe finds on the page, of serious and critical impact. */
  async accessibilityFaults(): Promise<readonly string[]> {
    // The content policy forbids script elements, but not what the browser evaluates itself.
    await this.page.evaluate(axe.source);
    const { violations } = await this.page.evaluate<AxeResults>('axe.run()');
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }

  /** Returns how many pixels the page is wider than its window. */
  overflow(): Promise<number> {
    return this.page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    );
  }

  /** Returns errors of scripts and violations of the content policy. */
  get complaints(): readonly string[] {
    return this.browser.complaints.filter((text) => !/status of 4\d\d/.test(text));
  }
}

let building: Promise<unknown> | undefined;

/** Builds the explorer once per process. */
const buildExplorer = (): Promise<unknown> =>
  (building ??= execute(process.execPath, ['explorer/build.mjs']));

/** Builds the explorer, and opens it in a browser. The application must listen. */
export async function openExplorer(
  app: NestFastifyApplication,
  base?: string,
): Promise<OpenExplorer> {
  mkdirSync(pictures, { recursive: true });
  await buildExplorer();
  // Tests run from a folder of their own, without the build.
  app.get(ExplorerFiles, { strict: false }).folder = resolve('dist/explorer');
  await app.listen(0, '127.0.0.1');
  const origin = (await app.getUrl()).replace('[::1]', '127.0.0.1');
  const browser = await openBrowser();
  browser.page.setDefaultTimeout(PATIENCE);
  return new OpenExplorer(browser, origin, base);
}

/** Starts the demo, with options that replace its own, and opens its explorer. */
export async function openDemoExplorer(changes: Parameters<typeof startDemo>[0] = {}): Promise<{
  readonly demo: DemoApp;
  readonly explorer: OpenExplorer;
}> {
  const demo = await startDemo(changes);
  return { demo, explorer: await openExplorer(demo.app) };
}
