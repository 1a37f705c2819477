import type { ClassOf } from '../../base/types/compile-time.js';

/**
 * The class that a function of a definition names; `undefined` where it names none, or cannot be
 * called.
 */
export function callNamed<Named extends ClassOf>(thunk: () => Named): Named | undefined {
  try {
    const named: unknown = thunk();
    return typeof named === 'function' ? (named as Named) : undefined;
  } catch {
    return undefined;
  }
}
