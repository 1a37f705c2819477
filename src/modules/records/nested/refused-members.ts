import { usableNames } from '../../../authorization/authorize-write.js';
import { availableOf } from '../../../authorization/is-available.js';
import { aboutRelated, type RequestContext } from '../../../authorization/request-context.js';
import {
  referringColumns,
  writableRelationsOf,
  type WritableRelation,
} from '../../../registry/writable-relations.js';
import type { ResourceRequest } from '../../../types/register.js';
import { relationsBy } from '../../../validation/write-body.js';

/**
 * Returns the members that a related record must not contain, with the messages: those that refer
 * to its parent, and its own related records. A member that the caller may not use is not among
 * them, since it does not exist for the caller.
 *
 * @contract C4.7, C5.9
 */
export async function refusedMembers(
  relation: WritableRelation,
  { resource, authorizer }: RequestContext,
  parentRequest: ResourceRequest,
): Promise<ReadonlyMap<string, string>> {
  const request = aboutRelated(parentRequest, resource.key, 'store', null);
  const columns = referringColumns(relation);
  const fields = [...resource.fields.values()].filter(({ column }) => columns.has(column));
  const usable = await usableNames(resource, request, authorizer);
  const aliases = [...columns].flatMap((column) => relationsBy(column, resource));
  const inner = await availableOf(writableRelationsOf(resource), request, authorizer);
  const referring = [
    ...fields.map(({ name }) => name),
    ...aliases.filter((key) => usable.has(key)),
  ];
  return new Map([
    ...referring.map((name) => [name, `The ${name} field is set by "${relation.key}".`] as const),
    ...inner.map(
      ({ key }) => [key, `The ${key} field is not allowed inside "${relation.key}".`] as const,
    ),
  ]);
}
