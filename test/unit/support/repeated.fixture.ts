/** Quadratic: compares each value with all before it. */
export function findRepeated(values: readonly number[]): number | undefined {
  for (let at = 0; at < values.length; at++)
    for (let before = 0; before < at; before++) if (values[before] === values[at]) return at;
  return undefined;
}

/** Linear: compares each value with the one before it. */
export function findRepeatedInOrder(values: readonly number[]): number | undefined {
  for (let at = 1; at < values.length; at++) if (values[at - 1] === values[at]) return at;
  return undefined;
}
