import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApplication } from '../../../src/app/create-application.js';
import type { deployment } from '../../../demo/deployment.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import type { DatabaseUnderTest } from '../../support/databases.js';
import { seededDatabase } from '../../support/demo-template.js';
import { printJson } from '../../unit/docs/generated-blocks.js';
import { validateAgainstDocument } from '../../support/document/validate-against-document.js';
import {
  changedDeployment,
  filesOf,
  FIRST_RESOURCE,
  keepResponse,
  requestsOf,
  textOf,
  type ShownRequest,
} from './readme-blocks.js';
import { WrittenFiles } from './written-files.js';

const text = textOf(FIRST_RESOURCE);
const written = new WrittenFiles(
  new Map([...filesOf(text), ['demo/deployment.ts', changedDeployment(text)]]),
);
const requests = requestsOf(text);

let place: DatabaseUnderTest;
let app: NestFastifyApplication;

/** The demo with its data, for a reader of the guide. */
beforeAll(async () => {
  place = await seededDatabase();
  const changed = await written.load<{ deployment: typeof deployment }>('demo/deployment.ts');
  app = await createApplication(
    changed.deployment(readEnvironment({ DATABASE_URL: place.url, LOG_LEVEL: 'silent' })),
  );
  validateAgainstDocument(app);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
});
afterAll(async () => {
  await app?.close();
  await place?.dispose();
  written.dispose();
});

async function tokenOf(account: string): Promise<string> {
  const payload = { email: `${account}@example.com`, password: 'password' };
  const login = await app.inject({ method: 'POST', url: '/api/login', payload });
  return login.json<{ access_token: string }>().access_token;
}

describe('The ten minutes of the guide to the first resource', () => {
  it('are five files and one change, which compile', () => {
    expect([...filesOf(text).keys()]).toHaveLength(5);
    expect(written.faults()).toEqual([]);
  });

  it('are really compiled', () => {
    const [[path, resource]] = [...filesOf(text)].filter(([name]) =>
      name.endsWith('.resource.ts'),
    ) as [[string, string]];
    const misspelt = new Map([...filesOf(text), [path, resource.replace(`'title'`, `'titel'`)]]);
    expect(new WrittenFiles(misspelt).faults().join()).toContain('titel');
  });

  it('show two responses', () => {
    expect(requests).toHaveLength(2);
  });

  it.each(requests)(
    'respond to $path of $account as described',
    async ({ path, account, response }: ShownRequest) => {
      const headers = { authorization: `Bearer ${await tokenOf(account)}` };
      const actual = printJson((await app.inject({ url: `/api${path}`, headers })).json());
      keepResponse(FIRST_RESOURCE, response, actual);
      expect(response).toBe(actual);
    },
  );

  it('hide unprinted books from everybody but their author', async () => {
    const headers = { authorization: `Bearer ${await tokenOf('reader')}` };
    const index = await app.inject({ url: '/api/books', headers });
    expect(index.json()).toMatchObject({
      meta: { total: 1 },
      data: [{ attributes: { printed: true } }],
    });
  });
});
