import { scryptSync } from 'node:crypto';
import type {
  Connection,
  Database,
  DialectName,
  Row,
} from '../../../src/database/connection/database.js';
import { hashDemoPassword } from '../../../demo/seed/demo-password.js';
import { insertRows } from '../../../demo/seed/insert-rows.js';
import { seedDemo } from '../../../demo/seed/seed-demo.js';

const LEAST_BOUND = 32_766; // SQLite's; PostgreSQL and MariaDB accept 65,535

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A connection that records its statements, and returns the given rows for selects. */
function recordingConnection(found: Row[] = []) {
  const sent: Statement[] = [];
  const connection: Connection = {
    async query(text, values = []) {
      sent.push({ text, values });
      return text.startsWith('select') ? found : [];
    },
  };
  return { sent, connection };
}

function recordingDatabase(dialect: DialectName, found: Row[] = []) {
  const { sent, connection } = recordingConnection(found);
  const database = {
    dialect,
    dataSource: {
      options: { type: dialect },
      getMetadata: () => ({ tableName: 'api_action_logs' }),
    },
    transaction: (work: (on: Connection) => Promise<unknown>) => work(connection),
  };
  return { sent, database: database as unknown as Database };
}

describe('Seeding', () => {
  it('writes parents before their children, within the maximum of values of each engine', async () => {
    const { sent, database } = recordingDatabase('sqlite');
    await seedDemo(database);
    const tables = [...new Set(sent.slice(1).map(({ text }) => text.split(' ')[2]))];
    expect(tables.slice(0, 4)).toEqual(['companies', 'company_partners', 'users', 'phones']);
    expect(tables.indexOf('tags')).toBeLessThan(tables.indexOf('taggables'));
    // The log is the service's: its table may have a prefix.
    expect(tables.at(-1)).toBe('api_action_logs');
    for (const { text, values } of sent) {
      expect(values.length).toBeLessThanOrEqual(LEAST_BOUND);
      expect(text.split('?').length - 1).toBe(values.length);
    }
  });

  it('advances the sequences of PostgreSQL past the stored keys, of integer keys only', async () => {
    const { sent, database } = recordingDatabase('postgres');
    await seedDemo(database);
    const advanced = sent
      .filter(({ text }) => text.includes('setval'))
      .map(({ text }) => text.split(' ').at(-1));
    expect(advanced.sort()).toEqual([
      'api_action_logs',
      'comments',
      'images',
      'phones',
      'posts',
      'roles',
      'users',
      'videos',
    ]);
  });

  it('inserts all rows in their order, and objects as JSON', async () => {
    const { sent, connection } = recordingConnection();
    const rows = Array.from({ length: 9_001 }, (_, index) => ({
      id: index,
      data: { index },
      none: null,
    }));
    await insertRows(connection, 'things', rows);
    expect(sent.length).toBeGreaterThan(1);
    expect(sent.flatMap(({ values }) => values)).toEqual(
      rows.flatMap(({ id }) => [id, `{"index":${id}}`, null]),
    );
  });

  it('hashes the one password the same each time, as sign-in reads it (C2.4)', async () => {
    const hash = await hashDemoPassword();
    expect(await hashDemoPassword()).toBe(hash);
    const [scheme, N, r, p, salt, key] = hash.split('$');
    expect([scheme, N, r, p]).toEqual(['scrypt', '16384', '8', '1']);
    const expected = scryptSync('password', Buffer.from(salt!, 'base64url'), 32, {
      N: 16_384,
      r: 8,
      p: 1,
    });
    expect(key).toBe(expected.toString('base64url'));
  });
});
