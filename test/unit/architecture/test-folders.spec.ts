import { readdirSync } from 'node:fs';

const foldersIn = (path: string): readonly string[] =>
  readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

const features = [...foldersIn('src/modules'), ...foldersIn('src/addons')];

/** What is tested beside the source. */
const others = [
  ...['api', 'architecture', 'demo', 'docs', 'guide', 'package', 'recipes', 'scripts', 'support'],
];

describe('The folders of tests', () => {
  it.each(features)('have tests over HTTP for %s', (feature) => {
    expect(foldersIn('test/e2e')).toContain(feature);
  });

  it.each(['e2e', 'property', 'unit'])('are named like the source in test/%s', (kind) => {
    const known = [...foldersIn('src'), ...features, ...others];
    expect(foldersIn(`test/${kind}`).filter((name) => !known.includes(name))).toEqual([]);
  });
});
