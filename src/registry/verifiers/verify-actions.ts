import type { ActionDraft } from '../draft/draft.js';
import { kebabCase } from '../resources/names.js';
import { toolNamePattern as actionKey } from '../resources/tool-names.js';
import { eachResource, faultAt } from './each-resource.js';
import { prototypeNamesOf } from '../draft/entity-members.js';

/**
 * Each action is declared, can be called, and has a key of its own. @spec Action definition
 * properties
 */
export const verifyActions = eachResource(function* (draft) {
  const owners = new Map<string, ActionDraft>();
  for (const action of draft.actions) {
    const { name } = action.action;
    if (!action.options)
      yield faultAt(
        draft,
        name,
        'the action is listed without its decorator',
        '@Action({ ... }) above the class',
      );
    if (!hasHandler(action))
      yield faultAt(draft, name, 'the action has no handler', 'handle(request, records)');
    if (!actionKey.test(action.uriKey))
      yield faultAt(
        draft,
        name,
        `the uriKey "${action.uriKey}" has characters other than a-z, 0-9, "-" and "_"`,
        suggestKey(action),
      );
    const owner = owners.get(action.uriKey);
    if (owner)
      yield faultAt(
        draft,
        name,
        `the uriKey "${action.uriKey}" is already used by ${owner.action.name}`,
        'another uriKey',
      );
    else owners.set(action.uriKey, action);
  }
});

/** As a method, or as a function that the instance holds. */
const hasHandler = ({ action, instance }: ActionDraft): boolean =>
  prototypeNamesOf(action).includes('handle') || Object.hasOwn(instance ?? {}, 'handle');

function suggestKey(action: ActionDraft): string {
  const fitting = [action.uriKey, action.action.name]
    .map(kebabCase)
    .find((key) => actionKey.test(key));
  return fitting === undefined ? 'a uriKey of a-z, 0-9, "-" and "_"' : `uriKey: '${fitting}'`;
}
