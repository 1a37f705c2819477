/**
 * Returns whether a parsed JSON value is nested deeper than `limit`; the value itself is the first
 * level. It does not recurse, because deep nesting would overflow the stack.
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
