import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  createApplication,
  DATABASE,
  ResourceModule,
  type Database,
  type ResourceClass,
} from '../../../src/index.js';
import { deployment } from '../../../demo/deployment.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import type { DatabaseUnderTest } from '../../support/databases.js';
import { seededDatabase } from '../../support/demo-template.js';
import { WrittenFiles } from '../readme/written-files.js';
import { holdToDocument } from '../../support/document/hold-to-document.js';
import { GuidePage, printAnswer, type GuideRequest } from './guide-page.js';
import { CreateHarbour1735776000099, seedHarbour } from './harbour-tables.js';

const page = new GuidePage('docs/guide/relations.md');
const folder = 'demo/resources/harbour';
const resourcesPath = `${folder}/harbour.resources.ts`;

/** The page's file of resources, with what the page adds to each class put in its place. */
function resourcesFile(): string {
  return page
    .file(resourcesPath)
    .replace(/\/\/ (relations|rights) of (\w+)/g, (_line, _what, name: string) =>
      page.parts(`In \`${name}\`:`),
    )
    .replace('// classes', () => page.parts(`\`${resourcesPath}\`, above the resources:`));
}

const written = new WrittenFiles(
  new Map([
    [`${folder}/harbour.entities.ts`, page.file(`${folder}/harbour.entities.ts`)],
    [resourcesPath, resourcesFile()],
  ]),
);

let place: DatabaseUnderTest;
let app: NestFastifyApplication;
const tokens = new Map<string, string>();

beforeAll(async () => {
  place = await seededDatabase();
  const exported = await written.load<Record<string, ResourceClass>>(resourcesPath);
  const resources = Object.entries(exported).flatMap(([name, value]) =>
    name.endsWith('Resource') ? [value] : [],
  );
  @ResourceModule({ resources, migrations: [CreateHarbour1735776000099] })
  class HarbourModule {}
  const { modules, options } = deployment(
    readEnvironment({ DATABASE_URL: place.url, LOG_LEVEL: 'silent' }),
  );
  app = await createApplication({ options, modules: [...modules, HarbourModule] });
  holdToDocument(app);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  await seedHarbour(app.get<Database>(DATABASE));
  for (const account of ['admin', 'reader']) tokens.set(account, await signIn(account));
}, 60_000);
afterAll(async () => {
  await app?.close();
  await place?.dispose();
  written.dispose();
});

async function signIn(account: string): Promise<string> {
  const payload = { email: `${account}@example.com`, password: 'password' };
  return (await app.inject({ method: 'POST', url: '/api/login', payload })).json<{
    access_token: string;
  }>().access_token;
}

async function answerTo({ method, path, account, body }: GuideRequest) {
  const headers = { authorization: `Bearer ${tokens.get(account)!}` };
  const answer = await app.inject({
    method,
    url: `/api${path}`,
    headers,
    ...(body && { payload: body }),
  });
  return {
    status: answer.statusCode,
    answer: answer.body === '' ? '' : printAnswer(answer.json()),
  };
}

const came: string[] = [];
afterAll(() => page.keepAnswers(came));

describe('docs/guide/relations.md', () => {
  it('shows classes that the compiler accepts', () => {
    expect(written.faults()).toEqual([]);
  }, 120_000);

  it('shows requests that this file finds', () => {
    expect(page.requests).toHaveLength(page.fences);
    expect(page.requests.length).toBeGreaterThan(25);
  });

  // In the order of the page: what one writes the next may read.
  it.each(page.requests)('$method $path answers $status, as it is shown', async (shown) => {
    const { status, answer } = await answerTo(shown);
    came.push(answer);
    expect({ status, answer: status === shown.status ? '' : answer }).toEqual({
      status: shown.status,
      answer: '',
    });
    if (process.env.UPDATE_DOCS !== '1') expect(answer).toBe(shown.answer ?? '');
  });

  it.each([
    ...['BelongsTo', 'HasOne', 'HasMany', 'MorphOne', 'MorphMany', 'BelongsToMany', 'MorphToMany'],
    ...['Callable', 'Forwarding'],
  ])('shows @%s', (decorator) => {
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
  ])('shows the option %s', (option) => {
    expect(resourcesFile()).toMatch(new RegExp(`\\b${option}\\b[:(]`));
  });
});
