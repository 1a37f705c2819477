import { queryMembers } from '../../../../pipeline/describing/query-members.js';
import { readableFields } from '../../../../pipeline/authorization/authorize-include.js';
import type {
  CompiledField,
  CompiledRelation,
  CompiledResource,
} from '../../../../registry/resources/compiled-resource.js';
import { isPivotRelation } from '../../../../registry/resources/pivot-relations.js';
import { schemaNames } from '../document/components.js';
import { computedSchema, enumValues, fieldSchema } from '../schemas/column-value.js';
import { pivotRowSchema, pivotSchemas } from '../schemas/records.js';
import { keyExample, valueExample } from './examples.js';
import { sampleOf } from './sample.js';

/** Component name of a schema -> a value that is valid for it. */
export type Examples = Readonly<Record<string, unknown>>;

/**
 * Returns a record of a resource, a page with it, and its links, for the schemas of responses. The
 * document does without them, because they would make it larger.
 */
export function responseExamples(resource: CompiledResource, prefix: string): Examples {
  const { key } = resource;
  const record = recordOf(resource);
  const relations = queryMembers(resource).lists.filter(({ pivots }) => pivots.length > 0);
  return {
    [schemaNames.record(key)]: record,
    [schemaNames.one(key)]: { data: record },
    [schemaNames.several(key)]: { data: [record] },
    [schemaNames.page(key)]: pageOf(`${prefix}/${key}`, resource.perPage, record),
    ...Object.fromEntries(
      relations.map((relation) => [
        schemaNames.relatedPage(key, relation.key),
        linkedPage(resource, relation, prefix),
      ]),
    ),
    ...Object.fromEntries(
      relations
        .filter(isPivotRelation)
        .map((relation) => [
          schemaNames.pivotRow(key, relation.key),
          sampleOf(pivotRowSchema(relation)),
        ]),
    ),
  };
}

function linkedPage(
  { key, keyColumn }: CompiledResource,
  relation: CompiledRelation,
  prefix: string,
): object {
  const schemas = pivotSchemas(relation);
  const pivots = relation.pivots.map(({ name, column }) => {
    const [value] = enumValues(schemas[name]) ?? [valueExample(column)];
    return [name, value] as const;
  });
  const record = { ...recordOf(relation.resource), pivots: Object.fromEntries(pivots) };
  const path = `${prefix}/${key}/${keyExample(keyColumn)}/${relation.key}`;
  return pageOf(path, relation.resource.perPage, record);
}

/** Returns a record without relations. */
const recordOf = (resource: CompiledResource): object => ({
  id: keyExample(resource.keyColumn),
  type: resource.key,
  attributes: Object.fromEntries([
    ...readableFields(resource).map((field) => [field.name, attributeOf(resource, field)] as const),
    ...[...resource.computed].map(
      ([name, attribute]) => [name, sampleOf(computedSchema(attribute)) ?? null] as const,
    ),
  ]),
  meta: {
    authorizedToShow: true,
    authorizedToStore: true,
    authorizedToUpdate: true,
    authorizedToDelete: true,
  },
});

function attributeOf(resource: CompiledResource, field: CompiledField): unknown {
  const { column, options } = field;
  if (options.image) return null;
  const [value] = enumValues(fieldSchema(resource, field)) ?? [valueExample(column)];
  return options.number ? Number(value) : value;
}

const pageOf = (path: string, perPage: number, record: object): object => ({
  meta: { current_page: 1, from: 1, last_page: 1, path, per_page: perPage, to: 1, total: 1 },
  links: { first: `${path}?page=1`, last: `${path}?page=1`, prev: null, next: null },
  data: [record],
});
