import type { Database } from '../../../database/connection/database.js';
import type { ClassOf } from '../../../base/types/compile-time.js';
import { Factory, type FactoryParts, type FactoryValues } from './factory.js';
import type { FakeData } from './sample-values.js';

/** The factories of a test application, and how many records they have made. */
export class Factories implements FactoryParts {
  private readonly known = new Map<ClassOf, Factory<object>>();
  private readonly made = new Map<ClassOf, number>();

  constructor(
    private readonly database: Database,
    readonly faker: FakeData | null,
  ) {}

  /** Returns a new factory, which also makes the parents of other factories' records. */
  define<Entity extends object>(
    entity: ClassOf<Entity>,
    defaults: FactoryValues<Entity>,
  ): Factory<Entity> {
    const factory = new Factory(this.database, entity, defaults, this);
    this.known.set(entity, factory);
    return factory;
  }

  factoryOf(entity: ClassOf): Factory<object> {
    return this.known.get(entity) ?? this.define(entity, {});
  }

  nextNumber(entity: ClassOf): number {
    const number = (this.made.get(entity) ?? 0) + 1;
    this.made.set(entity, number);
    return number;
  }

  /** Counts from 1 again. */
  restart(): void {
    this.made.clear();
  }
}
