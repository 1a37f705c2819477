import { Injectable } from '@nestjs/common';
import {
  Column,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import {
  BelongsTo,
  everything,
  Field,
  Resource,
  ResourceModule,
  ResourceOf,
  type Related,
} from '../../src/index.js';
import { BenchUser } from './entities.js';
import { BenchUsers } from './resources.js';

@Injectable()
class ExtraPolicy {
  scope() {
    return everything();
  }
  index() {
    return true;
  }
}

/** A resource that is never requested, to measure its cost for the others. */
function makeExtra(number: number) {
  const table = `extra_${number}`;

  @Entity(table)
  class Extra {
    @PrimaryColumn('int') id!: number;
    @Column('text') name!: string;
    @Column('int') user_id!: number;
    @ManyToOne(() => BenchUser) @JoinColumn({ name: 'user_id' }) user!: BenchUser;
  }

  @Resource({ uriKey: `extras-${number}`, policy: ExtraPolicy })
  class Extras extends ResourceOf(Extra) {
    @Field({
      rules: ['required', 'string', 'max:200'],
      searchable: true,
      sortable: true,
      matchable: 'text',
    })
    name!: string;
    @BelongsTo(() => BenchUsers) user!: Related;
  }

  return { table, resource: Extras };
}

/** Returns a module of several resources, each with a table, a field with rules and a relation. */
export function extraModule(count: number) {
  const extras = Array.from({ length: count }, (_none, number) => makeExtra(number));

  class CreateExtras1700000000001 implements MigrationInterface {
    name = 'CreateExtras1700000000001';

    async up(runner: QueryRunner): Promise<void> {
      for (const { table } of extras)
        await runner.query(
          `create table ${table}(id int primary key, name text not null, user_id int not null)`,
        );
    }
    async down(runner: QueryRunner): Promise<void> {
      for (const { table } of extras) await runner.query(`drop table ${table}`);
    }
  }

  @ResourceModule({
    resources: extras.map(({ resource }) => resource),
    migrations: count > 0 ? [CreateExtras1700000000001] : [],
  })
  class ExtraModule {}
  return ExtraModule;
}
