import type { INestApplicationContext } from '@nestjs/common';
import { createApplication } from '../../../app/create-application.js';
import { createLogger } from '../../../base/logging/index.js';
import { ReferenceDocument } from '../../../addons/reference/reference-document.js';
import { RegistryModule } from '../../../app/registry/registry.module.js';
import { readEnvironment } from '../../../options/read-environment.js';
import { DefinitionError } from '../../../registry/draft/fault.js';
import type { CliCall } from '../program/cli-command.js';
import { CommandError } from '../program/errors.js';
import { quiet } from '../program/run-in-context.js';

/**
 * The document is made from definitions alone, so any database will do: this one leaves nothing
 * behind. The document is made even if the service does not show it.
 */
const fixed = { DATABASE_URL: 'sqlite::memory:', REFERENCE: 'true' };

/**
 * Returns the OpenAPI document of the deployment as JSON.
 *
 * @throws CommandError, DefinitionError, OptionsError, EnvironmentError
 */
export async function describeOpenApi({
  load,
  process,
}: Pick<CliCall, 'load' | 'process'>): Promise<string> {
  const deployment = await load();
  const environment = readEnvironment({ ...quiet, ...process.env, ...fixed });
  const logger = createLogger(environment.LOG_LEVEL, process.stderr);
  const application = await createApplication({ logger, ...deployment(environment) });
  try {
    const { resources, report } = await application.get(RegistryModule).compile(null);
    if (!resources) throw new DefinitionError(report.faults);
    const document = await documentOf(application).describe(resources);
    return JSON.stringify(document, null, 2);
  } finally {
    await application.close();
  }
}

function documentOf(application: INestApplicationContext): ReferenceDocument {
  try {
    return application.get(ReferenceDocument);
  } catch {
    throw new CommandError(
      'The OpenAPI document needs the addon "reference", which is missing or switched off by the option `reference: false`.',
    );
  }
}
