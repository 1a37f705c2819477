import { resolveCondition, type ScopeOf } from '../../authorization/resolve-condition.js';
import { EVERYTHING } from '../../authorization/resolved-condition.js';
import type { ConditionNode } from '../../definition/condition.js';
import type { UserOptions } from '../../options/resource-api-options.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';
import type { Fault } from '../../registry/fault.js';

/** Users of whom every column is false, or true: a scope rarely has more than two forms. */
const samples = ['', '1'].map((value) => new Proxy({}, { get: () => value }));

/**
 * Returns the scopes and the facts about users with a name that their resource does not have. The
 * compiler finds most of them, but not those that are cast. A scope that takes more than columns of a
 * user cannot be asked without one: it fails when it is used.
 */
export const findConditionFaults = (
  resources: readonly CompiledResource[],
  user: UserOptions,
): readonly Fault[] => [
  ...resources.flatMap((resource) => faultOfScope(resource) ?? []),
  ...faultsOfFacts(resources, user),
];

function faultOfScope(resource: CompiledResource): Fault | null {
  for (const user of samples) {
    const wrong = faultIn(scopeFor(resource, user), resource, () => EVERYTHING);
    if (wrong !== null)
      return { resource: resource.name, member: 'scope', wrong, step: 'correct it in the policy' };
  }
  return null;
}

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
