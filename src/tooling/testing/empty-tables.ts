import type { Database, DialectName } from '../../database/connection/database.js';

const listed = (tables: readonly string[]): string => tables.join(', ');

/** The statements that remove all rows of the tables, with foreign keys among them. */
const statements: Readonly<Record<DialectName, (tables: readonly string[]) => readonly string[]>> =
  {
    sqlite: (tables) => [
      'pragma defer_foreign_keys = on',
      ...tables.map((table) => `delete from ${table}`),
    ],
    postgres: restarted,
    // Keys go on counting, since it knows no `restart identity`.
    cockroachdb: (tables) => [`truncate ${listed(tables)} cascade`],
    yugabytedb: restarted,
    mariadb: withoutChecks,
    mysql: withoutChecks,
  };

function restarted(tables: readonly string[]): readonly string[] {
  return [`truncate ${listed(tables)} restart identity cascade`];
}

function withoutChecks(tables: readonly string[]): readonly string[] {
  return [
    'set foreign_key_checks = 0',
    ...tables.map((table) => `delete from ${table}`),
    'set foreign_key_checks = 1',
  ];
}

/** Removes all rows of the tables that entities describe; migrations stay recorded. */
export async function emptyTables(database: Database): Promise<void> {
  const { entityMetadatas, driver } = database.dataSource;
  const tables = entityMetadatas
    .filter(({ tableType }) => tableType !== 'view')
    .map(({ tablePath }) =>
      tablePath
        .split('.')
        .map((part) => driver.escape(part))
        .join('.'),
    );
  const unique = [...new Set(tables)];
  if (unique.length === 0) return;
  await database.transaction(async (transaction) => {
    for (const statement of statements[database.dialect](unique))
      await transaction.query(statement);
  });
}
