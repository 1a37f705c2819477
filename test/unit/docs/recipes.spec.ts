import { existsSync, readFileSync } from 'node:fs';

interface Recipe {
  readonly title: string;
  readonly steps: readonly string[];
  readonly text: string;
}

const [, howToAdd = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split('\n## How to add\n');
const recipes: readonly Recipe[] = howToAdd
  .split('\n### ')
  .slice(1)
  .map((section) => ({
    title: section.split('\n', 1)[0]!,
    steps: section.split(/^\d\. /m).slice(1),
    text: section,
  }));

/** Recipes of at most three places (issue 18, 8). */
const promised = [
  'an authentication provider',
  'a database dialect',
  'a rule',
  'a relation kind',
  'a relation option',
  'a filter operator',
  'an error code',
  'a response header',
  'a field of the OpenAPI document',
  'another default page size',
  'an addon',
];

describe('The recipes of CONTRIBUTING.md', () => {
  it.each(promised)('has at most three places for %s', (title) => {
    const recipe = recipes.find((each) => each.title === title);
    expect(recipe?.steps.length).toBeGreaterThanOrEqual(1);
    expect(recipe?.steps.length).toBeLessThanOrEqual(3);
  });

  it.each(promised)('%s names the test that checks that it is complete', (title) => {
    const { text } = recipes.find((each) => each.title === title)!;
    const checks = [...text.matchAll(/`(test\/[\w./-]+\.spec\.ts)`/g)].map(([, path]) => path!);
    expect(checks.filter((path) => existsSync(path))).not.toEqual([]);
  });

  it.each(recipes)('names the file of each table for $title', ({ text }) => {
    const tables = [
      ...text.matchAll(/`(\w+)`(?:\s\([^)]*\))?,?\s(?:in|of)\s`((?:src|test)\/[\w./-]+)`/g),
    ];
    const missing = tables.filter(
      ([, table, path]) =>
        !existsSync(path!) || !new RegExp(`\\b${table}\\b`).test(readFileSync(path!, 'utf8')),
    );
    expect(missing.map(([whole]) => whole)).toEqual([]);
  });
});
