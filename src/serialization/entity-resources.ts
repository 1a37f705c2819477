import type { CompiledResource, CompiledTable } from '../registry/resources/compiled-resource.js';

type ClassOf = CompiledTable['entity'];

/** The most prototypes that are checked; a Proxy could return new ones forever. */
const MAX_CHAIN_LENGTH = 16;

/** Looks up entities in the registry and in TypeORM. */
interface KnownEntities {
  /** Returns the resource that serializes an entity. */
  findByEntity(entity: ClassOf): CompiledResource | undefined;
  isEntity(type: ClassOf): boolean;
}

/** Distinguishes records from other data that a team's own code returns. */
export class EntityResources {
  constructor(private readonly known: KnownEntities) {}

  /**
   * Returns the resource that serializes a record; `null` for a record without a resource;
   * `undefined` for a value that is not a record.
   */
  find(value: object): CompiledResource | null | undefined {
    let prototype = Object.getPrototypeOf(value) as object | null;
    for (
      let steps = 0;
      steps < MAX_CHAIN_LENGTH && prototype !== null && prototype !== Object.prototype;
      steps++
    ) {
      const type = prototype.constructor as ClassOf;
      const resource = this.known.findByEntity(type);
      if (resource) return resource;
      if (this.known.isEntity(type)) return null;
      prototype = Object.getPrototypeOf(prototype) as object | null;
    }
    return undefined;
  }
}
