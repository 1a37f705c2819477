import { createHash } from 'node:crypto';
import { DATABASE, type Database } from '../../src/index.js';
import { serveMeasurements } from './serve-measurements.js';
import { createBench } from './create-bench.js';

const extras = Number(process.env.BENCH_EXTRA_RESOURCES ?? 0);
const poolSize = Number(process.env.BENCH_POOL_SIZE ?? 10);
const app = await createBench(process.env.DATABASE_URL!, { extras, poolSize });
await app.init();
const database = app.get<Database>(DATABASE);
for (const token of tokensIn('BENCH_TOKENS')) await issueToken(database, token, 1);
for (const [at, token] of tokensIn('BENCH_OTHER_TOKENS').entries())
  await issueToken(database, token, at + 2);
if (process.send) serveMeasurements(database);
await app.listen(Number(process.env.PORT), '127.0.0.1');

function tokensIn(variable: string): readonly string[] {
  return process.env[variable]?.split(',') ?? [];
}

/** Stores a user's token like the service: by its digest, with the password's fingerprint. */
async function issueToken(database: Database, token: string, user: number): Promise<void> {
  const digest = (text: string) => createHash('sha256').update(text).digest('hex');
  const [known] = await database.query('select id from tokens where hash = ?', [digest(token)]);
  if (known) return;
  const now = new Date();
  await database.write(
    'insert into tokens (user_id, name, hash, fingerprint, created_at, expires_at) values (?, ?, ?, ?, ?, ?)',
    [
      String(user),
      'bench',
      digest(token),
      digest('').slice(0, 32),
      now,
      new Date(now.getTime() + 86_400_000),
    ],
  );
}
