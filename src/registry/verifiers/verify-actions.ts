import type { ActionDraft } from '../draft.js';
import { kebabCase } from '../names.js';
import { eachResource, faultAt } from './each-resource.js';
import { prototypeNamesOf } from './entity-members.js';

const uriKey = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** Each action is declared, can be called, and has a key of its own. @spec Action definition properties */
export const verifyActions = eachResource(function* (draft) {
  const owners = new Map<string, ActionDraft>();
  for (const action of draft.actions) {
    const { name } = action.action;
    if (!action.options)
      yield faultAt(draft, name, 'the action is listed without its decorator', '@Action({ ... }) above the class');
    if (!hasHandler(action)) yield faultAt(draft, name, 'the action has no handler', 'handle(request, records)');
    if (!uriKey.test(action.uriKey))
      yield faultAt(draft, name, `the uriKey "${action.uriKey}" is not kebab-case`, suggestKey(action));
    const owner = owners.get(action.uriKey);
    if (owner)
      yield faultAt(draft, name, `the uriKey "${action.uriKey}" is that of ${owner.action.name}`, 'another uriKey');
    else owners.set(action.uriKey, action);
  }
});

/** As a method, or as a function that the instance holds. */
const hasHandler = ({ action, instance }: ActionDraft): boolean =>
  prototypeNamesOf(action).includes('handle') || Object.hasOwn(instance ?? {}, 'handle');

function suggestKey(action: ActionDraft): string {
  const fitting = [action.uriKey, action.action.name].map(kebabCase).find((key) => uriKey.test(key));
  return fitting === undefined ? 'small letters and digits, joined by -' : `uriKey: '${fitting}'`;
}
