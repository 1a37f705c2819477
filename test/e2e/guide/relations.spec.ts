import { DATABASE, ResourceModule, type Database, type ResourceClass } from '../../../src/index.js';
import { WrittenFiles } from '../readme/written-files.js';
import { GuideApp } from './guide-app.js';
import { CreateHarbour1735776000099, seedHarbour } from './harbour-tables.js';
import { filesOfPage, HARBOUR_RESOURCES, relationPages } from './written-pages.js';

const files = filesOfPage('relations-example');
const resources = files.get(HARBOUR_RESOURCES)!;
const written = new WrittenFiles(files);

let guide: GuideApp;

beforeAll(async () => {
  const exported = await written.load<Record<string, ResourceClass>>(HARBOUR_RESOURCES);
  const classes = Object.entries(exported).flatMap(([name, value]) =>
    name.endsWith('Resource') ? [value] : [],
  );
  @ResourceModule({ resources: classes, migrations: [CreateHarbour1735776000099] })
  class HarbourModule {}
  guide = await GuideApp.start(HarbourModule);
  await seedHarbour(guide.app.get<Database>(DATABASE));
});
afterAll(async () => {
  await guide?.close();
  written.dispose();
});

describe.each(relationPages.slice(1))('The page $name', ({ page }) => {
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
  it('are short', () => {
    for (const { page } of relationPages) expect(page.text.split('\n').length).toBeLessThan(260);
  });

  it.each([
    ...['BelongsTo', 'HasOne', 'HasMany', 'MorphOne', 'MorphMany', 'BelongsToMany', 'MorphToMany'],
    ...['Callable', 'Forwarding'],
  ])('show @%s', (decorator) => {
    expect(resources).toMatch(new RegExp(`^\\s*@${decorator}\\(`, 'm'));
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
    expect(resources).toMatch(new RegExp(`\\b${option}\\b[:(]`));
  });
});
