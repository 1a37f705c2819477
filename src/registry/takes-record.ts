/**
 * Does a policy's method look at the record? One that is written without that parameter is asked once a page, and no
 * record is read for it. In doubt it does: rest and default parameters, wrappers and native code hide what they take.
 */
export function takesRecord(method: (...given: never[]) => unknown): boolean {
  if (method.length > 1) return true;
  const text = Function.prototype.toString.call(method);
  const parameters = text.slice(0, text.search(/=>|\{/));
  return /\.\.\.|=/.test(parameters) || /\barguments\b|\[native code\]/.test(text);
}
