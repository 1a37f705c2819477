import type { Call } from '../api/call.js';
import type { ApiRecord, Relation, Resource } from '../api/schema.js';

/** The list of related records of one record. */
export interface RelatedList {
  readonly parent: Resource;
  readonly record: ApiRecord;
  readonly relation: Relation;
  readonly target: Resource;
}

/** Returns the request of a page of related records. */
export function relatedCall({ parent, record, relation }: RelatedList, query: object): Call {
  return {
    resource: parent.key,
    relation: { id: record.id, name: relation.key },
    method: 'index',
    args: [query],
  };
}

/** Returns the request that changes the links of a list. */
export const linkCall = (
  { parent, record, relation }: RelatedList,
  method: 'attach' | 'detach' | 'sync' | 'patch',
  ...args: readonly unknown[]
): Call => ({
  resource: parent.key,
  relation: { id: record.id, name: relation.key },
  method,
  args,
});
