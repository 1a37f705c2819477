import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { demoExample } from '../dist/demo/settings.js';
import { commands } from '../dist/src/tooling/cli/commands/index.js';
import { describeCommands } from '../dist/scripts/docs/describe-commands.js';
import { errorCatalogue } from '../dist/src/base/errors/index.js';
import { describeCatalogue } from '../dist/scripts/docs/describe-errors.js';
import { describeExample, describeSettings } from '../dist/scripts/docs/describe-settings.js';
import { ruleFamilies } from '../dist/src/rules/catalogue.js';
import { describeRules } from '../dist/scripts/docs/describe-rules.js';

/** `npm run docs`: the files that are generated from code, by their path in the project. */
const pages = {
  '.env.example': () => `${describeExample()}\n${demoExample}`,
  'docs/reference/commands.md': () => describeCommands(commands),
  'docs/reference/configuration.md': describeSettings,
  'docs/reference/errors.md': () => describeCatalogue(errorCatalogue),
  'docs/reference/rules.md': () => describeRules(ruleFamilies),
};

for (const [path, describe] of Object.entries(pages)) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, describe());
  console.log(`Wrote ${path}`);
}
