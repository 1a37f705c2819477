import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { deployment } from '../../../demo/deployment.js';
import { createApplication } from '../../../src/index.js';
import { runCommand } from '../../support/run-command.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import type { DatabaseUnderTest } from '../../support/databases.js';
import { seededDatabase } from '../../support/demo-template.js';
import { WrittenFiles } from '../readme/written-files.js';
import { validateAgainstDocument } from '../../support/document/validate-against-document.js';
import { GuidePage, printResponse, type GuideRequest } from './guide-page.js';

const folder = 'demo/resources/orders';
const names = [
  'order.entity',
  'send-orders.action',
  'hold-order.action',
  'import-orders.action',
  'order.module',
];
const pages = {
  actions: new GuidePage('docs/guide/actions.md'),
  log: new GuidePage('docs/guide/action-log.md'),
};
const paths = names.map((name) => `${folder}/${name}.ts`);
const written = new WrittenFiles(new Map(paths.map((path) => [path, pages.actions.file(path)])));

let place: DatabaseUnderTest;
let app: NestFastifyApplication;
let token: string;

beforeAll(async () => {
  place = await seededDatabase();
  const { OrderModule } = await written.load<{ OrderModule: Type }>(`${folder}/order.module.ts`);
  const { modules, options } = deployment(
    readEnvironment({ DATABASE_URL: place.url, LOG_LEVEL: 'silent' }),
  );
  app = await createApplication({ options, modules: [...modules, OrderModule] });
  validateAgainstDocument(app);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const payload = { email: 'admin@example.com', password: 'password' };
  token = (await app.inject({ method: 'POST', url: '/api/login', payload })).json<{
    access_token: string;
  }>().access_token;
});
afterAll(async () => {
  await app?.close();
  await place?.dispose();
  written.dispose();
});

async function responseTo({ method, path, body }: GuideRequest) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await app.inject({
    method,
    url: `/api${path}`,
    headers,
    ...(body && { payload: body }),
  });
  return {
    status: response.statusCode,
    response: response.body === '' ? '' : printResponse(response.json()),
  };
}

/** MariaDB leaves gaps between the keys that it generates. */
const withoutLogKeys = (response: string): string =>
  response.replace(/"id": "\d+"(,\s+"type": "action_logs")/g, '"id": "…"$1');

describe.each(Object.entries(pages))('The page about %s of the guide', (_name, page) => {
  const bodies: string[] = [];
  afterAll(() => page.updatePage(bodies));

  it('contains requests that this file reads', () => {
    expect(page.requests).toHaveLength(page.fences);
    expect(page.fences).toBeGreaterThan(1);
  });

  it.each(page.requests.map((shown) => [`${shown.method} ${shown.path}`, shown] as const))(
    'shows the response to %s',
    async (_title, shown) => {
      const { status, response } = await responseTo(shown);
      bodies.push(response);
      expect(status).toBe(shown.status);
      const expected = process.env.UPDATE_DOCS === '1' ? response : shown.response;
      if (expected !== null) expect(withoutLogKeys(response)).toBe(withoutLogKeys(expected));
    },
  );
});

describe('The page about actions of the guide', () => {});

describe('The page about the log of the guide', () => {
  it('names a command that works as described', async () => {
    const [, words] = /^npm run logs:prune -- (.+)$/m.exec(pages.log.text)!;
    const { stdout } = await runCommand(['logs', 'prune', ...words!.split(' ')], { app });
    expect(stdout).toMatch(/^Removed \d+ rows? older than 90 days from the action log\.\n$/);
  });
});
