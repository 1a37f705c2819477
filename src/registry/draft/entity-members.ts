import type { EntityMetadata } from 'typeorm';
import type { ClassOf } from '../../base/types/compile-time.js';
import { camelCase } from '../resources/names.js';

/**
 * What an entity class has besides its properties: the names of its getters and methods, inherited
 * ones too.
 */
export function prototypeNamesOf(entity: ClassOf): readonly string[] {
  const prototype = entity.prototype as object;
  return chainOf(prototype)
    .flatMap((each) => Object.getOwnPropertyNames(each))
    .filter((name) => name !== 'constructor');
}

/** TypeORM's relationship that a name on the wire means. */
export function findRelationship(metadata: EntityMetadata | undefined, name: string) {
  return metadata?.relations.find(
    ({ propertyName }) => propertyName === name || propertyName === camelCase(name),
  );
}

/** The prototypes of a class and its parents, without that of all objects. */
function chainOf(prototype: object): readonly object[] {
  const parent = Object.getPrototypeOf(prototype) as object | null;
  return parent === null ? [] : [prototype, ...chainOf(parent)];
}
