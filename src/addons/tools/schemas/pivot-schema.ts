import type { ResourceRequest } from '../../../base/types/register.js';
import type { PivotOperation } from '../../../modules/relations/pivot-call.js';
import type {
  CompiledResource,
  PivotRelation,
} from '../../../registry/resources/compiled-resource.js';
import type { JsonSchema } from '../../../base/json-schema.js';
import { pivotMembers } from '../../../pipeline/describing/pivot-members.js';
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
  const pivots = relations.map((relation) =>
    operation === 'detach' ? {} : pivotsOf(relation, request),
  );
  const lists = relations.map(
    (relation, at) => [relation.key, listSchema(relation, operation, pivots[at]!)] as const,
  );
  return objectSchema(
    {
      ...(Object.assign({}, ...pivots) as Properties),
      ...Object.fromEntries(lists),
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

const pivotsOf = (relation: PivotRelation, request: ResourceRequest): Properties =>
  Object.fromEntries(
    pivotMembers(relation, request).map(({ name, schema }) => [name, clientSchema(schema)]),
  );

function listSchema(
  { resource, key }: PivotRelation,
  operation: PivotOperation,
  pivots: Properties,
): JsonSchema {
  const bare = keySchema(resource);
  const withValues = objectSchema({ ...pivots, id: bare }, ['id']);
  const alternatives = [
    ...((bare.anyOf as readonly JsonSchema[] | undefined) ?? [bare]),
    withValues,
  ];
  return {
    type: 'array',
    description: `Keys of ${resource.key}, for the relation ${key}.`,
    ...(operation !== 'sync' && { minItems: 1 }),
    items: { anyOf: alternatives },
  };
}
