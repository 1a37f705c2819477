import { resolveCondition, type ScopeOf } from '../../pipeline/authorization/resolve-condition.js';
import { EVERYTHING } from '../../pipeline/authorization/resolved-condition.js';
import type { ConditionNode } from '../../definition/contracts/condition.js';
import type { UserOptions } from '../../options/resource-api-options.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import type { Fault } from '../../registry/draft/fault.js';

/**
 * The values of all columns of a user: a scope rarely has more than two forms, for false and for true.
 * Each form is asked for twice, so that a name which the scope takes from its user is not a fault.
 */
const samples = [
  ['', 0],
  ['1', '2'],
] as const;

/**
 * Returns the scopes and the facts about users with a name that their resource does not have. The
 * compiler finds most of them, but not those that are cast. A scope that takes more than the columns and
 * methods of a user cannot be asked without one: it fails when it is used.
 */
export const findConditionFaults = (
  resources: readonly CompiledResource[],
  user: UserOptions,
): readonly Fault[] => [
  ...resources.flatMap((resource) => faultOfScope(resource, user) ?? []),
  ...faultsOfFacts(resources, user),
];

function faultOfScope(resource: CompiledResource, { entity }: UserOptions): Fault | null {
  for (const form of samples) {
    const [wrong, again] = form.map((value) => {
      const scope = scopeFor(resource, sampleOf(entity, value));
      return faultIn(scope, resource, () => EVERYTHING);
    });
    if (wrong && wrong === again)
      return { resource: resource.name, member: 'scope', wrong, step: 'correct it in the policy' };
  }
  return null;
}

/** A user with the methods of the entity, and this value in every column. */
const sampleOf = ({ prototype }: UserOptions['entity'], value: unknown): object =>
  new Proxy(Object.create(prototype as object) as object, {
    get: (user, name, receiver) =>
      name in user ? (Reflect.get(user, name, receiver) as unknown) : value,
  });

/** A scope that cannot be asked for this user, since it throws, has nothing to check. */
function scopeFor({ policy }: CompiledResource, user: object): ConditionNode | null {
  try {
    return policy.scope?.(user) ?? null;
  } catch {
    return null;
  }
}

function faultsOfFacts(
  resources: readonly CompiledResource[],
  { entity, facts = {} }: UserOptions,
): readonly Fault[] {
  const resource = resources.find(({ table }) => table.entity === entity);
  return Object.entries(facts).flatMap(([name, condition]) => {
    const wrong = resource
      ? faultIn(condition, resource, noScopes)
      : `the fact is about ${entity.name}, which has no resource`;
    if (wrong === null) return [];
    const step = resource ? 'correct it' : `register a resource of ${entity.name}`;
    return [{ resource: 'authentication.user.facts', member: name, wrong, step }];
  });
}

/** Scopes of a fact. @throws TypeError */
export const noScopes: ScopeOf = () => {
  throw new TypeError(
    'A fact about the user cannot depend on what the user may see: it is evaluated before the user is known.',
  );
};

function faultIn(
  condition: ConditionNode | null,
  resource: CompiledResource,
  scopeOf: ScopeOf,
): string | null {
  if (condition === null) return null;
  try {
    resolveCondition(condition, resource, scopeOf);
    return null;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return error.message.replace(/\.$/, '');
  }
}
