/* global PerformanceObserver, requestIdleCallback */

/** No step of a visit takes longer, or the bench fails. Milliseconds. */
const PATIENCE = 30_000;

/**
 * Visits the reference page several times, each with an empty cache, and once more with a full one.
 * In each visit, it opens an operation.
 *
 * @returns {Promise<{ first: Visit, visits: Visit[] }>} the first visit after the start of the
 * service, which creates the document, and the others
 *
 * @typedef {object} Visit
 * @property {number} content milliseconds until the first content is painted
 * @property {number} again the same when the page is reloaded
 * @property {number} open milliseconds from a click on an operation until it can be executed
 * @property {number} bytes bytes that were received, as they were sent
 */
export async function measureReference(browser, url, count) {
  const visit = () =>
    inNewContext(browser, async (page, bytes) => {
      const content = await firstContent(page, url);
      const open = await openOperation(page);
      const received = await bytes();
      await untilIdle(page);
      return { content, open, bytes: received, again: await firstContent(page, url) };
    });
  const first = await visit();
  return { first, visits: await times(count, visit) };
}

/** Visits the explorer several times, each with an empty cache. */
export async function measureExplorer(browser, url, count) {
  const visit = () =>
    inNewContext(browser, async (page, bytes) => {
      const content = await firstContent(page, url);
      await page.locator('input[type="password"]').waitFor();
      const received = await bytes();
      return { content, bytes: received, again: await firstContent(page, url) };
    });
  const first = await visit();
  return { first, visits: await times(count, visit) };
}

async function openOperation(page) {
  const begin = performance.now();
  await page.locator('.tag[data-tag="posts"] > summary').click();
  const item = page.locator('.operation[data-id="posts.index"]');
  await item.locator('> button').click();
  await item.locator('.btn.execute').waitFor();
  return performance.now() - begin;
}

/** A page that is still drawing an operation would delay the next one. */
const untilIdle = (page) =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));

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

async function inNewContext(browser, work) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const requests = [];
  page.on('requestfinished', (request) => requests.push(request));
  const bytes = async () => {
    const sizes = await Promise.all(requests.map((request) => request.sizes()));
    return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  };
  try {
    return await work(page, bytes);
  } finally {
    await context.close();
  }
}

async function times(count, work) {
  const results = [];
  for (let time = 0; time < count; time++) results.push(await work());
  return results;
}
