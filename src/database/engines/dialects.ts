import type { DialectName } from '../connection/database.js';
import { engines } from './engines.js';
import type { Dialect } from '../dialects/dialect.js';

export type { Dialect } from '../dialects/dialect.js';

/** The SQL of each engine. */
export const dialects = Object.fromEntries(
  Object.entries(engines).map(([name, { dialect }]) => [name, dialect]),
) as Readonly<Record<DialectName, Dialect>>;
