import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Chromium of the system; `BROWSER` sets another. */
const executablePath = process.env.BROWSER ?? '/usr/bin/chromium';

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @throws Error if Chromium is missing */
export async function openBrowser() {
  if (!existsSync(executablePath))
    throw new Error(`There is no Chromium at ${executablePath}; BROWSER names another.`);
  return chromium.launch({ executablePath, headless: true, args: quiet });
}
