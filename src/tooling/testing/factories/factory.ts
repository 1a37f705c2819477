import type { DeepPartial, EntityMetadata } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { RelationMetadata } from 'typeorm/metadata/RelationMetadata.js';
import type { Database } from '../../../database/connection/database.js';
import type { ClassOf } from '../../../base/types/compile-time.js';
import { sampleValue, type FakeData } from './sample-values.js';

/**
 * The values of a record: constants, or functions of its number. The records of an entity are
 * counted from 1 on, by all of its factories together.
 */
export type FactoryValues<Entity> = {
  readonly [Property in keyof Entity]?: Entity[Property] | ((sequence: number) => Entity[Property]);
};

/** What the factories of an application share. */
export interface FactoryParts {
  readonly faker: FakeData | null;
  /** Counts the records of the entity, from 1 on. */
  nextNumber(entity: ClassOf): number;
  /** Returns the factory of an entity that a foreign key refers to. */
  factoryOf(entity: ClassOf): Factory<object>;
}

/**
 * Makes records of one entity for tests. Values come from the call, then from the factory's
 * defaults; required columns without a value get one that fits their type. A record that a
 * required foreign key needs is made as well.
 */
export class Factory<Entity extends object> {
  constructor(
    private readonly database: Database,
    private readonly entity: ClassOf<Entity>,
    private readonly defaults: FactoryValues<Entity>,
    private readonly parts: FactoryParts,
  ) {}

  /** Returns a record that is not stored. Foreign keys that are not given stay empty. */
  build(values: FactoryValues<Entity> = {}): Entity {
    const sequence = this.parts.nextNumber(this.entity);
    const given = this.resolve(values, sequence);
    const source = { sequence, faker: this.parts.faker };
    const { columns } = this.metadata;
    const missing = columns.filter((column) => needsValue(column) && !isGiven(column, given));
    const samples = missing
      .filter(({ referencedColumn }) => referencedColumn === undefined)
      .map((column) => [column.propertyName, sampleValue(column, source)]);
    const complete = { ...Object.fromEntries(samples), ...given } as DeepPartial<Entity>;
    return this.database.dataSource.manager.create(this.entity, complete);
  }

  /** Stores a record and returns it, with its key and with what the database has filled in. */
  async create(values: FactoryValues<Entity> = {}): Promise<Entity> {
    const record = this.build({ ...values, ...(await this.createParents(values)) });
    return this.database.transaction(({ manager }) => manager.save(record));
  }

  /** Stores several records, one after the other. */
  async createMany(count: number, values: FactoryValues<Entity> = {}): Promise<Entity[]> {
    const records: Entity[] = [];
    for (let index = 0; index < count; index += 1) records.push(await this.create(values));
    return records;
  }

  private get metadata(): EntityMetadata {
    return this.database.dataSource.getMetadata(this.entity);
  }

  private resolve(
    values: FactoryValues<Entity>,
    sequence: number,
  ): Readonly<Record<string, unknown>> {
    const all = Object.entries({ ...this.defaults, ...values });
    return Object.fromEntries(
      all.map(([name, value]) => [
        name,
        typeof value === 'function' ? (value as (sequence: number) => unknown)(sequence) : value,
      ]),
    );
  }

  /** Returns a new record for each required relation that neither the call nor the defaults set. */
  private async createParents(values: FactoryValues<Entity>): Promise<FactoryValues<Entity>> {
    const given = { ...this.defaults, ...values };
    const parents: Record<string, object> = {};
    for (const relation of this.metadata.relations.filter(isRequired)) {
      if (relation.joinColumns.some((column) => isGiven(column, given))) continue;
      if (Object.hasOwn(given, relation.propertyName)) continue;
      const factory = this.parts.factoryOf(relation.inverseEntityMetadata.target as ClassOf);
      parents[relation.propertyName] = await factory.create();
    }
    return parents as FactoryValues<Entity>;
  }
}

const isRequired = ({ isOwning, isManyToOne, isOneToOne, joinColumns }: RelationMetadata) =>
  isOwning && (isManyToOne || isOneToOne) && joinColumns.some(needsValue);

/** Whether the database refuses a row without a value for the column. */
function needsValue(column: ColumnMetadata): boolean {
  const isFilled =
    column.isGenerated ||
    (column.default !== undefined && !column.isPrimary) ||
    column.isCreateDate ||
    column.isUpdateDate ||
    column.isVersion;
  return !column.isNullable && !isFilled;
}

const isGiven = ({ propertyName }: ColumnMetadata, given: object): boolean =>
  Object.hasOwn(given, propertyName);
