import type { CompiledResource } from '../../../registry/compiled-resource.js';
import type { Caller } from './caller.js';

/**
 * Whether the policy may allow the caller to write records of the resource. An ability that needs
 * the record is checked per call; any other is checked now.
 *
 * @contract C11.2
 */
export async function mayWrite(
  caller: Caller,
  resource: CompiledResource,
  operation: 'store' | 'update' | 'delete',
): Promise<boolean> {
  if (!(await caller.mayEnter(resource))) return false;
  if (operation === 'store') return caller.mayStore(resource);
  const ability = resource.policy[operation];
  return ability !== null && (ability.usesRecord || ability.allows(caller.user, {}));
}
