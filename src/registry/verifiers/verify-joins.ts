import { eachResource, faultAt } from './each-resource.js';

/**
 * Each relation's kind fits TypeORM's metadata, or the columns of its morph. @spec Relation field
 * kinds
 */
export const verifyJoins = eachResource(function* (draft) {
  for (const { key, unwired } of draft.relations)
    if (unwired) yield faultAt(draft, key, unwired.wrong, unwired.instead);
});
