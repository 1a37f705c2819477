import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import { deployment as demo } from '../../../demo/deployment.js';
import type { User } from '../../../demo/resources/users/user.entity.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { AppUnderTest, startApp, type StartedApp } from '../app-under-test.js';
import { demoAccounts, type DemoAccount } from '../demo-app.js';
import { seededDatabase } from '../demo-template.js';
import { png } from '../images.js';
import type { Outcome } from './follow-steps.js';
import type { PageRequest, Step } from './page.js';
import { printWithoutFlags } from './print-response.js';
import { runShell } from './run-shell.js';
import { WrittenFiles } from './written-files.js';

const DEPLOYMENT = 'demo/deployment.ts';

/** What else a page changes. */
export interface PageChanges {
  readonly modules?: readonly Type[];
  /** Is called with the address of the database, before the application opens it. */
  readonly prepare?: (url: string) => Promise<void>;
  /** How the page prints a response: without flags by default. */
  readonly print?: (body: unknown) => string;
}

/** The demo of a reader who has followed a page. */
export class PageApp extends AppUnderTest<User, DemoAccount> {
  private constructor(
    started: StartedApp<User>,
    /** The files of the reader. */
    readonly written: WrittenFiles,
    /** Contains the pictures that scripts send, and what the application stores. */
    private readonly folder: string,
    private readonly print: (body: unknown) => string,
  ) {
    super(started, demoAccounts);
  }

  /** @param files of the reader: a changed deployment, or modules that are added to the demo's */
  static async start(
    files: ReadonlyMap<string, string>,
    { modules = [], prepare, print = printWithoutFlags }: PageChanges = {},
  ): Promise<PageApp> {
    const written = new WrittenFiles(files);
    const folder = await mkdtemp(join(tmpdir(), 'resource-api-page-'));
    await writeFile(join(folder, 'picture.png'), png());
    await writeFile(join(folder, 'notes.txt'), 'No picture at all.');
    const source = await seededDatabase();
    await prepare?.(source.url);
    const { deployment } = files.has(DEPLOYMENT)
      ? await written.load<{ deployment: typeof demo }>(DEPLOYMENT)
      : { deployment: demo };
    const environment = {
      DATABASE_URL: source.url,
      STORAGE_PATH: join(folder, 'storage'),
      LOG_LEVEL: 'silent',
    };
    const { options, modules: own } = deployment(readEnvironment(environment));
    const added = files.has(DEPLOYMENT) ? [] : await modulesIn(files, written);
    const started = await startApp<User>(
      { options, modules: [...own, ...added, ...modules] },
      source,
    );
    return new PageApp(started, written, folder, print);
  }

  /** Sends a request of the page, or runs a script that sends one. */
  async follow(step: Step): Promise<Outcome> {
    if (step.kind === 'request') return this.send(step.request);
    if (step.kind !== 'shell') throw new TypeError(`The demo cannot follow a ${step.kind}.`);
    return { output: this.printed(JSON.parse(await this.run(step.script))) };
  }

  async send({ method, path, account, headers, body }: PageRequest) {
    const response = await this.app.inject({
      method,
      url: path,
      headers: {
        ...(await this.headers(accountOf(account))),
        ...(body !== null && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== null && { payload: body }),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      output: response.body === '' ? '' : this.printed(response.json()),
    };
  }

  /** Runs a script against this application, as the author. */
  async run(script: string): Promise<string> {
    const here = script
      .replaceAll('http://127.0.0.1:3000', await this.address())
      .replaceAll('=@', `=@${this.folder}/`);
    return runShell(`TOKEN=${await this.token('author')}\n${here}`);
  }

  /** Where the application listens, from the first call on. */
  async address(): Promise<string> {
    const server = this.app.getHttpServer();
    if (!server.listening) await this.app.listen(0, '127.0.0.1');
    return (await this.app.getUrl()).replace('[::1]', '127.0.0.1');
  }

  /** Calls a tool, and returns its result. */
  async callTool(name: string, account: DemoAccount, args: object): Promise<unknown> {
    return (await this.tools(account).call(name, args)).structuredContent;
  }

  async close(): Promise<void> {
    await this.stop();
    this.written.dispose();
    await rm(this.folder, { recursive: true });
  }

  /** Formats a response as in the pages, where random parts are always the same. */
  private printed(body: unknown): string {
    return this.print(body)
      .replace(/(?<="request_id": ")[^"]+/, '…')
      .replace(/(?<=\/storage\/\w+\/\d+\/)[\w-]{22}/g, 'kTm3Zq0bVn5xRj2yLw8sPg');
  }
}

const accountOf = (address: string | null): DemoAccount =>
  (address?.replace('@example.com', '') ?? 'admin') as DemoAccount;

/** The classes named `...Module` of files named `.module.ts`. */
async function modulesIn(
  files: ReadonlyMap<string, string>,
  written: WrittenFiles,
): Promise<readonly Type[]> {
  const paths = [...files.keys()].filter((path) => path.endsWith('.module.ts'));
  const exported = await Promise.all(
    paths.map((path) => written.load<Readonly<Record<string, Type>>>(path)),
  );
  return exported.flatMap((exports) =>
    Object.entries(exports).flatMap(([name, value]) => (name.endsWith('Module') ? [value] : [])),
  );
}
