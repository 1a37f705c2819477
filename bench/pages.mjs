/**
 * `npm run bench:pages`: the explorer and the reference page of the demo in Chromium: their first
 * content, the time to open an operation, and the bytes of both. See README.md.
 */
/* global PerformanceObserver, requestIdleCallback */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { runBench } from './runner/run-bench.mjs';
import { startServer } from './runner/start-server.mjs';
import { root } from './servers.mjs';

/** Chromium of the system; `BROWSER` sets another. */
const executablePath = process.env.BROWSER ?? '/usr/bin/chromium';
const VISITS = 5;

const medianOf = (visits, name) =>
  visits.map((each) => each[name]).sort((a, b) => a - b)[Math.floor(visits.length / 2)];

const ms = (visits, name) => `${medianOf(visits, name).toFixed(0)} ms`;
const kilobytes = (visits) => `${(medianOf(visits, 'bytes') / 1000).toFixed(0)} KB`;

await runBench(async ({ home, logs, processes }) => {
  await processes.run(['npm', 'run', 'build'], { cwd: root });
  const folder = mkdtempSync(join(home, 'pages-'));
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const demo = {
      name: 'demo',
      command: [process.execPath, join(root, 'dist', 'demo', 'main.js')],
      env: { NODE_ENV: 'development', STORAGE_PATH: join(folder, 'storage') },
      prefix: '',
    };
    const address = `sqlite:${join(folder, 'demo.sqlite')}`;
    const { base } = await startServer(demo, address, logs, processes);
    await measureExplorer(browser, `${base}/explorer`);
    const first = await visit(browser, `${base}/docs`);
    const visits = [];
    while (visits.length < VISITS) visits.push(await visit(browser, `${base}/docs`));
    console.log(
      `Reference: first content ${ms(visits, 'content')} (1500 at most), ${ms([first], 'content')} in the ` +
        `first visit after a start, ${ms(visits, 'again')} when reloaded. Opening the list of ` +
        `posts: ${ms(visits, 'open')}; until then, ${kilobytes(visits)} arrived (500 at most). ` +
        `Medians of ${VISITS} visits with an empty cache.`,
    );
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Prints when the explorer asks to sign in, and the bytes that arrived until then. */
async function measureExplorer(browser, url) {
  const visits = [];
  while (visits.length < VISITS + 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    const requests = [];
    page.on('requestfinished', (request) => requests.push(request));
    const frame = await firstContent(page, url);
    await page.locator('input[type="password"]').waitFor();
    const content = await page.evaluate(() => performance.now());
    const sizes = await Promise.all(requests.map((request) => request.sizes()));
    const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    visits.push({ frame, content, bytes });
    await context.close();
  }
  const [first, ...others] = visits;
  console.log(
    `Explorer: first content ${ms(others, 'frame')}, its form to sign in ${ms(others, 'content')} ` +
      `(1500 at most), ${ms([first], 'content')} in the first visit after a start; ` +
      `${kilobytes(others)} arrived.`,
  );
}

/**
 * Visits the page with an empty cache, opens an operation, and loads the page once more.
 *
 * @returns milliseconds, and the bytes of the bodies that arrived, as they were sent
 */
async function visit(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  const requests = [];
  page.on('requestfinished', (request) => requests.push(request));
  try {
    const content = await firstContent(page, url);
    const open = await openOperation(page);
    const sizes = await Promise.all(requests.map((request) => request.sizes()));
    const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
    // A page that is still drawing an operation would delay the next one.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    return { content, open, bytes, again: await firstContent(page, url) };
  } finally {
    await context.close();
  }
}

/** Opens the page, and returns when the browser painted its first text. */
async function firstContent(page, url) {
  await page.goto(url, { waitUntil: 'load' });
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        new PerformanceObserver((list) => {
          for (const { name, startTime } of list.getEntries())
            if (name === 'first-contentful-paint') resolve(startTime);
        }).observe({ type: 'paint', buffered: true });
      }),
  );
}

/** Returns how long it takes from a click on an operation until it can be executed. */
async function openOperation(page) {
  const begin = performance.now();
  await page.locator('.tag[data-tag="posts"] > summary').click();
  const item = page.locator('.operation[data-id="posts.index"]');
  await item.locator('> button').click();
  await item.locator('.btn.execute').waitFor();
  return performance.now() - begin;
}
