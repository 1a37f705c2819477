import type { Database } from '../../index.js';
import { seedDemo } from './seed-demo.js';

/** Seeds the demo on the first start, and leaves the data of every later one alone. Was it the first? */
export async function seedWhenEmpty(database: Database): Promise<boolean> {
  const users = await database.query('select 1 from users limit 1');
  if (users.length > 0) return false;
  await seedDemo(database);
  return true;
}
