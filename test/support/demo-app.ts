import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApplication } from '../../src/create-application.js';
import { deployment } from '../../demo/deployment.js';
import { DATABASE, type Database } from '../../src/execution/database/database.js';
import { AccountCommands } from '../../src/modules/auth/account-commands.js';
import { BackgroundWrites } from '../../src/modules/auth/background-writes.js';
import { readEnvironment } from '../../src/options/read-environment.js';
import { seededDatabase } from './demo-template.js';
import { validateAgainstDocument } from './document/validate-against-document.js';
import { form, type Form, type FormPart } from './forms.js';
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

/**
 * The demo deployment on a database of its own with the seed, of the run's dialect
 * (`TEST_DATABASE`). Close it after the last test of the file.
 */
export class DemoApp {
  private readonly tokens = new Map<DemoAccount, Promise<string>>();
  /** Accounts that are signing in right now. */
  private signingIn = 0;

  constructor(
    readonly app: NestFastifyApplication,
    readonly database: Database,
    /** The path of the database, for a second application on it. */
    readonly url: string,
    /** The folder of uploaded files, its own. */
    readonly storage: string,
    private readonly dispose: () => Promise<void>,
  ) {}

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
    return this.response<Body>(
      path,
      { method: 'POST', form: form(...parts) },
      await this.tokenOf(as),
    );
  }

  /** Any request; see {@link get}. */
  async send<Body = unknown>(path: string, request: DemoRequest): Promise<DemoResponse<Body>> {
    const { as = 'admin' } = request;
    return this.response<Body>(path, request, as === null ? null : await this.tokenOf(as));
  }

  /** The SQL statements that were sent while the callback ran, except those of signing in. */
  async statements(work: () => Promise<unknown>): Promise<readonly string[]> {
    const statements: string[] = [];
    const stop = this.database.observe((sql) => {
      if (this.signingIn === 0) statements.push(sql);
    });
    try {
      await work();
    } finally {
      stop();
    }
    return statements;
  }

  /** The account's token, issued once, without the cost of a password hash. */
  tokenOf(account: DemoAccount): Promise<string> {
    const known = this.tokens.get(account);
    if (known) return known;
    const token = this.signIn(account);
    this.tokens.set(account, token);
    return token;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.dispose();
    await rm(this.storage, { recursive: true, force: true });
  }

  /** The token is used once, so that its last use is not written while a test counts statements. */
  private async signIn(account: DemoAccount): Promise<string> {
    this.signingIn += 1;
    const commands = this.app.get(AccountCommands, { strict: false });
    const token = await commands.issueToken(`${account}@example.com`, 'login');
    await this.response('/tokens', {}, token);
    await this.app.get(BackgroundWrites, { strict: false }).settle();
    this.signingIn -= 1;
    return token;
  }

  private async response<Body>(
    path: string,
    {
      method = 'GET',
      body,
      form: sent,
    }: Pick<DemoRequest, 'method' | 'body'> & { readonly form?: Form },
    token: string | null,
  ): Promise<DemoResponse<Body>> {
    const payload = sent?.payload ?? body;
    const response = await this.app.inject({
      method,
      url: `/api${path}`,
      headers: { ...(token !== null && { authorization: `Bearer ${token}` }), ...sent?.headers },
      ...(payload && { payload }),
    });
    const parsed: unknown = response.body === '' ? undefined : response.json();
    return { status: response.statusCode, body: parsed as Body, headers: response.headers };
  }
}

/** Starts the demo on a copy of the seeded database. */
export async function startDemo(): Promise<DemoApp> {
  const { url, dispose } = await seededDatabase();
  const storage = await mkdtemp(join(tmpdir(), 'resource-api-files-'));
  const app = await startApplication(url, storage);
  return new DemoApp(app, app.get<Database>(DATABASE), url, storage, dispose);
}

/** Starts the demo deployment on a database, without seeding it. */
export async function startApplication(
  url: string,
  storage = join(tmpdir(), 'resource-api-files'),
): Promise<NestFastifyApplication> {
  const environment = readEnvironment({
    DATABASE_URL: url,
    STORAGE_PATH: storage,
    LOG_LEVEL: 'silent',
  });
  const { options, modules } = deployment(environment);
  const app = await createApplication({
    modules,
    options: { ...options, limits: { ...options.limits, ...patientLimits } },
  });
  validateAgainstDocument(app);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return app;
}
