import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { createApplication } from '../../src/app/create-application.js';
import { deployment } from '../../demo/deployment.js';
import type { ResourceApiOptions } from '../../src/options/resource-api-options.js';
import { readEnvironment } from '../../src/options/read-environment.js';
import type { User } from '../../demo/resources/users/user.entity.js';
import type { DemoApp } from './demo-app.js';
import { validateAgainstDocument } from './document/validate-against-document.js';

/**
 * Another node of the service on the demo's database and files, with options of its own. Close it.
 */
export async function startNode(
  { url, storage }: Pick<DemoApp, 'url' | 'storage'>,
  change: Partial<ResourceApiOptions<User>>,
  logger?: Logger,
): Promise<NestFastifyApplication> {
  const environment = readEnvironment({
    DATABASE_URL: url,
    STORAGE_PATH: storage,
    LOG_LEVEL: 'silent',
  });
  const { options, modules } = deployment(environment);
  const app = await createApplication({ options: { ...options, ...change }, modules, logger });
  validateAgainstDocument(app);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return app;
}
