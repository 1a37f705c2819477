import { createHash } from 'node:crypto';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createApplication, DATABASE, ResourceModule, type Database } from '../../src/index.js';
import { answerRunner } from './answer-runner.js';
import { extraModule } from './extra-resources.js';
import { BenchRoleUser, BenchUser } from './entities.js';
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

const app = await createApplication<BenchUser>({
  modules: [BenchModule, extraModule(Number(process.env.BENCH_EXTRA_RESOURCES ?? 0))],
  options: {
    database: { url: process.env.DATABASE_URL! },
    authentication: { user: { entity: BenchUser, identifier: 'email', password: 'password' } },
    logLevel: 'warn',
  },
});
await app.init();
await issueToken(app.get<Database>(DATABASE), process.env.BENCH_TOKEN!);
if (process.send) answerRunner(app.get<Database>(DATABASE));
await app.listen(Number(process.env.PORT), '127.0.0.1');

/** Keeps the bench's token as the service keeps its own: by its digest, with the password's fingerprint. */
async function issueToken(database: Database, token: string): Promise<void> {
  const digest = (text: string) => createHash('sha256').update(text).digest('hex');
  const [known] = await database.query('select id from tokens where hash = ?', [digest(token)]);
  if (known) return;
  const now = new Date();
  await database.write(
    'insert into tokens (user_id, name, hash, fingerprint, created_at, expires_at) values (?, ?, ?, ?, ?, ?)',
    ['1', 'bench', digest(token), digest('').slice(0, 32), now, new Date(now.getTime() + 86_400_000)],
  );
}
