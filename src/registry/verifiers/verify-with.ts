import { suggestName } from '../draft/suggest-name.js';
import { eachResource, faultAt } from './each-resource.js';

/** The relations that a resource always loads are its own. @contract C5.11 */
export const verifyWith = eachResource(function* (draft) {
  const attributes = draft.attributes.filter(({ definition }) => definition.kind !== 'computed');
  const keys = [...draft.relations, ...attributes].map(({ key }) => key);
  for (const name of draft.options.with ?? [])
    if (!keys.includes(name))
      yield faultAt(
        draft,
        '',
        `with names "${name}", which is not a relation of the resource`,
        suggestName(name, keys),
      );
});
