import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createApplication, ResourceModule } from '../../src/index.js';
import { BenchRoleUser, BenchUser } from './entities.js';
import { extraModule } from './extra-resources.js';
import { BenchComments, BenchPosts, BenchRoles, BenchUsers } from './resources.js';

/** The dataset knows no passwords; the statement that finds the token reads one all the same. */
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
  /** Resources beside the four that are asked for. */
  readonly extras?: number;
  readonly logLevel?: 'warn' | 'error';
}

/** The project over the bench's schema. */
export const createBench = (url: string, { extras = 0, logLevel = 'warn' }: Ground = {}) =>
  createApplication<BenchUser>({
    modules: [BenchModule, extraModule(extras)],
    options: {
      database: { url },
      authentication: { user: { entity: BenchUser, identifier: 'email', password: 'password' } },
      logLevel,
    },
  });
