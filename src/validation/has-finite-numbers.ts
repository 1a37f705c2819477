/**
 * Whether all numbers of a JSON value are finite. JSON accepts `1e999`, which would be stored as
 * null. Linear, and without recursion, so that values of any depth can be checked.
 *
 * @contract C1.7
 */
export function hasFiniteNumbers(value: unknown): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'number' && !Number.isFinite(next)) return false;
    if (typeof next === 'object' && next !== null)
      for (const member of Object.values(next)) open.push(member);
  }
  return true;
}
