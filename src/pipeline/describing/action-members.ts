import type { JsonSchema } from '../../base/json-schema.js';
import type { ResourceRequest } from '../../base/types/register.js';
import type {
  ActionScope,
  CompiledAction,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import { bodyKey } from './key-schemas.js';

/** The path of an action: that of the collection, or that of a record. */
export type ActionPlace = 'collection' | 'record';

/** The places at which an action of each scope receives records. */
const receivingAt: Readonly<Record<ActionScope, readonly ActionPlace[]>> = {
  index: ['collection'],
  show: ['record'],
  both: ['collection', 'record'],
  standalone: [],
};

/** Returns the place that a request is sent to. */
export const actionPlaceOf = ({ id }: ResourceRequest): ActionPlace =>
  id === null ? 'collection' : 'record';

/** Returns whether the action receives records there: those of its body, or that of the path. */
export const receivesRecords = ({ scope }: CompiledAction, place: ActionPlace): boolean =>
  receivingAt[scope].includes(place);

/**
 * Returns the actions that can run at a place, in order of declaration. Standalone actions run at
 * both.
 * @contract C6.2
 */
export const actionsAt = (
  { actions }: CompiledResource,
  place: ActionPlace,
): readonly CompiledAction[] =>
  actions.filter((action) => action.scope === 'standalone' || receivesRecords(action, place));

/** Returns whether the body names the records, beside the members of the payload. @contract C6.3 */
export const takesRecords = (action: CompiledAction, place: ActionPlace): boolean =>
  place === 'collection' && receivesRecords(action, place);

/** Returns the schema of the member `repositories`. @contract C6.3 */
export const repositoriesSchema = ({ keyColumn }: CompiledResource): JsonSchema => ({
  anyOf: [
    { type: 'array', minItems: 1, items: bodyKey(keyColumn) },
    { type: 'string', enum: ['all'] },
  ],
});
