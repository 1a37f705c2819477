import { workAlone, type Database } from 'resource-api';

/**
 * Seeds the demo on the first start, and does not change the data later. If several processes start
 * together, one of them seeds. Returns whether this process did.
 */
export async function seedWhenEmpty(database: Database): Promise<boolean> {
  if (await hasUsers(database)) return false;
  return workAlone(database, async () => {
    if (await hasUsers(database)) return false;
    const { seedDemo } = await import('./seed-demo.js');
    await seedDemo(database);
    return true;
  });
}

const hasUsers = async (database: Database): Promise<boolean> =>
  (await database.query('select 1 from users limit 1')).length > 0;
