import { queryMembers } from '../../../../pipeline/describing/query-members.js';
import type {
  CompiledRelation,
  CompiledResource,
} from '../../../../registry/resources/compiled-resource.js';
import { responseRef, schemaNames, schemaRef, shared } from '../document/components.js';
import type { Reference, Schema } from '../document/open-api.js';
import { closed, arrayOf } from './objects.js';
import { linkedRecord } from './records.js';

/**
 * Returns the pages of a resource, and of its relations with pivot values.
 * @contract C3.1
 */
export function pageSchemas(resource: CompiledResource): Readonly<Record<string, Schema>> {
  const listed = schemaRef(schemaNames.listed(resource.key));
  const linked = queryMembers(resource).lists.filter(({ pivots }) => pivots.length > 0);
  return {
    [schemaNames.page(resource.key)]: pageOf(listed),
    ...Object.fromEntries(
      linked.map((relation) => [
        schemaNames.relatedPage(resource.key, relation.key),
        pageOf(linkedRecord(relation)),
      ]),
    ),
  };
}

/** Returns the response with a page of a relation. */
export const relatedPage = ({ owner, key, pivots, resource }: CompiledRelation): Reference =>
  responseRef(
    pivots.length > 0 ? schemaNames.relatedPage(owner, key) : schemaNames.page(resource.key),
  );

const pageOf = (record: Schema): Schema =>
  closed({
    meta: schemaRef(shared.anyPageMeta),
    links: schemaRef(shared.anyPageLinks),
    data: arrayOf(record),
  });
