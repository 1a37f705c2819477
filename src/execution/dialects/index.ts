import type { DialectName } from '../database/database.js';
import type { Dialect } from './dialect.js';
import { mariadb } from './mariadb.js';
import { mysql } from './mysql.js';
import { postgres } from './postgres.js';
import { sqlite } from './sqlite.js';

export type { Dialect } from './dialect.js';

/** A row a database. */
export const dialects: Readonly<Record<DialectName, Dialect>> = { postgres, mariadb, mysql, sqlite };
