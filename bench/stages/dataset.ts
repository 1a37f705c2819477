import { readFileSync } from 'node:fs';
import { loadBetterSqlite } from '../../src/database/engines/sqlite/load-better-sqlite.js';

const numbers = (
  count: number,
) => `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
  select i from n)`;
const moment = `'2024-01-01T00:00:00.000Z'`;

/** The maximum page size, with the maximum number of related records per parent. */
const rows = [
  `insert into users select i, 'User ' || i, 'user' || i || '@example.com', i, null, ${moment}, ${moment} from ${numbers(100)}`,
  `insert into posts select i, (i - 1) / 15 + 1, 'Post ' || i, 'Described.', i, ${moment}, ${moment} from ${numbers(1500)}`,
  `insert into comments select i, (i - 1) / 15 + 1, 1, 'Comment ' || i, ${moment} from ${numbers(22500)}`,
  `insert into roles select i, 'Role ' || i, ${moment} from ${numbers(15)}`,
  `insert into role_user select u.i, r.i, 'read', 1 from ${numbers(100)} u, ${numbers(15)} r`,
];

/**
 * Creates a SQLite file with the bench's schema: 100 users with 15 posts each, which have 15
 * comments each.
 */
export function fillDataset(file: string): void {
  const database = new (loadBetterSqlite())(file);
  database.pragma('journal_mode = wal');
  database.exec(readFileSync('bench/dataset/sqlite-schema.sql', 'utf8'));
  for (const statement of rows) database.exec(statement);
  database.close();
}
