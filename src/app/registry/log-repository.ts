import type { ResourceClass } from '../../definition/store/resource-of.js';
import type { Finding } from '../../registry/draft/verifier.js';

/**
 * Returns the definitions to serve. The resource that the option `logs.repository` names replaces
 * every other resource of its entity, in relations too.
 *
 * @spec Action log resource
 */
export function withLogRepository(
  definitions: readonly ResourceClass[],
  repository: ResourceClass | undefined,
): readonly ResourceClass[] {
  if (!repository || !definitions.includes(repository)) return definitions;
  return definitions.filter((each) => each === repository || each.entity !== repository.entity);
}

/** Reports a resource in `logs.repository` that no module registers. */
export const findRepositoryFaults = (
  definitions: readonly ResourceClass[],
  repository: ResourceClass | undefined,
): readonly Finding[] =>
  !repository || definitions.includes(repository)
    ? []
    : [
        {
          resource: 'logs.repository',
          member: '',
          wrong: `the option names ${repository.name}, which no module registers`,
          step: 'add it to `resources` of a @ResourceModule',
        },
      ];
