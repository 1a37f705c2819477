import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';

/** Chromium of the system; `BROWSER` sets another. */
const executablePath = process.env.BROWSER ?? '/usr/bin/chromium';

/** Disables all requests of the browser itself. */
const quiet = [
  ...[
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
  ],
  ...['--disable-component-update', '--disable-sync'],
];

/** A browser with an empty profile, and the messages and requests of its page. */
export interface OpenBrowser {
  readonly page: Page;
  /** Errors of the console and of scripts, including violations of the content policy. */
  readonly complaints: readonly string[];
  /** Origins that received a request. */
  readonly origins: ReadonlySet<string>;
  close(): Promise<void>;
}

/** @throws Error if Chromium is missing */
export async function openBrowser(): Promise<OpenBrowser> {
  if (!existsSync(executablePath))
    throw new Error(`There is no Chromium at ${executablePath}; BROWSER names another.`);
  const profile = mkdtempSync(join(tmpdir(), 'resource-api-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args: quiet,
    viewport: { width: 1280, height: 900 },
  });
  const page = context.pages()[0] ?? (await context.newPage());
  const { complaints, origins } = listen(context, page);
  const close = async (): Promise<void> => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { page, complaints, origins, close };
}

function listen(context: BrowserContext, page: Page): Pick<OpenBrowser, 'complaints' | 'origins'> {
  const complaints: string[] = [];
  const origins = new Set<string>();
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  context.on('request', (request) => {
    if (!request.url().startsWith('data:')) origins.add(new URL(request.url()).origin);
  });
  return { complaints, origins };
}
