/**
 * Returns a module that hides a package, as if it were not installed: `node --import <module>`.
 */
export const hidePackage = (name: string): string => {
  const hook = `export const resolve = async (specifier, context, next) => {
    if (specifier !== '${name}') return next(specifier, context);
    const error = new Error("Cannot find package '${name}'");
    throw Object.assign(error, { code: 'ERR_MODULE_NOT_FOUND' });
  };`;
  const url = `data:text/javascript,${encodeURIComponent(hook)}`;
  const register = `import { register } from 'node:module'; register(${JSON.stringify(url)});`;
  return `data:text/javascript,${encodeURIComponent(register)}`;
};
