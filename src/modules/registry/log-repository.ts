import type { ResourceClass } from '../../definition/resource-of.js';
import { DefinitionError } from '../../registry/fault.js';

/**
 * The definitions that are served where the option `logs.repository` names the log's resource: it takes the place of
 * every other one of its entity, in relations too.
 *
 * @throws DefinitionError when no module registers it
 * @spec Action log resource
 */
export function withLogRepository(
  definitions: readonly ResourceClass[],
  repository: ResourceClass | undefined,
): readonly ResourceClass[] {
  if (!repository) return definitions;
  if (!definitions.includes(repository))
    throw new DefinitionError([
      {
        resource: repository.name,
        member: '',
        wrong: 'the option logs.repository names it, and no module registers it',
        instead: `@ResourceModule({ resources: [${repository.name}] })`,
      },
    ]);
  return definitions.filter((each) => each === repository || each.entity !== repository.entity);
}
