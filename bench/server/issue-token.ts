import { createHash } from 'node:crypto';
import type { Database } from '../../src/index.js';

/** Stores the bench's token like the service: by its digest, with the password's fingerprint. */
export async function issueToken(database: Database, token: string, user: string): Promise<void> {
  const digest = (text: string) => createHash('sha256').update(text).digest('hex');
  const [known] = await database.query('select id from tokens where hash = ?', [digest(token)]);
  if (known) return;
  const now = new Date();
  await database.write(
    'insert into tokens (user_id, name, hash, fingerprint, created_at, expires_at) values (?, ?, ?, ?, ?, ?)',
    [
      user,
      'bench',
      digest(token),
      digest('').slice(0, 32),
      now,
      new Date(now.getTime() + 86_400_000),
    ],
  );
}
