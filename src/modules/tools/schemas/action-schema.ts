import type { CompiledAction, CompiledResource } from '../../../registry/compiled-resource.js';
import type { JsonSchema } from '../../../rules/json-schema.js';
import { keySchema } from './key-schema.js';
import { payloadOf } from './payload-schema.js';

type Properties = Readonly<Record<string, JsonSchema>>;

/**
 * Has the action records that a query can narrow? A payload may have a member of that name, and
 * then keeps it.
 */
export const takesQuery = (action: CompiledAction): boolean =>
  (action.scope === 'index' || action.scope === 'both') &&
  !('query' in payloadOf(action).properties);

/**
 * Which records the action runs on, and beside that its payload.
 *
 * @param selection what may stand under `query`
 * @contract C6.3, C11.4
 */
export function actionSchema(
  resource: CompiledResource,
  action: CompiledAction,
  selection: Properties,
): JsonSchema {
  const { properties, required } = payloadOf(action);
  const records = recordsOf(resource, action, selection);
  return {
    type: 'object',
    properties: { ...properties, ...records.properties },
    ...(required.length + records.required.length > 0 && {
      required: [...records.required, ...required],
    }),
    additionalProperties: false,
  };
}

function recordsOf(resource: CompiledResource, { scope }: CompiledAction, selection: Properties) {
  const id = keySchema(resource, `The key of the one of ${resource.key} that the action is for.`);
  const repositories = repositoriesSchema(resource, scope === 'both');
  const query = Object.keys(selection).length > 0 && { query: querySchema(selection) };
  switch (scope) {
    case 'standalone':
      return { properties: {}, required: [] };
    case 'show':
      return { properties: { id }, required: ['id'] };
    case 'index':
      return { properties: { repositories, ...query }, required: ['repositories'] };
    case 'both':
      return { properties: { id, repositories, ...query }, required: [] };
  }
}

const repositoriesSchema = (resource: CompiledResource, isEither: boolean): JsonSchema => ({
  description: `The ${resource.key} to run on: their keys, or "all".${isEither ? ' Either this or "id" is needed.' : ''}`,
  anyOf: [
    { type: 'array', minItems: 1, items: keySchema(resource) },
    { type: 'string', enum: ['all'] },
  ],
});

const querySchema = (properties: Properties): JsonSchema => ({
  type: 'object',
  description: 'Which of the records are meant: what an index would be asked for.',
  properties,
  additionalProperties: false,
});
