import type { ResourceRequest } from '../../../base/types/register.js';
import type { PivotOperation } from '../../../modules/relations/pivot-call.js';
import type {
  CompiledResource,
  PivotRelation,
} from '../../../registry/resources/compiled-resource.js';
import { withDeprecation } from '../../../registry/resources/deprecation.js';
import type { JsonSchema } from '../../../base/json-schema.js';
import { keyList, pivotMembers } from '../../../pipeline/describing/pivot-members.js';
import { clientSchema } from './client-schema.js';
import { keySchema, objectSchema } from './key-schema.js';

type Properties = Readonly<Record<string, JsonSchema>>;

/**
 * Returns the schema of a pivot tool's arguments: the record's key, the relation, and under each
 * relation's name the related keys, with or without their own pivot values. Top-level pivot values
 * apply to every key.
 *
 * @contract C7.2
 */
export function pivotSchema(
  resource: CompiledResource,
  operation: PivotOperation,
  relations: readonly PivotRelation[],
  request: ResourceRequest,
): JsonSchema {
  const bodies = relations.map((relation) => bodyOf(relation, operation, request));
  return objectSchema(
    {
      ...(Object.assign({}, ...bodies.map(({ values }) => values)) as Properties),
      ...Object.fromEntries(bodies.map(({ list }, at) => [relations[at]!.key, list])),
      id: keySchema(resource),
      relation: {
        type: 'string',
        enum: relations.map(({ key }) => key),
        description: 'The relation to write.',
      },
    },
    ['id', 'relation'],
  );
}

function bodyOf(relation: PivotRelation, operation: PivotOperation, request: ResourceRequest) {
  const members = pivotMembers(relation, operation, request);
  const values = Object.fromEntries(
    members.map(({ name, schema }) => [name, clientSchema(schema)]),
  );
  const { resource, key } = relation;
  const description = `Keys of ${resource.key}, for the relation ${key}.`;
  const list = clientSchema({ description, ...keyList(relation, operation, values) });
  return { values, list: withDeprecation(list, relation.options) };
}
