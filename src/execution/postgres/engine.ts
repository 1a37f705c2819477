import type { Engine } from '../database/engine.js';
import { lockPostgres } from './lock-postgres.js';
import { postgresColumns } from './postgres-columns.js';
import { postgres } from './postgres-dialect.js';
import { postgresOutcome } from './postgres-failures.js';
import { postgresSchema } from './postgres-schema.js';

export const postgresEngine: Engine = {
  dialect: postgres,
  protocols: ['postgres:', 'postgresql:'],
  driverTypes: ['postgres'],
  server: {
    name: 'PostgreSQL',
    versionQuery: `select current_setting('server_version') as version`,
    isOne: () => true,
    oldest: [15],
  },
  connectionOptions: async (settings) =>
    (await import('./postgres-options.js')).postgresOptions(settings),
  async open(dataSource, { limits, report }) {
    const { PostgresDatabase } = await import('./postgres-database.js');
    return new PostgresDatabase(dataSource, limits, report);
  },
  lockMigrations: lockPostgres,
  outcomeOf: postgresOutcome,
  columnTypes: postgresColumns,
  schemaQueries: postgresSchema,
};
