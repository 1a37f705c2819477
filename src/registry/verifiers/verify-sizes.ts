import { eachResource, faultAt } from './each-resource.js';

const MAX_PAGE = 100;
const MAX_CHUNK = 1000;

/** Pages and chunks are inside their bounds. @contract C5.4, C12 */
export const verifySizes = eachResource(function* (draft) {
  for (const option of ['perPage', 'defaultRelatablePerPage'] as const) {
    const size = draft.options[option];
    if (!isBetween(size, MAX_PAGE))
      yield faultAt(
        draft,
        '',
        `${option} is ${size}`,
        `${option}: a whole number from 1 to ${MAX_PAGE}`,
      );
  }
  for (const { action, options } of draft.actions)
    if (!isBetween(options?.chunkCount, MAX_CHUNK))
      yield faultAt(
        draft,
        action.name,
        `chunkCount is ${options!.chunkCount}`,
        `chunkCount: a whole number from 1 to ${MAX_CHUNK}`,
      );
});

const isBetween = (size: number | undefined, largest: number): boolean =>
  size === undefined || (Number.isInteger(size) && size >= 1 && size <= largest);
