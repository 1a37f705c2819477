/** A value inside a JSON value, and its nesting depth. */
type Placed = readonly [value: unknown, depth: number];

/**
 * Returns a sentence about something a JSON value in a URL must not contain: nesting deeper than
 * `limit`, the key `__proto__`, NUL characters or lone surrogates. It does not recurse, because
 * deep nesting is what it guards against.
 *
 * @contract C1.7, C12
 */
export function findValueFault(value: unknown, limit: number): string | undefined {
  const left: Placed[] = [[value, 1]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [current, depth] = next;
    if (typeof current === 'string' && !isPlainString(current))
      return 'A string contains a NUL character or a lone surrogate.';
    if (typeof current !== 'object' || current === null) continue;
    if (depth > limit) return `The JSON is nested deeper than ${limit} levels.`;
    const fault = findNameFault(Object.keys(current));
    if (fault !== undefined) return fault;
    for (const inner of Object.values(current)) left.push([inner, depth + 1]);
  }
  return undefined;
}

function findNameFault(names: readonly string[]): string | undefined {
  if (names.includes('__proto__')) return 'Objects must not contain the member "__proto__".';
  return names.every(isPlainString)
    ? undefined
    : 'A name contains a NUL character or a lone surrogate.';
}

const isPlainString = (value: string): boolean => !/[\0\p{Surrogate}]/u.test(value);
