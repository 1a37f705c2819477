import type { ResourceNames } from '../workspace/names.js';

/** What a new resource exposes. */
export const resourceTemplate = ({ class: name, file }: ResourceNames): string =>
  `import { Resource, ResourceOf } from 'resource-api';
import { ${name} } from './${file}.entity.js';
import { ${name}Policy } from './${file}.policy.js';

/** The rules of the fields come from the columns. */
@Resource({ policy: ${name}Policy })
export class ${name}Resource extends ResourceOf(${name}, {
  fields: ['name', 'created_at', 'updated_at'],
}) {}
`;
