import { createTable, dropTable, Field, Resource, ResourceModule, ResourceOf } from 'resource-api';
import type { TestApplication } from 'resource-api/testing';
import {
  Column,
  Entity,
  PrimaryGeneratedColumn,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { createLogger } from '../../../../src/base/logging/index.js';
import { startApp, type StartedApp } from '../../../support/app-under-test.js';
import { OpenPolicy } from '../../../support/open-policy.js';

@Entity('keepers')
class Keeper {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) name!: string;
  @Column('varchar', { length: 255, nullable: true }) password!: string | null;
}
@Entity('animals')
class Animal {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) name!: string;
}
@Entity('plants')
class Plant {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) name!: string;
}

class CreateKeepers1735700000098 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['keepers', 'animals', 'plants'])
      await createTable(queryRunner, table, (type) => ({
        columns: {
          id: type.key,
          name: `${type.text(40)} not null`,
          ...(table === 'keepers' && { password: `${type.text(255)} null` }),
        },
      }));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['plants', 'animals', 'keepers']) await dropTable(queryRunner, table);
  }
}

class AnimalPolicy extends OpenPolicy {
  show(_keeper: Keeper, animal: Animal) {
    return animal.name === 'Ant';
  }
}
class PlantPolicy extends OpenPolicy {
  show(keeper: Keeper) {
    return keeper.name === 'bea';
  }
}

@Resource({ policy: OpenPolicy, profile: true })
class KeeperResource extends ResourceOf(Keeper) {
  @Field() name!: string;
}
@Resource({ policy: AnimalPolicy })
class AnimalResource extends ResourceOf(Animal) {
  @Field() name!: string;
}
@Resource({ policy: PlantPolicy })
class PlantResource extends ResourceOf(Plant) {
  @Field() name!: string;
}
@ResourceModule({
  resources: [KeeperResource, AnimalResource, PlantResource],
  migrations: [CreateKeepers1735700000098],
})
class KeepersModule {}

const lines: string[] = [];
let started: StartedApp<Keeper>;
let test: TestApplication<Keeper>;
beforeAll(async () => {
  started = await startApp<Keeper>({
    modules: [KeepersModule],
    logger: createLogger('debug', { write: (line) => void lines.push(line) }),
    options: {
      authentication: { user: { entity: Keeper, identifier: 'name', password: 'password' } },
    },
  });
  ({ test } = started);
  const { manager } = test.dataSource;
  await manager.insert(Keeper, [{ name: 'ann' }, { name: 'bea' }]);
  await manager.insert(Animal, [{ name: 'Bee' }, { name: 'Cat' }]);
  await manager.insert(Plant, { name: 'Fern' });
});
afterAll(async () => {
  await test?.close();
  await started?.source.dispose();
});

/** Returns the names on a page, and what the log has about it. */
async function page(user: string, path: string) {
  lines.length = 0;
  const { body } = await test.as(user).get<any>(path);
  const logged = lines
    .map((line) => JSON.parse(line))
    .filter((line) => line.context === 'Policies');
  return [
    body.data.map(({ attributes }: any) => attributes.name),
    logged.map(({ level, message }) => `${level}: ${message}`),
  ];
}

describe('A page that is empty because its policy shows no record', () => {
  it('is explained in the log, at the level debug', async () => {
    expect(await page('ann', '/animals')).toEqual([
      [],
      [
        'debug: The policy of animals refuses all 2 records that were read for a page: its "show" returned false.',
      ],
    ]);
    expect(await page('ann', '/plants')).toEqual([
      [],
      ['debug: The policy of plants refuses every record: its "show" returned false.'],
    ]);
  });

  it('is not a page that has a record, nor one of an empty table', async () => {
    expect(await page('bea', '/plants')).toEqual([['Fern'], []]);
    await test.dataSource.manager.insert(Animal, { name: 'Ant' });
    expect(await page('ann', '/animals')).toEqual([['Ant'], []]);
    await test.dataSource.manager.clear(Animal);
    expect(await page('ann', '/animals')).toEqual([[], []]);
  });
});
