import type {
  CompiledAction,
  CompiledResource,
} from '../../../registry/resources/compiled-resource.js';
import type { JsonSchema } from '../../../base/json-schema.js';
import { keySchema } from './key-schema.js';
import { clientPayload } from './client-schema.js';

type Properties = Readonly<Record<string, JsonSchema>>;

/**
 * Returns whether the action takes the argument `query`, which narrows its records. If the payload
 * has a member of that name, the member wins.
 */
export const takesQuery = (action: CompiledAction): boolean =>
  (action.scope === 'index' || action.scope === 'both') &&
  !('query' in clientPayload(action.options).properties);

/**
 * Returns the schema of an action's arguments: the records and the payload.
 *
 * @param selection the properties of `query`
 * @contract C6.3, C11.4
 */
export function actionSchema(
  resource: CompiledResource,
  action: CompiledAction,
  selection: Properties,
): JsonSchema {
  const { properties, required } = clientPayload(action.options);
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
  const id = keySchema(resource, `The key of the record of ${resource.key} to run the action on.`);
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
  description: `The ${resource.key} to run on: their keys, or "all".${isEither ? ' Either this or "id" is required.' : ''}`,
  anyOf: [
    { type: 'array', minItems: 1, items: keySchema(resource) },
    { type: 'string', enum: ['all'] },
  ],
});

const querySchema = (properties: Properties): JsonSchema => ({
  type: 'object',
  description: 'Narrows the records, with the same parameters as an index.',
  properties,
  additionalProperties: false,
});
