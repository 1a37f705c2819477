import type { ResourceNames } from '../names.js';

/** What a new resource exposes. */
export const resourceTemplate = ({ class: name, file }: ResourceNames): string =>
  `import { Field, Resource, ResourceOf } from 'resource-api';
import { ${name} } from './${file}.entity.js';
import { ${name}Policy } from './${file}.policy.js';

@Resource({ policy: ${name}Policy })
export class ${name}Resource extends ResourceOf(${name}) {
  @Field({ rules: ['required', 'string', 'max:200'] })
  name!: string;

  @Field({ readOnly: true })
  created_at!: Date;

  @Field({ readOnly: true })
  updated_at!: Date;
}
`;
