import type { ResourceClass } from '../../definition/store/resource-of.js';
import type { Ability } from './record-abilities.js';
import type { TestApplication } from './test-application.js';

/** One row of a policy table. */
export interface PolicyRow<User extends object> {
  /** A record of the user entity, or its identifier. */
  readonly user: User | string;
  /** Without a record, only `index` and `store` are asked. */
  readonly record?: object;
  /** All that the user may do, in any order; the policy has to refuse the rest. */
  readonly may: readonly Ability[];
}

/**
 * Compares what a policy allows with a table of users, records and abilities. Policies are asked in
 * the same way as by requests, scopes included, and nothing is changed.
 *
 * @throws Error that lists every difference
 */
export async function policyTable<User extends object>(
  test: TestApplication<User>,
  resource: ResourceClass,
  rows: readonly PolicyRow<User>[],
): Promise<void> {
  const differences: string[] = [];
  for (const { user, record, may } of rows) {
    const allowed = await test.abilities(user, resource, record);
    const name = describeRow(test.identifierOf(user), resource, record);
    for (const ability of allowed)
      if (!may.includes(ability)) differences.push(`${name}: "${ability}" is allowed.`);
    for (const ability of may)
      if (!allowed.includes(ability)) differences.push(`${name}: "${ability}" is refused.`);
  }
  if (differences.length > 0)
    throw new Error(`The policy differs from the table:\n${differences.join('\n')}`);
}

/** Returns `reader@example.com, PostResource 3`. */
function describeRow(user: string, resource: ResourceClass, record: object | undefined): string {
  const id = record && 'id' in record ? ` ${String(record.id)}` : '';
  return `${user}, ${resource.name}${id}`;
}
