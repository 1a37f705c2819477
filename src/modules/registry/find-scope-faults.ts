import { resolveCondition } from '../../authorization/resolve-condition.js';
import { EVERYTHING } from '../../authorization/resolved-condition.js';
import type { Condition } from '../../definition/condition.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';
import type { Fault } from '../../registry/fault.js';

/** Users of whom every column is false, or true: a scope rarely has more than two forms. */
const samples = ['', '1'].map((value) => new Proxy({}, { get: () => value }));

/**
 * Returns the scopes with a name that their resource does not have. The compiler finds most of them,
 * but not those that are cast. A scope that takes more than columns of a user cannot be asked without
 * one: it fails when it is used.
 */
export const findScopeFaults = (resources: readonly CompiledResource[]): readonly Fault[] =>
  resources.flatMap((resource) => {
    for (const user of samples) {
      const wrong = faultIn(resource, scopeFor(resource, user));
      if (wrong !== null) return [{ resource: resource.name, member: 'scope', ...wrong }];
    }
    return [];
  });

function scopeFor({ policy }: CompiledResource, user: object): Condition | null {
  try {
    return policy.scope?.(user) ?? null;
  } catch {
    return null;
  }
}

function faultIn(
  resource: CompiledResource,
  condition: Condition | null,
): Pick<Fault, 'wrong' | 'step'> | null {
  if (condition === null) return null;
  try {
    resolveCondition(condition, resource, () => EVERYTHING);
    return null;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return {
      wrong: error.message.replace(/\.$/, ''),
      step: `correct it in ${resource.policy.constructor.name}`,
    };
  }
}
