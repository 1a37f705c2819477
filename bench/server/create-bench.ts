import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createApplication, ResourceModule } from '../../src/index.js';
import { BenchRoleUser, BenchUser } from './entities.js';
import { extraModule } from './extra-resources.js';
import { BenchComments, BenchPosts, BenchRoles, BenchUsers } from './resources.js';

/** The dataset has no passwords, but the statement that finds the token reads one. */
class AddPassword1700000000000 implements MigrationInterface {
  name = 'AddPassword1700000000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users add column password text');
  }
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table users drop column password');
  }
}

@ResourceModule({
  resources: [BenchUsers, BenchPosts, BenchComments, BenchRoles],
  entities: [BenchRoleUser],
  migrations: [AddPassword1700000000000],
})
class BenchModule {}

interface Ground {
  /** Resources in addition to the four that are requested. */
  readonly extras?: number;
  readonly logLevel?: 'warn' | 'error';
  /** Connections to the database. */
  readonly poolSize?: number;
}

/** Creates the project with the bench's schema. */
export const createBench = (
  url: string,
  { extras = 0, logLevel = 'warn', poolSize = 10 }: Ground = {},
) =>
  createApplication<BenchUser>({
    modules: [BenchModule, extraModule(extras)],
    options: {
      database: { url, poolSize },
      authentication: { user: { entity: BenchUser, identifier: 'email', password: 'password' } },
      logLevel,
    },
  });
