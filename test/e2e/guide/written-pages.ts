import { readFileSync } from 'node:fs';
import { changedDeployment, filesOf } from '../readme/readme-blocks.js';
import { GuidePage } from './guide-page.js';

/** The pages about relations, in the order of their reader. Only the last one writes. */
export const relationPages = [
  'relations-example',
  'relations',
  'morphs',
  'computed-relations',
  'loading-relations',
  'changing-relations',
].map((name) => ({ name, page: new GuidePage(`docs/guide/${name}.md`) }));

export const HARBOUR_RESOURCES = 'demo/resources/harbour/harbour.resources.ts';

/** The files that the reader of a page writes, by their paths. */
export function filesOfPage(page: string): ReadonlyMap<string, string> {
  const text = readFileSync(`docs/guide/${page}.md`, 'utf8');
  const files = new Map(filesOf(text));
  if (page === 'agents') files.set('demo/deployment.ts', changedDeployment(text));
  if (page === 'relations-example') files.set(HARBOUR_RESOURCES, harbourResources());
  return files;
}

/** The example's file of resources, with what the pages add to each class inserted. */
function harbourResources(): string {
  const [{ page: example }] = relationPages as [(typeof relationPages)[number]];
  return example
    .file(HARBOUR_RESOURCES)
    .replace(/\/\/ (relations|rights) of (\w+)/g, (_line, _what, name: string) =>
      partsBelow(`In \`${name}\`:`),
    )
    .replace('// classes', () => partsBelow('Above the resources:'));
}

/** The blocks of all pages below this line. */
function partsBelow(introduction: string): string {
  const found = relationPages.filter(({ page }) => page.text.includes(`\n${introduction}\n`));
  if (found.length === 0) throw new TypeError(`No page has a block below "${introduction}".`);
  return found.map(({ page }) => page.parts(introduction)).join('');
}
