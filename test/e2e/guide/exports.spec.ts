import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { followSteps } from '../../support/pages/follow-steps.js';
import { PageApp } from '../../support/pages/page-app.js';
import { Page } from '../../support/pages/page.js';

const page = Page.guide('exports');
const folder = mkdtempSync(join(tmpdir(), 'resource-api-exports-'));

let guide: PageApp;
beforeAll(async () => {
  guide = await PageApp.start(new Map());
});
afterAll(async () => {
  await guide?.close();
  rmSync(folder, { recursive: true });
});

/** Files have lines that end with CR LF, and pages do not. */
const asInPage = (text: string): string => text.replaceAll('\r', '').trimEnd();

describe('docs/guide/exports.md', () => {
  it('shows commands that this file follows', () => {
    expect(page.commands.map(({ output }) => output !== null)).toEqual([true, false]);
  });

  followSteps(page, page.commands, async ({ script }) => ({
    output: asInPage(await guide.run(script.replace(/-o (\S+)/, `-o ${folder}/$1`))),
  }));

  it('saves every record of the list in a file', async () => {
    const lines = readFileSync(join(folder, 'posts.ndjson'), 'utf8').split('\n').slice(0, -1);
    const path = '/posts?status=published&perPage=1';
    const { body } = await guide.client('author').get<{ meta: { total: number } }>(path);
    expect(lines.length).toBe(body.meta.total);
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ attributes: { status: 'published' } });
  });
});
