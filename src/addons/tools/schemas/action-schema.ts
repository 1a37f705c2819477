import type {
  CompiledAction,
  CompiledResource,
} from '../../../registry/resources/compiled-resource.js';
import type { JsonSchema } from '../../../base/json-schema.js';
import {
  receivesRecords,
  repositoriesSchema,
  takesRecords,
} from '../../../pipeline/describing/action-members.js';
import { keySchema, objectSchema } from './key-schema.js';
import { clientPayload, clientSchema } from './client-schema.js';

type Properties = Readonly<Record<string, JsonSchema>>;

/**
 * Returns whether the action takes the argument `query`, which narrows its records. If the payload
 * has a member of that name, the member wins.
 */
export const takesQuery = (action: CompiledAction): boolean =>
  takesRecords(action, 'collection') && !('query' in clientPayload(action.options).properties);

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
  const records = recordsOf(resource, action);
  const names = Object.keys(records);
  const query = Object.keys(selection).length > 0 && { query: querySchema(selection) };
  return objectSchema({ ...properties, ...records, ...query }, [
    ...(names.length === 1 ? names : []),
    ...required,
  ]);
}

/** Returns the arguments that name records; of several, each call takes one. */
function recordsOf(resource: CompiledResource, action: CompiledAction): Properties {
  const id = receivesRecords(action, 'record') && {
    id: keySchema(resource, `The key of the record of ${resource.key} to run the action on.`),
  };
  const either = id ? ' Either this or "id" is required.' : '';
  const repositories = takesRecords(action, 'collection') && {
    repositories: clientSchema({
      description: `The ${resource.key} to run on: their keys, or "all".${either}`,
      ...repositoriesSchema(resource),
    }),
  };
  return { ...id, ...repositories };
}

const querySchema = (properties: Properties): JsonSchema => ({
  ...objectSchema(properties),
  description: 'Narrows the records, with the same parameters as an index.',
});
