import { DATABASE, ResourceModule, type Database, type ResourceClass } from '../../../src/index.js';
import { followSteps } from '../../support/pages/follow-steps.js';
import { PageApp } from '../../support/pages/page-app.js';
import { WrittenFiles } from '../../support/pages/written-files.js';
import { CreateHarbour1735776000099, seedHarbour } from './harbour-tables.js';
import { filesOfPage, HARBOUR_RESOURCES, relationPages } from './written-pages.js';

const files = filesOfPage('relations-example');
const resources = files.get(HARBOUR_RESOURCES)!;
const written = new WrittenFiles(files);

let guide: PageApp;

beforeAll(async () => {
  const exported = await written.load<Record<string, ResourceClass>>(HARBOUR_RESOURCES);
  const classes = Object.entries(exported).flatMap(([name, value]) =>
    name.endsWith('Resource') ? [value] : [],
  );
  @ResourceModule({ resources: classes, migrations: [CreateHarbour1735776000099] })
  class HarbourModule {}
  guide = await PageApp.start(new Map(), { modules: [HarbourModule] });
  await seedHarbour(guide.app.get<Database>(DATABASE));
});
afterAll(async () => {
  await guide?.close();
  written.dispose();
});

describe.each(relationPages.slice(1))('The page $name', ({ page }) => {
  it('shows requests', () => {
    expect(page.requests.length).toBeGreaterThan(2);
  });

  followSteps(page, page.requests, (step) => guide.follow(step));
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
