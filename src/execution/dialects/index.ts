import type { DialectName } from '../database/database.js';
import { engines } from '../engines.js';
import type { Dialect } from './dialect.js';

export type { Dialect } from './dialect.js';

/** The SQL of each engine. */
export const dialects = Object.fromEntries(
  Object.entries(engines).map(([name, { dialect }]) => [name, dialect]),
) as Readonly<Record<DialectName, Dialect>>;
