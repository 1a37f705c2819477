import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApplication, type Deployment } from '../../app/create-application.js';
import type { ResourceApiOptions } from '../../options/resource-api-options.js';
import { existingTablesModules } from '../../app/database/existing-tables.js';
import { TestApplication } from './test-application.js';
import type { FakeData } from './factories/sample-values.js';

/** A deployment whose database and storage are optional. */
export interface TestDeployment<User extends object = object> extends Omit<
  Deployment<User>,
  'options'
> {
  /**
   * The address of the database, such as `postgres://localhost/test`; a new SQLite file by default.
   * The database is migrated when the application starts, and {@link TestApplication.reset} empties
   * it: do not name one that holds data you need.
   */
  readonly database?: string;
  /**
   * Makes the samples of factories look real: `import { faker } from '@faker-js/faker'`. Its seed is
   * set, so that each run of a test uses the same data.
   */
  readonly faker?: FakeData;
  /**
   * The options of the application. `database` defaults to a new SQLite file, `storage` to a new
   * folder, and `logLevel` to `silent`.
   */
  readonly options: Omit<ResourceApiOptions<User>, 'database'> &
    Partial<Pick<ResourceApiOptions<User>, 'database'>>;
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
    deployment.faker?.seed(1);
    return new TestApplication<User>(
      await start(deployment, folder),
      deployment.faker ?? null,
      remove,
    );
  } catch (error) {
    await remove();
    throw error;
  }
}

async function start<User extends object>(
  { options, database: url, faker: _faker, ...deployment }: TestDeployment<User>,
  folder: string,
): Promise<NestFastifyApplication> {
  const app = await createApplication<User>({
    ...deployment,
    modules: [...deployment.modules, ...existingTablesModules(deployment.modules)],
    options: {
      database: { url: url ?? `sqlite:${join(folder, 'test.sqlite')}` },
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
