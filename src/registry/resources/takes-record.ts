/**
 * Returns whether a policy method or an option receives the record. One that is declared with fewer
 * than two parameters is called without a record: once per page instead of once per record, and no
 * record is read for it. JavaScript does not count rest parameters and parameters with a default
 * (`Function.length`), so declare the record as a plain one.
 *
 * @contract C4.4
 */
export const takesRecord = (method: (...given: never[]) => unknown): boolean => method.length > 1;

/**
 * Replaces the record if a method is called without one. A method that hides its parameters,
 * such as a wrapper `(...args) => method(...args)`, would otherwise decide without knowing the
 * record: reading this one throws.
 */
export const withoutRecord: object = new Proxy(Object.freeze({}), {
  get() {
    throw new TypeError(
      'This policy method is declared with fewer than two parameters and is called without a record. Declare the record as a plain parameter.',
    );
  },
});
