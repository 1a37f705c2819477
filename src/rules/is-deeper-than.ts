/**
 * Whether a parsed JSON value is nested deeper than `limit`; the value itself is the first level.
 * Goes level by level and not by recursion, since what it guards against is what breaks recursion.
 *
 * @contract C12
 */
export function isDeeperThan(limit: number, value: unknown): boolean {
  let level = [value].filter(isContainer);
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap(containersIn);
  }
  return false;
}

function containersIn(container: object): object[] {
  return (Array.isArray(container) ? container : Object.values(container)).filter(isContainer);
}

const isContainer = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;
