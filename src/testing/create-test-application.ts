import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DataSource } from 'typeorm';
import { createApplication, type Deployment } from '../create-application.js';
import { DATABASE, type Database } from '../execution/database/database.js';
import { AccountCommands } from '../modules/auth/index.js';
import {
  OPTIONS,
  type ResolvedOptions,
  type ResourceApiOptions,
} from '../options/resource-api-options.js';
import { TestClient } from './test-client.js';

/** A deployment whose database and storage are optional. */
export interface TestDeployment<User extends object = object> extends Omit<
  Deployment<User>,
  'options'
> {
  /**
   * The options of the application. `database` defaults to a new SQLite file, `storage` to a new
   * folder, and `logLevel` to `silent`.
   */
  readonly options: Omit<ResourceApiOptions<User>, 'database'> &
    Partial<Pick<ResourceApiOptions<User>, 'database'>>;
}

/** An application under test. Close it after the last test. */
export interface TestApplication<User extends object = object> {
  readonly app: NestFastifyApplication;
  /** TypeORM's data source of the application, for the records that a test needs. */
  readonly dataSource: DataSource;
  /** Sends requests without a token. */
  readonly anonymous: TestClient;
  /**
   * Returns a client that sends requests as this user. The client gets a token of its own with its
   * first request.
   *
   * @param user a record of the user entity, or its identifier, such as `ann@example.com`. Requests
   * throw a TypeError
   * if there is no such account, the account is suspended, or the service does not issue tokens
   */
  as(user: User | string): TestClient;
  /** Returns a client that sends these headers, such as those of an authentication provider. */
  sending(headers: Readonly<Record<string, string>>): TestClient;
  /** Closes the application, and removes the files that it made. */
  close(): Promise<void>;
}

/**
 * Starts an application for tests: on a migrated and empty SQLite database in a temporary folder,
 * without listening.
 *
 * @throws OptionsError, DefinitionError with everything that is wrong
 */
export async function createTestApplication<User extends object>(
  deployment: TestDeployment<User>,
): Promise<TestApplication<User>> {
  const folder = await mkdtemp(join(tmpdir(), 'resource-api-test-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const app = await start(deployment, folder);
    return describe(app, async () => {
      await app.close();
      await remove();
    });
  } catch (error) {
    await remove();
    throw error;
  }
}

async function start<User extends object>(
  { options, ...deployment }: TestDeployment<User>,
  folder: string,
): Promise<NestFastifyApplication> {
  const app = await createApplication<User>({
    ...deployment,
    options: {
      database: { url: `sqlite:${join(folder, 'test.sqlite')}` },
      storage: { path: join(folder, 'storage') },
      logLevel: 'silent',
      ...options,
    },
  });
  try {
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

function describe<User extends object>(
  app: NestFastifyApplication,
  close: () => Promise<void>,
): TestApplication<User> {
  const { prefix, authentication } = app.get<ResolvedOptions>(OPTIONS, { strict: false });
  const accounts = app.get(AccountCommands, { strict: false });
  const identifierOf = (user: User | string): string =>
    typeof user === 'string' ? user : String(user[authentication.user.identifier as keyof User]);
  return {
    app,
    dataSource: app.get<Database>(DATABASE, { strict: false }).dataSource,
    anonymous: new TestClient(app, prefix, () => Promise.resolve({})),
    sending: (headers) => new TestClient(app, prefix, () => Promise.resolve(headers)),
    as: (user) => {
      let token: Promise<string> | undefined;
      return new TestClient(app, prefix, async () => {
        token ??= accounts.issueToken(identifierOf(user), 'test');
        return { authorization: `Bearer ${await token}` };
      });
    },
    close,
  };
}
