import type { ResourceNames } from '../names.js';
import type { ImportedEntity } from './imported-entity.js';

/** A policy that lets users read. */
export const policyTemplate = (
  { class: name, plural }: ResourceNames,
  { className: entity, from }: Pick<ImportedEntity, 'className' | 'from'>,
): string =>
  `import { Injectable } from '@nestjs/common';
import { everything, type Policy, type Scope } from 'resource-api';
import type { ${entity} } from '${from}';

/**
 * Every user may read ${plural}. Operations without a method here are rejected: store, update,
 * delete.
 */
@Injectable()
export class ${name}Policy implements Policy<${entity}> {
  scope(): Scope<${entity}> {
    return everything();
  }

  index(): boolean {
    return true;
  }
}
`;

/** The test of a new policy. */
export const policySpecTemplate = (
  { class: name, file, plural }: ResourceNames,
  runner: string,
): string =>
  `import { everything } from 'resource-api';
import { describe, expect, it } from '${runner}';
import { ${name}Policy } from './${file}.policy.js';

describe('The policy of ${plural}', () => {
  const policy = new ${name}Policy();

  it('lets every user read', () => {
    expect(policy.index()).toBe(true);
    expect(policy.scope()).toEqual(everything());
  });

  it('lets nobody write', () => {
    expect(policy).not.toHaveProperty('store');
    expect(policy).not.toHaveProperty('update');
    expect(policy).not.toHaveProperty('delete');
  });
});
`;
