/**
 * Does a JSON value hold no number without end? `1e999` is one to JSON, and would be kept as null.
 * Linear, and without recursion: however deep a value is nested, it is answered.
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
