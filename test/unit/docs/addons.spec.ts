import { readdirSync, readFileSync } from 'node:fs';
import { addons } from '../../../src/addons/index.js';

/** The page of each addon. */
const pages: Readonly<Record<string, string>> = {
  explain: 'querying',
  explorer: 'explorer',
  exports: 'exports',
  'first-page': 'reference',
  metrics: 'metrics',
  'object-storage': 'object-storage',
  rates: 'rates',
  'read-replicas': 'scale-out',
  redis: 'scale-out',
  reference: 'reference',
  'run-progress': 'actions',
  runs: 'runs',
  'safe-writes': 'safe-writes',
  telemetry: 'metrics',
  tools: 'agents',
  undo: 'undo',
  'view-as': 'rights',
  why: 'rights',
};

const folders = readdirSync('src/addons', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

describe('The addons (issue 36, 2)', () => {
  it('have a folder and a row each', () => {
    expect(addons).toHaveLength(folders.length);
    const list = readFileSync('src/addons/index.ts', 'utf8');
    for (const name of folders) expect(list).toContain(`'./${name}/${name}.addon.js'`);
  });

  it('have a page each, which the README names', () => {
    expect(Object.keys(pages).sort()).toEqual(folders);
    const readme = readFileSync('README.md', 'utf8');
    for (const page of Object.values(pages)) expect(readme).toContain(`docs/guide/${page}.md`);
  });
});
