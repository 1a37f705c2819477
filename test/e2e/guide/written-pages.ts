import { Page } from '../../support/pages/page.js';

/** The pages about relations, in the order of their reader. Only the last one writes. */
export const relationPages = [
  'relations-example',
  'relations',
  'morphs',
  'computed-relations',
  'loading-relations',
  'changing-relations',
].map((name) => ({ name, page: Page.guide(name) }));

export const HARBOUR_RESOURCES = 'demo/resources/harbour/harbour.resources.ts';

/** The files that the reader of a page writes, by their paths. */
export function filesOfPage(name: string): ReadonlyMap<string, string> {
  const { files } = Page.guide(name);
  return name === 'relations-example'
    ? new Map([...files, [HARBOUR_RESOURCES, completed(files.get(HARBOUR_RESOURCES)!)]])
    : files;
}

/** The example's file of resources, with what the pages add to each class inserted. */
const completed = (resources: string): string =>
  resources
    .replace(/\/\/ (relations|rights) of (\w+)/g, (_line, _what, name: string) =>
      partsBelow(`In \`${name}\`:`),
    )
    .replace('// classes', () => partsBelow('Above the resources:'));

/** The blocks of all pages below this line. */
function partsBelow(introduction: string): string {
  const found = relationPages.filter(({ page }) => page.text.includes(`\n${introduction}\n`));
  if (found.length === 0) throw new TypeError(`No page has a block below "${introduction}".`);
  return found.map(({ page }) => page.parts(introduction)).join('');
}
