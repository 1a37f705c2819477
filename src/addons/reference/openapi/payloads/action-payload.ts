import type { Limits } from '../../../../options/limits.js';
import type {
  CompiledAction,
  CompiledResource,
} from '../../../../registry/resources/compiled-resource.js';
import { payloadSchema } from '../../../../pipeline/describing/payload-members.js';
import type { Schema } from '../document/open-api.js';
import { withItems } from '../schemas/ruled.js';
import { bodyKey } from '../../../../pipeline/describing/key-schemas.js';

/** The path of an action: that of the collection, or that of a record. */
export type ActionPlace = 'collection' | 'record';

/** Returns the actions that can run at a place, in the order of their declaration. @contract C6.2 */
export const actionsAt = (
  { actions }: CompiledResource,
  place: ActionPlace,
): readonly CompiledAction[] => {
  const scopes = ['standalone', 'both', place === 'collection' ? 'index' : 'show'];
  return actions.filter(({ scope }) => scopes.includes(scope));
};

/** Returns whether it runs on records that its body names. */
export const takesRecords = ({ scope }: CompiledAction, place: ActionPlace): boolean =>
  place === 'collection' && scope !== 'standalone';

/** Returns the body of an action at a place. @contract C6.3, C6.9 */
export function actionPayload(
  resource: CompiledResource,
  action: CompiledAction,
  place: ActionPlace,
  limits: Limits,
): Schema {
  const payload = ruledPayload(action);
  if (!takesRecords(action, place)) return { title: action.name, ...payload };
  const { properties = {}, required = [] } = payload as {
    properties?: Schema;
    required?: readonly string[];
  };
  return {
    title: action.name,
    type: 'object',
    required: ['repositories', ...required],
    properties: { repositories: repositories(resource, limits), ...properties },
  };
}

/** Returns the schema of the payload itself. */
export const ruledPayload = ({ options }: CompiledAction): Schema =>
  withItems(payloadSchema(options)) as Schema;

const repositories = ({ keyColumn }: CompiledResource, { keys }: Limits): Schema => ({
  description: `Up to ${keys} keys of records, counting each once; or \`all\` records that match the query.`,
  anyOf: [
    { type: 'array', minItems: 1, items: bodyKey(keyColumn) },
    { type: 'string', const: 'all' },
  ],
});
