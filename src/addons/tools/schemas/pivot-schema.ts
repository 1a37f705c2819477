import type { ResourceRequest } from '../../../base/types/register.js';
import type { PivotOperation } from '../../../modules/relations/pivot-call.js';
import type {
  CompiledResource,
  PivotRelation,
} from '../../../registry/resources/compiled-resource.js';
import type { JsonSchema } from '../../../base/json-schema.js';
import { confirmationOf } from '../../../rules/entries/confirmation-of.js';
import { schemaOf } from '../../../rules/schema/schema-of.js';
import { membersOf } from '../../../pipeline/validation/body-schema.js';
import { pivotSources } from '../../../pipeline/validation/pivot-rules.js';
import { writablePivots } from '../../../pipeline/validation/validate-pivots.js';
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

function pivotsOf(relation: PivotRelation, request: ResourceRequest): Properties {
  const writable = new Set(
    writablePivots(relation).flatMap(({ name }) => [name, confirmationOf(name)]),
  );
  const rules = relation.options.validationCallback?.(request, {}) ?? {};
  const { properties } = membersOf(schemaOf(pivotSources(relation, rules)));
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => writable.has(name))
      .map(([name, schema]) => [name, clientSchema(schema)]),
  );
}

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
