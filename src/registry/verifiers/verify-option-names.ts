import { actionOptionNames, resourceOptionNames } from '../draft/option-names.js';
import { suggestName } from '../draft/suggest-name.js';
import { eachResource, faultAt } from './each-resource.js';

const scopes = ['onlyOnIndex', 'onlyOnShow', 'standalone'] as const;

/**
 * A misspelt option would be ignored without notice, and so would one of two options that
 * contradict each other.
 */
export const verifyOptionNames = eachResource(function* (draft) {
  for (const name of unknownOf(draft.options, resourceOptionNames))
    yield faultAt(
      draft,
      '',
      `@Resource has no option "${name}"`,
      suggestName(name, resourceOptionNames),
    );
  for (const { action, options = {} } of draft.actions) {
    for (const name of unknownOf(options, actionOptionNames))
      yield faultAt(
        draft,
        action.name,
        `@Action has no option "${name}"`,
        suggestName(name, actionOptionNames),
      );
    const chosen = scopes.filter((scope) => options[scope]);
    if (chosen.length > 1)
      yield faultAt(
        draft,
        action.name,
        `${chosen.join(' and ')} exclude each other`,
        'one of them',
      );
    if (options.background && options.onlyOnShow)
      yield faultAt(
        draft,
        action.name,
        'background and onlyOnShow exclude each other',
        'without background: an action on one record runs in its request',
      );
  }
  for (const { name, options } of draft.fields)
    if (options.readOnly && options.writeOnly)
      yield faultAt(draft, name, 'the field is both readOnly and writeOnly', 'one of them');
});

const unknownOf = (options: object, known: readonly string[]): readonly string[] =>
  Object.keys(options).filter((name) => !known.includes(name));
