import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApplication } from '../../src/app/create-application.js';
import { deployment } from '../../demo/deployment.js';
import type { Deployment } from '../../src/app/create-application.js';
import type { User } from '../../demo/resources/users/user.entity.js';
import { readEnvironment } from '../../src/options/read-environment.js';
import { AppUnderTest, startApp, type StartedApp } from './app-under-test.js';
import { seededDatabase } from './demo-template.js';
import { validateAgainstDocument } from './document/validate-against-document.js';
import { form, type FormPart } from './forms.js';
import { patientLimits } from './patient-limits.js';

/** The accounts of the demo that may sign in: users 1 to 4. */
export type DemoAccount = 'admin' | 'editor' | 'author' | 'reader';

/** A response; `body` is undefined if it is missing. */
export interface DemoResponse<Body = unknown> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

export interface DemoRequest {
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: object;
  /** The user of the request; `null` for no token. */
  readonly as?: DemoAccount | null;
}

export const demoAccounts: Readonly<Record<DemoAccount, string>> = {
  admin: 'admin@example.com',
  editor: 'editor@example.com',
  author: 'author@example.com',
  reader: 'reader@example.com',
};

/**
 * The demo deployment on a database of its own with the seed, of the run's dialect
 * (`TEST_DATABASE`). Close it after the last test of the file.
 */
export class DemoApp extends AppUnderTest<User, DemoAccount> {
  /** Accounts that are signing in right now. */
  private signingIn = 0;

  constructor(
    started: StartedApp<User>,
    /** The folder of uploaded files, its own. */
    readonly storage: string,
  ) {
    super(started, demoAccounts);
  }

  /** The path of the database, for a second application on it. */
  get url(): string {
    return this.source.url;
  }

  /**
   * `get('/users?include=posts', 'reader')`
   *
   * @param path below the prefix
   *
   * @param as the user; the admin by default, `null` for no token
   */
  get<Body = unknown>(path: string, as: DemoAccount | null = 'admin'): Promise<DemoResponse<Body>> {
    return this.send<Body>(path, { as });
  }

  /**
   * A form, by POST: `form('/profile', [{ name: 'avatar', filename: 'a.png', content: png() }],
   * 'reader')`
   */
  async form<Body = unknown>(
    path: string,
    parts: readonly FormPart[],
    as: DemoAccount = 'admin',
  ): Promise<DemoResponse<Body>> {
    const { headers, payload } = form(...parts);
    await this.tokenOf(as);
    return this.client(as).with(headers).send<Body>('POST', path, payload);
  }

  /** Any request; see {@link get}. */
  async send<Body = unknown>(
    path: string,
    { method = 'GET', body, as = 'admin' }: DemoRequest,
  ): Promise<DemoResponse<Body>> {
    if (as !== null) await this.tokenOf(as);
    const client = as === null ? this.test.anonymous : this.client(as);
    return client.send<Body>(method, path, body);
  }

  /** The SQL statements that were sent while the callback ran, except those of signing in. */
  override async statements(work: () => Promise<unknown>): Promise<readonly string[]> {
    const statements: string[] = [];
    const stop = this.database.observe((sql) => {
      if (this.signingIn === 0) statements.push(sql);
    });
    await work().finally(stop);
    return statements;
  }

  /** The account's token, issued once, without the cost of a password hash. */
  async tokenOf(account: DemoAccount): Promise<string> {
    this.signingIn += 1;
    try {
      return await this.token(account);
    } finally {
      this.signingIn -= 1;
    }
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.storage, { recursive: true, force: true });
  }
}

/**
 * Starts the demo on a copy of the seeded database.
 *
 * @param changes options that replace those of the demo
 */
export async function startDemo(
  changes: Partial<Deployment<User>['options']> = {},
): Promise<DemoApp> {
  const source = await seededDatabase();
  const storage = await mkdtemp(join(tmpdir(), 'resource-api-files-'));
  const { modules, options } = demoDeployment(source.url, storage);
  const started = await startApp<User>({ modules, options: { ...options, ...changes } }, source);
  return new DemoApp(started, storage);
}

/** Starts the demo deployment on a database, without seeding it. */
export async function startApplication(
  url: string,
  ...more: readonly Type[]
): Promise<NestFastifyApplication> {
  const { modules, options } = demoDeployment(url, join(tmpdir(), 'resource-api-files'));
  const app = await createApplication({ modules: [...modules, ...more], options });
  validateAgainstDocument(app);
  try {
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** The demo, with limits for tests. */
export function demoDeployment(url: string, storage: string): Deployment<User> {
  const environment = { DATABASE_URL: url, STORAGE_PATH: storage, LOG_LEVEL: 'silent' };
  const { modules, options } = deployment(readEnvironment(environment));
  return { modules, options: { ...options, limits: { ...options.limits, ...patientLimits } } };
}
