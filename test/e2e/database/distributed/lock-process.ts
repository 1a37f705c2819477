import { createDatabase } from '../../../../src/database/opening/create-database.js';
import { workAlone } from '../../../../src/database/opening/work-alone.js';
import { defaultLimits } from '../../../../src/options/limits.js';

/** Takes the lock of migrations as a process of its own, prints a line, and keeps it. */
const database = await createDatabase({ url: process.env.DATABASE_URL! }, defaultLimits, [], []);
await workAlone(database, async () => {
  console.log('locked');
  await new Promise((resolve) => process.stdin.once('end', resolve).resume());
});
await database.close();
