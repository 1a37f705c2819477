import { writeFile } from 'node:fs/promises';
import { createApplication } from './create-application.js';
import { deployment } from './deployment.js';
import { describeStartFailure } from './describe-start-failure.js';
import { ReferenceDocument } from './modules/reference/reference-document.js';
import { RegistryModule } from './modules/registry/registry.module.js';
import { readEnvironment } from './options/read-environment.js';
import { DefinitionError } from './registry/fault.js';

/**
 * The document is made from definitions alone, so that any database serves: this one leaves nothing behind. It is printed
 * here also where the service does not show it.
 */
const settings = { LOG_LEVEL: 'warn', ...process.env, DATABASE_URL: 'sqlite::memory:', REFERENCE: 'true' };

/** `npm run openapi`: prints the OpenAPI document of the deployment, or writes it to the file that is named. */
async function run([file]: readonly string[]): Promise<void> {
  const application = await createApplication(deployment(readEnvironment(settings)));
  const { resources, report } = await application.get(RegistryModule).compile();
  if (!resources) throw new DefinitionError(report.faults);
  const document = await application.get(ReferenceDocument).describe(resources);
  await application.close();
  const text = `${JSON.stringify(document, null, 2)}\n`;
  if (file === undefined) process.stdout.write(text);
  else await writeFile(file, text);
}

run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(describeStartFailure(error));
  process.exit(1);
});
