import type { Key, ResourceRequest } from '../../base/types/register.js';
import { RequestError } from '../../base/errors/index.js';
import type {
  CompiledResource,
  PivotRelation,
  RelatedAbility,
  PivotAbilities,
} from '../../registry/resources/compiled-resource.js';
import { isPivotRelation } from '../../registry/resources/pivot-relations.js';
import type { Authorizer } from './authorizer.js';
import { isAvailable } from './is-available.js';
import { withoutRecord } from '../../registry/resources/takes-record.js';

/**
 * Returns the many-to-many relation with this key. The response is the same for a relation that is
 * unknown, of another kind, or not available to this user.
 *
 * @throws RequestError `not_found`
 * @contract C7.4
 */
export async function authorizePivotRelation(
  resource: CompiledResource,
  key: string,
  request: ResourceRequest,
  authorizer: Authorizer,
): Promise<PivotRelation> {
  const member = resource.relations.get(key);
  if (!member || !isPivotRelation(member)) throw new RequestError('not_found');
  if (!(await isAvailable(member, request, authorizer))) throw new RequestError('not_found');
  return member;
}

/**
 * Checks whether these records may be attached or detached: one call per record, for all records.
 *
 * @param ability `null` refuses
 * @throws RequestError `unauthorized` when one of them is refused
 * @contract C7.4
 */
export async function authorizeEach(
  ability: RelatedAbility | null,
  request: ResourceRequest,
  parent: object,
  related: readonly object[],
): Promise<void> {
  if (!ability) throw new RequestError('unauthorized');
  const isAllowed = await Promise.all(
    related.map(async (record) => ability(request, parent, record)),
  );
  if (!isAllowed.every(Boolean)) throw new RequestError('unauthorized');
}

/**
 * Whether the ability allows the operation without reading records. An ability that is declared
 * without parameters for them decides the same for all.
 */
export async function allowsEveryRecord(
  abilities: PivotAbilities,
  operation: 'attach' | 'detach' | 'sync',
  request: ResourceRequest,
): Promise<boolean> {
  const ability = abilities[operation];
  return (
    ability !== null &&
    abilities.recordIndependent.has(operation) &&
    ability(request, withoutRecord, withoutRecord as never)
  );
}

/** Whether the ability can allow the operation for some records. Only a call can decide on them. */
export async function mayAllow(
  abilities: PivotAbilities,
  operation: 'attach' | 'detach' | 'sync',
  request: ResourceRequest,
): Promise<boolean> {
  if (abilities[operation] === null) return false;
  const isKnown = abilities.recordIndependent.has(operation);
  return !isKnown || allowsEveryRecord(abilities, operation, request);
}

/**
 * Checks with one call whether the relation may consist of exactly these keys.
 * @throws RequestError `unauthorized`
 */
export async function authorizeSync(
  { sync }: PivotAbilities,
  request: ResourceRequest,
  parent: object,
  keys: readonly Key[],
): Promise<void> {
  if (!sync || !(await sync(request, parent, keys))) throw new RequestError('unauthorized');
}
