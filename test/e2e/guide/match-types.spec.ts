import { valueTypes } from '../../../src/registry/resources/column-types.js';
import { matchedColumns } from '../../../src/registry/verifiers/verify-matches.js';
import { followSteps } from '../../support/pages/follow-steps.js';
import { PageApp } from '../../support/pages/page-app.js';
import { Page } from '../../support/pages/page.js';

const page = Page.guide('match-types');
const { queries } = page;
let guide: PageApp;

beforeAll(async () => {
  guide = await PageApp.start(page.files);
});
afterAll(() => guide?.close());

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
    const { status, body } = await guide
      .client('admin')
      .get<{ meta: { total: number } }>(encodeURI(path));
    const { total } = body.meta;
    expect([status, total > 0 && total < 3]).toEqual([200, true]);
  });

  it('shows a query of every match type', () => {
    expect(queries).toHaveLength(9);
    expect(page.requests).toHaveLength(1);
    for (const field of ['station', 'station_id', 'height', 'measured_on', 'verified'])
      expect(queries.some((path) => path.includes(field))).toBe(true);
  });

  followSteps(page, page.requests, (step) => guide.follow(step));
});
