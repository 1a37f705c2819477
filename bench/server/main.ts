import { createHash } from 'node:crypto';
import { DATABASE, type Database } from '../../src/index.js';
import { serveMeasurements } from './serve-measurements.js';
import { createBench } from './create-bench.js';

const extras = Number(process.env.BENCH_EXTRA_RESOURCES ?? 0);
const app = await createBench(process.env.DATABASE_URL!, { extras });
await app.init();
for (const token of process.env.BENCH_TOKENS!.split(','))
  await issueToken(app.get<Database>(DATABASE), token);
if (process.send) serveMeasurements(app.get<Database>(DATABASE));
await app.listen(Number(process.env.PORT), '127.0.0.1');

/** Stores the bench's token like the service: by its digest, with the password's fingerprint. */
async function issueToken(database: Database, token: string): Promise<void> {
  const digest = (text: string) => createHash('sha256').update(text).digest('hex');
  const [known] = await database.query('select id from tokens where hash = ?', [digest(token)]);
  if (known) return;
  const now = new Date();
  await database.write(
    'insert into tokens (user_id, name, hash, fingerprint, created_at, expires_at) values (?, ?, ?, ?, ?, ?)',
    [
      '1',
      'bench',
      digest(token),
      digest('').slice(0, 32),
      now,
      new Date(now.getTime() + 86_400_000),
    ],
  );
}
