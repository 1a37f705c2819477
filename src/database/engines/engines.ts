import type { DataSourceOptions } from 'typeorm';
import type { DialectName } from '../connection/database.js';
import type { Engine } from '../dialects/engine.js';
import { mariadbEngine, mysqlEngine } from './mysql/engine.js';
import { cockroachEngine, postgresEngine, yugabyteEngine } from './postgres/engine.js';
import { sqliteEngine } from './sqlite/engine.js';

/** The supported databases, one row each. */
export const engines = {
  postgres: postgresEngine,
  cockroachdb: cockroachEngine,
  yugabytedb: yugabyteEngine,
  mariadb: mariadbEngine,
  mysql: mysqlEngine,
  sqlite: sqliteEngine,
} satisfies Record<DialectName, Engine>;

/** Returns the engines that TypeORM's options of this type may lead to. */
export const enginesOf = (type: DataSourceOptions['type']): readonly Engine[] =>
  Object.values(engines).filter(({ driverTypes }) => driverTypes.includes(type));

/** Returns one of {@link enginesOf}, for what they have in common. */
export function engineOf(type: DataSourceOptions['type']): Engine {
  const [engine] = enginesOf(type);
  if (!engine)
    throw new TypeError(`The service does not support databases of TypeORM's type "${type}".`);
  return engine;
}
