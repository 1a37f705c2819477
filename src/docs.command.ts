import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCatalogue } from './errors/index.js';
import { describeCatalogue } from './errors/describe-catalogue.js';
import { describeExample, describeSettings } from './options/describe-settings.js';
import { ruleFamilies } from './rules/catalogue.js';
import { describeRules } from './rules/describe-rules.js';

/** The files that are made from code, by their path in the project. */
const pages: Readonly<Record<string, () => string>> = {
  '.env.example': describeExample,
  'docs/reference/configuration.md': describeSettings,
  'docs/reference/errors.md': () => describeCatalogue(errorCatalogue),
  'docs/reference/rules.md': () => describeRules(ruleFamilies),
};

for (const [path, describe] of Object.entries(pages)) {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, describe());
  console.log(`Wrote ${path}`);
}
