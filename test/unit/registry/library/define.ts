import { Resource, ResourceOf, type ResourceClass } from '../../../../src/definition/index.js';
import type { ResourceOptions } from '../../../../src/definition/contracts/options.js';
import type { ClassOf } from '../../../../src/base/types/compile-time.js';

type Decorator = (target: never, key: never, descriptor: never) => void;
type Undecorated = Record<string, Decorator>;

/**
 * Declares a resource as decorators would, bypassing the compiler: most of what the verifiers
 * reject does not compile in a class. Its key is its name, in lower case, beside the library's
 * resources.
 */
export function define(
  name: string,
  entity: ClassOf,
  members: Undecorated = {},
  options: ResourceOptions = {},
): ResourceClass {
  const definition = undecorated(name, entity, members);
  Resource({ uriKey: name.toLowerCase(), ...options })(definition as never);
  return definition;
}

/** A resource whose class lacks `@Resource`. */
export function undecorated(
  name: string,
  entity: ClassOf,
  members: Undecorated = {},
): ResourceClass {
  const definition = { [name]: class extends ResourceOf(entity as ClassOf<object>) {} }[name]!;
  for (const [key, decorate] of Object.entries(members))
    decorate(definition.prototype as never, key as never, undefined as never);
  return definition;
}
