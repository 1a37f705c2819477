import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';

/** What a request has done so far. */
export interface RequestTally {
  statements: number;
}

const requests = new AsyncLocalStorage<RequestTally>();
/**
 * Whether any request has been counted. Until then, nothing enters the storage: up to Node.js 22,
 * one that is in use slows down every promise of the process.
 */
let isInUse = false;

/** Runs code whose statements are counted in the tally. */
export function withTally(tally: RequestTally, work: () => void): void {
  isInUse = true;
  requests.run(tally, work);
}

/** Counts a statement of the calling request, if statements are counted. */
export function countStatement(): void {
  if (!isInUse) return;
  const tally = requests.getStore();
  if (tally) tally.statements += 1;
}

/**
 * Returns a callback that belongs to the calling request, also where a driver calls it on behalf of
 * another one.
 */
export function ofCaller<Arguments extends readonly unknown[]>(
  callback: (...values: Arguments) => void,
): (...values: Arguments) => void {
  return isInUse ? AsyncResource.bind(callback) : callback;
}
