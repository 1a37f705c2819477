import type { ResourceNames } from '../workspace/names.js';

/** A policy that lets users read. */
export const policyTemplate = ({ class: name, file, plural }: ResourceNames): string =>
  `import { Injectable } from '@nestjs/common';
import { everything, type Policy, type Scope } from 'resource-api';
import type { ${name} } from './${file}.entity.js';

/** Every user may read ${plural}. Operations without a method here are rejected: store, update, delete. */
@Injectable()
export class ${name}Policy implements Policy<${name}> {
  scope(): Scope<${name}> {
    return everything();
  }

  index(): boolean {
    return true;
  }
}
`;
