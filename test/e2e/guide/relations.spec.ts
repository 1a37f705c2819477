import { DATABASE, ResourceModule, type Database, type ResourceClass } from '../../../src/index.js';
import { WrittenFiles } from '../readme/written-files.js';
import { GuideApp } from './guide-app.js';
import { GuidePage } from './guide-page.js';
import { CreateHarbour1735776000099, seedHarbour } from './harbour-tables.js';

/** In the order of their reader. Only the last one writes. */
const names = [
  'relations-example',
  'relations',
  'morphs',
  'computed-relations',
  'loading-relations',
  'changing-relations',
];
const pages = names.map((name) => ({ name, page: new GuidePage(`docs/guide/${name}.md`) }));
const [{ page: example }] = pages as [(typeof pages)[number]];
const folder = 'demo/resources/harbour';
const resourcesPath = `${folder}/harbour.resources.ts`;

/** The blocks of all pages below this line. */
function parts(introduction: string): string {
  const found = pages.filter(({ page }) => page.text.includes(`\n${introduction}\n`));
  if (found.length === 0) throw new TypeError(`No page has a block below "${introduction}".`);
  return found.map(({ page }) => page.parts(introduction)).join('');
}

/** The example's file of resources, with what the pages add to each class inserted. */
function resourcesFile(): string {
  return example
    .file(resourcesPath)
    .replace(/\/\/ (relations|rights) of (\w+)/g, (_line, _what, name: string) =>
      parts(`In \`${name}\`:`),
    )
    .replace('// classes', () => parts('Above the resources:'));
}

const written = new WrittenFiles(
  new Map([
    [`${folder}/harbour.entities.ts`, example.file(`${folder}/harbour.entities.ts`)],
    [resourcesPath, resourcesFile()],
  ]),
);

let guide: GuideApp;

beforeAll(async () => {
  const exported = await written.load<Record<string, ResourceClass>>(resourcesPath);
  const resources = Object.entries(exported).flatMap(([name, value]) =>
    name.endsWith('Resource') ? [value] : [],
  );
  @ResourceModule({ resources, migrations: [CreateHarbour1735776000099] })
  class HarbourModule {}
  guide = await GuideApp.start(HarbourModule);
  await seedHarbour(guide.app.get<Database>(DATABASE));
});
afterAll(async () => {
  await guide?.close();
  written.dispose();
});

describe.each(pages.slice(1))('The page $name', ({ page }) => {
  const bodies: string[] = [];
  afterAll(() => page.updatePage(bodies));

  it('shows requests that this file reads', () => {
    expect(page.requests).toHaveLength(page.fences);
    expect(page.requests.length).toBeGreaterThan(2);
  });

  // In the order of the page: what one writes the next may read.
  it.each(page.requests)('$method $path returns $status and the shown body', async (shown) => {
    const { status, response } = await guide.send(shown);
    bodies.push(response);
    expect({ status, response: status === shown.status ? '' : response }).toEqual({
      status: shown.status,
      response: '',
    });
    if (process.env.UPDATE_DOCS !== '1') expect(response).toBe(shown.response ?? '');
  });
});

describe('The pages about relations', () => {
  it('show classes that compile', () => {
    expect(written.faults()).toEqual([]);
  });

  it('are short', () => {
    for (const { page } of pages) expect(page.text.split('\n').length).toBeLessThan(260);
  });

  it.each([
    ...['BelongsTo', 'HasOne', 'HasMany', 'MorphOne', 'MorphMany', 'BelongsToMany', 'MorphToMany'],
    ...['Callable', 'Forwarding'],
  ])('show @%s', (decorator) => {
    expect(resourcesFile()).toMatch(new RegExp(`^\\s*@${decorator}\\(`, 'm'));
  });

  it.each([
    ...[
      'searchable',
      'sortable',
      'withPivot',
      'columns',
      'canAttach',
      'canDetach',
      'attachCallback',
    ],
    ...[
      'detachCallback',
      'validationCallback',
      'unique',
      'canEnableRelationship',
      'defaultRelatablePerPage',
    ],
    ...['relationship', 'through', 'morph', 'batch', 'needs'],
  ])('show the option %s', (option) => {
    expect(resourcesFile()).toMatch(new RegExp(`\\b${option}\\b[:(]`));
  });
});
