import type { CompiledResource } from '../../registry/compiled-resource.js';
import { actionsAt, type ActionPlace } from '../payloads/action-payload.js';
import type { Parameter } from '../open-api.js';

/** Returns the parameter that selects an action of this place. @contract C6.2 */
export const actionParameter = (resource: CompiledResource, place: ActionPlace): Parameter => ({
  name: 'action',
  in: 'query',
  description: 'The uriKey of the action.',
  required: true,
  schema: { type: 'string', enum: actionsAt(resource, place).map(({ uriKey }) => uriKey) },
});
