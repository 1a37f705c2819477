import type { CompiledResource, CompiledTable } from '../registry/compiled-resource.js';

type ClassOf = CompiledTable['entity'];

/** Prototypes that are looked through; a Proxy could give one after the other for ever. */
const MAX_CHAIN_LENGTH = 16;

/** What is known of entities, as the registry and TypeORM keep it. */
interface KnownEntities {
  /** The resource that serializes an entity. */
  findByEntity(entity: ClassOf): CompiledResource | undefined;
  isEntity(type: ClassOf): boolean;
}

/** Tells records from other data that a team's own code hands over. */
export class EntityResources {
  constructor(private readonly known: KnownEntities) {}

  /**
   * The resource that serializes a record; `null` for a record of none; `undefined` for what is no
   * record.
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
