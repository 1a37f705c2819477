/** A value inside a JSON value, and how deep it lies. */
type Placed = readonly [value: unknown, depth: number];

/**
 * What no JSON value in a URL may hold, as a sentence: nesting deeper than `limit`, the key
 * `__proto__`, NUL, lone surrogates. Goes without recursion, since depth is what it guards against.
 *
 * @contract C1.7, C12
 */
export function findValueFault(value: unknown, limit: number): string | undefined {
  const left: Placed[] = [[value, 1]];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [held, depth] = next;
    if (typeof held === 'string' && !isPlainString(held))
      return 'A text holds a NUL character or a lone surrogate.';
    if (typeof held !== 'object' || held === null) continue;
    if (depth > limit) return `The JSON nests deeper than ${limit} levels.`;
    const fault = findNameFault(Object.keys(held));
    if (fault !== undefined) return fault;
    for (const inner of Object.values(held)) left.push([inner, depth + 1]);
  }
  return undefined;
}

function findNameFault(names: readonly string[]): string | undefined {
  if (names.includes('__proto__')) return 'No object may hold "__proto__".';
  return names.every(isPlainString)
    ? undefined
    : 'A name holds a NUL character or a lone surrogate.';
}

const isPlainString = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);
