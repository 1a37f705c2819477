import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApplication } from '../../../src/app/create-application.js';
import { deployment as demo } from '../../../demo/deployment.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import type { DatabaseUnderTest } from '../../support/databases.js';
import { seededDatabase } from '../../support/demo-template.js';
import { png } from '../../support/images.js';
import { printJson } from '../../unit/docs/generated-blocks.js';
import { changedDeployment, filesOf, FIRST_RESOURCE, textOf } from '../readme/readme-blocks.js';
import { runShell } from '../readme/run-shell.js';
import { WrittenFiles } from '../readme/written-files.js';
import { validateAgainstDocument } from '../../support/document/validate-against-document.js';
import { examplesOf, pagesAfterReadme, keepResponse, type Example } from './pages-after-readme.js';

/**
 * What the reader of a page writes, in addition to the books of the first resource; nothing if the
 * page is about the unchanged demo.
 */
function filesOfPage(page: string): ReadonlyMap<string, string> {
  const own = filesOf(readFileSync(page, 'utf8'));
  if (own.size === 0) return own;
  return new Map([
    ...filesOf(textOf(FIRST_RESOURCE)),
    ['demo/deployment.ts', changedDeployment(textOf(FIRST_RESOURCE))],
    ...own,
  ]);
}

/** The demo of a reader who followed the page so far. */
class GuidedApp {
  private constructor(
    private readonly app: NestFastifyApplication,
    private readonly place: DatabaseUnderTest,
    private readonly folder: string,
  ) {}

  static async start(written: WrittenFiles, changed: boolean): Promise<GuidedApp> {
    const place = await seededDatabase();
    const folder = mkdtempSync(join(tmpdir(), 'resource-api-guide-'));
    writeFileSync(join(folder, 'picture.png'), png());
    writeFileSync(join(folder, 'notes.txt'), 'No picture at all.');
    const { deployment } = changed
      ? await written.load<{ deployment: typeof demo }>('demo/deployment.ts')
      : { deployment: demo };
    const environment = {
      DATABASE_URL: place.url,
      STORAGE_PATH: join(folder, 'storage'),
      LOG_LEVEL: 'silent',
    };
    const app = await createApplication(deployment(readEnvironment(environment)));
    validateAgainstDocument(app);
    await app.listen(0, '127.0.0.1');
    return new GuidedApp(app, place, folder);
  }

  /**
   * Formats the response as in the documents: the random part of a file's path is always the same.
   */
  async responseTo({ request, script }: Example): Promise<string> {
    const response = request ? await this.send(request) : await this.run(script!);
    return printJson(response).replace(
      /(?<=\/storage\/\w+\/\d+\/)[\w-]{22}/g,
      'kTm3Zq0bVn5xRj2yLw8sPg',
    );
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.place.dispose();
    rmSync(this.folder, { recursive: true });
  }

  private async send({
    method,
    path,
    account,
    body,
  }: NonNullable<Example['request']>): Promise<unknown> {
    const headers = { authorization: `Bearer ${await this.tokenOf(account)}` };
    return (
      await this.app.inject({ method, url: `/api${path}`, headers, ...(body && { payload: body }) })
    ).json();
  }

  private async run(script: string): Promise<unknown> {
    const address = (await this.app.getUrl()).replace('[::1]', '127.0.0.1');
    const here = script
      .replaceAll('http://127.0.0.1:3000', address)
      .replaceAll('=@', `=@${this.folder}/`);
    return JSON.parse(await runShell(`TOKEN=${await this.tokenOf('author')}\n${here}`)) as unknown;
  }

  private async tokenOf(account: string): Promise<string> {
    const payload = { email: `${account}@example.com`, password: 'password' };
    const login = await this.app.inject({ method: 'POST', url: '/api/login', payload });
    return login.json<{ access_token: string }>().access_token;
  }
}

describe.each(pagesAfterReadme)('%s', (page) => {
  const files = filesOfPage(page);
  const written = new WrittenFiles(files);
  const examples = examplesOf(page);
  let guided: GuidedApp;

  beforeAll(async () => {
    guided = await GuidedApp.start(written, files.size > 0);
  });
  afterAll(async () => {
    await guided?.close();
    written.dispose();
  });

  it('contains files that compile', () => {
    expect(files.size === 0 ? [] : written.faults()).toEqual([]);
  });

  it('shows examples in every fence that this file reads', () => {
    const content = readFileSync(page, 'utf8');
    expect(examples.length).toBeGreaterThanOrEqual(3);
    expect(examples).toHaveLength([...content.matchAll(/^```(http|sh)$/gm)].length);
  });

  it.each(examples.map((example, at) => [example.title, at, example] as const))(
    'shows the response to %s',
    async (_title, at, example) => {
      const response = await guided.responseTo(example);
      keepResponse(page, at, response);
      expect(example.response).toBe(response);
    },
  );
});
