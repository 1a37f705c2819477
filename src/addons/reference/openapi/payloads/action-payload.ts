import type { Limits } from '../../../../options/limits.js';
import type {
  CompiledAction,
  CompiledResource,
} from '../../../../registry/resources/compiled-resource.js';
import {
  repositoriesSchema,
  takesRecords,
  type ActionPlace,
} from '../../../../pipeline/describing/action-members.js';
import { payloadSchema } from '../../../../pipeline/describing/payload-members.js';
import { withDeprecation } from '../../../../registry/resources/deprecation.js';
import type { Schema } from '../document/open-api.js';
import { described } from '../schemas/objects.js';
import { withItems } from '../schemas/ruled.js';

/** Returns the body of an action at a place. @contract C6.3, C6.9 */
export function actionPayload(
  resource: CompiledResource,
  action: CompiledAction,
  place: ActionPlace,
  limits: Limits,
): Schema {
  const payload = withDeprecation(ruledPayload(action), action.options);
  if (!takesRecords(action, place)) return { title: action.name, ...payload };
  const { properties = {}, required = [] } = payload as {
    properties?: Schema;
    required?: readonly string[];
  };
  return {
    title: action.name,
    ...withDeprecation({}, action.options),
    type: 'object',
    required: ['repositories', ...required],
    properties: { repositories: repositories(resource, limits), ...properties },
  };
}

/** Returns the schema of the payload itself. */
export const ruledPayload = ({ options }: CompiledAction): Schema =>
  withItems(payloadSchema(options)) as Schema;

const repositories = (resource: CompiledResource, { keys }: Limits): Schema =>
  described(
    repositoriesSchema(resource),
    `Up to ${keys} keys of records, counting each once; or \`all\` records that match the query.`,
  );
