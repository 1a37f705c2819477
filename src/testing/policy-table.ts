import type { RelationOf, ResourceBase, ResourceClass } from '../definition/resource-of.js';
import type { Ability } from './abilities/record-abilities.js';
import type { RelationAbility } from './abilities/relation-abilities.js';
import type { TestApplication } from './test-application.js';

/** What a user may do with records of a many-to-many relation. */
export interface RelationRow {
  /** Records of the related resource. An ability is allowed if it is for all of them. */
  readonly records: readonly object[];
  /** All that the user may do; the policy has to refuse the rest. */
  readonly may: readonly RelationAbility[];
}

/** One row of a policy table. */
export interface PolicyRow<
  User extends object,
  Resource extends ResourceBase<object> = ResourceBase<object>,
> {
  /** A record of the user entity, or its identifier. */
  readonly user: User | string;
  /** Without a record, only `index`, `store` and actions of the collection are asked. */
  readonly record?: object;
  /** All that the user may do, in any order; the policy has to refuse the rest. */
  readonly may: readonly Ability[];
  /** By the relation's key. Relations that are left out are not asked. They need a record. */
  readonly relations?: Readonly<Partial<Record<RelationOf<Resource>, RelationRow>>>;
  /**
   * The `uriKey`s of all actions that the user may run, in any order: on the record, alone or in a
   * list, or without a record on the collection. Nothing is asked if it is left out.
   */
  readonly actions?: readonly string[];
}

/**
 * Compares what a policy allows with a table of users, records and abilities. Policies are asked in
 * the same way as by requests, scopes included, and nothing is changed.
 *
 * @throws Error that lists every difference
 * @throws TypeError for a relation or an action that the resource does not have
 */
export async function policyTable<User extends object, Class extends ResourceClass>(
  test: TestApplication<User>,
  resource: Class,
  rows: readonly PolicyRow<User, InstanceType<Class>>[],
): Promise<void> {
  const differences: string[] = [];
  for (const row of rows) {
    const name = describeRow(test.identifierOf(row.user), resource, row.record);
    for (const difference of await differencesOf(test, resource, row))
      differences.push(`${name}: ${difference}.`);
  }
  if (differences.length > 0)
    throw new Error(`The policy differs from the table:\n${differences.join('\n')}`);
}

async function differencesOf<User extends object, Class extends ResourceClass>(
  test: TestApplication<User>,
  resource: Class,
  { user, record, may, relations, actions }: PolicyRow<User, InstanceType<Class>>,
): Promise<readonly string[]> {
  const allowed = await test.abilities(user, resource, record);
  const found = compare(may, allowed, (ability) => `"${ability}"`);
  for (const [relation, linked] of Object.entries(relations ?? {}) as [
    RelationOf<InstanceType<Class>>,
    RelationRow,
  ][]) {
    if (!record) throw new TypeError(`The relations of ${resource.name} need a record.`);
    const { records } = linked;
    const may = await test.relationAbilities(user, resource, record, relation, records);
    found.push(...compare(linked.may, may, (ability) => `"${ability}" of ${relation}`));
  }
  if (actions) {
    const runnable = await test.actions(user, resource, record, actions);
    found.push(...compare(actions, runnable, (action) => `the action "${action}"`));
  }
  return found;
}

/** Returns what is allowed and not listed, and what is listed and not allowed. */
function compare<Name extends string>(
  listed: readonly Name[],
  allowed: readonly Name[],
  describe: (name: Name) => string,
): string[] {
  const unlisted = allowed.filter((name) => !listed.includes(name));
  const refused = listed.filter((name) => !allowed.includes(name));
  return [
    ...unlisted.map((name) => `${describe(name)} is allowed`),
    ...refused.map((name) => `${describe(name)} is refused`),
  ];
}

/** Returns `reader@example.com, PostResource 3`. */
function describeRow(user: string, resource: ResourceClass, record: object | undefined): string {
  const id = record && 'id' in record ? ` ${String(record.id)}` : '';
  return `${user}, ${resource.name}${id}`;
}
