import { countSteps } from '../../support/count-steps.js';
import { Column, Entity, ManyToOne, OneToMany, PrimaryGeneratedColumn } from 'typeorm';
import { BelongsTo, Field, HasMany, type ResourceClass } from '../../../src/definition/index.js';
import { compileResources } from '../../../src/registry/compile-resources.js';
import { makeInstance, MetadataSource } from './library/compile.js';
import { define } from './library/define.js';
import { ReadingPolicy } from '../../support/open-policy.js';

interface Generated {
  readonly entities: readonly (new () => object)[];
  readonly definitions: readonly ResourceClass[];
}

/**
 * The given number of entities of ten columns, each referring to the next, with their resources.
 */
function generate(count: number): Generated {
  const entities: (new () => object)[] = [];
  const definitions: ResourceClass[] = [];
  for (let index = 0; index < count; index++) {
    entities.push(
      generateEntity(
        index,
        () => entities[(index + 1) % count]!,
        () => entities[(index + count - 1) % count]!,
      ),
    );
    definitions.push(
      define(
        `Resource${index}`,
        entities[index]!,
        {
          ...Object.fromEntries(
            columns.map((name) => [name, Field({ rules: ['required', 'string', 'max:9'] })]),
          ),
          next: BelongsTo(() => definitions[(index + 1) % count] as never),
          previous: HasMany(() => definitions[(index + count - 1) % count] as never),
        },
        { policy: ReadingPolicy },
      ),
    );
  }
  return { entities, definitions };
}

const columns = Array.from({ length: 10 }, (_none, index) => `column_${index}`);

function generateEntity(
  index: number,
  next: () => new () => object,
  previous: () => new () => object,
) {
  const entity = { [`Entity${index}`]: class {} }[`Entity${index}`]!;
  const { prototype } = entity as { prototype: object };
  Entity(`table_${index}`)(entity);
  PrimaryGeneratedColumn()(prototype, 'id');
  for (const name of columns) Column('varchar')(prototype, name);
  ManyToOne(next, 'previous')(prototype, 'next');
  OneToMany(previous, 'next')(prototype, 'previous');
  return entity;
}

/** Steps of compiling them, without TypeORM's own work. */
async function stepsOf({ entities, definitions }: Generated): Promise<number> {
  const source = await MetadataSource.of(entities);
  return countSteps(() => {
    const { report } = compileResources(definitions, source, makeInstance);
    if (report.faults.length > 0) throw new Error(JSON.stringify(report.faults));
  });
}

// Prints how many times the steps 200 resources need, compared with 50.
await stepsOf(generate(5));
const steps = await stepsOf(generate(200));
console.log(JSON.stringify(['compileResources', steps / (await stepsOf(generate(50)))]));
