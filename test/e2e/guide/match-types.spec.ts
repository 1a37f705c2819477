import type { Type } from '@nestjs/common';
import { valueTypes } from '../../../src/registry/resources/column-types.js';
import { matchedColumns } from '../../../src/registry/verifiers/verify-matches.js';
import { filesOf, queriesOf } from '../readme/readme-blocks.js';
import { WrittenFiles } from '../readme/written-files.js';
import { GuideApp } from './guide-app.js';
import { GuidePage } from './guide-page.js';

const page = new GuidePage('docs/guide/match-types.md');
const written = new WrittenFiles(filesOf(page.text));
const queries = queriesOf(page.text);
let guide: GuideApp;

beforeAll(async () => {
  const { TideModule } = await written.load<{ TideModule: Type }>(
    'demo/resources/tides/tide.module.ts',
  );
  guide = await GuideApp.start(TideModule);
});
afterAll(async () => {
  await guide?.close();
  written.dispose();
});

/** The rows of the table below a heading, by their cells. */
function tableBelow(heading: string): readonly (readonly string[])[] {
  const [, section] = page.text.split(`## ${heading}\n`) as [string, string];
  const lines = section.split('\n## ')[0]!.split('\n');
  const rows = lines.filter((line) => line.startsWith('| '));
  return rows.slice(1).map((line) =>
    line
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
}

const codeIn = (cell: string): readonly string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);

const notText = Object.entries(valueTypes).flatMap(([type, names]) =>
  type === 'text' ? [] : names.split(' '),
);

describe('docs/guide/match-types.md', () => {
  const bodies: string[] = [];
  afterAll(() => page.updatePage(bodies));

  it('lists the match types of every column type, as the start checks them', () => {
    const shown = tableBelow('Which match type fits which column').map(
      ([type, , matches]) => [type, codeIn(matches!)] as const,
    );
    const checked = Object.keys(valueTypes).map((type) => {
      const fits = Object.entries(matchedColumns).filter(([, types]) =>
        (types as readonly string[]).includes(type),
      );
      return [type, fits.map(([match]) => match)] as const;
    });
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(checked));
  });

  it.each(tableBelow('Which match type fits which column'))(
    'lists the database types of %s columns',
    (type, names) => {
      const known = valueTypes[type as keyof typeof valueTypes].split(' ');
      const shown = codeIn(names).map((name) => name.replaceAll(' ', '_'));
      if (type !== 'text') expect(shown).toEqual(known);
      // Types that belong to no other column are strings: the page shows only the common ones.
      else expect(shown.filter((name) => notText.includes(name))).toEqual([]);
    },
  );

  it.each(queries)('shows a query that finds some records and not others: %s', async (path) => {
    const request = { method: 'GET', path, account: 'admin', status: 200, response: null } as const;
    const { status, response } = await guide.send({ ...request, path: encodeURI(path) });
    const { total } = (JSON.parse(response) as { meta: { total: number } }).meta;
    expect([status, total > 0 && total < 3]).toEqual([200, true]);
  });

  it('shows a query of every match type', () => {
    expect(queries).toHaveLength(9);
    expect(page.requests).toHaveLength(page.fences);
    for (const field of ['station', 'station_id', 'height', 'measured_on', 'verified'])
      expect(queries.some((path) => path.includes(field))).toBe(true);
  });

  it.each(page.requests)('shows the response $status to $path', async (shown) => {
    const { status, response } = await guide.send(shown);
    bodies.push(response);
    expect(status).toBe(shown.status);
    if (process.env.UPDATE_DOCS !== '1') expect(response).toBe(shown.response);
  });
});
