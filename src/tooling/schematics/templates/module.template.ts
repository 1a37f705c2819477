import type { ResourceNames } from '../workspace/names.js';

/** The module of a new resource. */
export const moduleTemplate = (
  { class: name, file }: ResourceNames,
  migration: { readonly class: string; readonly file: string },
): string =>
  `import { ResourceModule } from 'resource-api';
import { ${migration.class} } from './${migration.file}.js';
import { ${name}Resource } from './${file}.resource.js';

@ResourceModule({ resources: [${name}Resource], migrations: [${migration.class}] })
export class ${name}Module {}
`;
