/**
 * Returns a function that computes a value once for each object, and keeps it as long as the object
 * exists. The value must not depend on anything else that changes.
 */
export function oncePer<Key extends object, Value>(
  compute: (key: Key) => Value,
): (key: Key) => Value {
  const known = new WeakMap<Key, Value>();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key) as Value;
  };
}
