/**
 * The public entry point: what a team imports, and nothing else.
 *
 * `export *` from the files of the catalogue and of the register, so that a team can augment their interfaces.
 */
export * from './definition/index.js';
export * from './rules/rule-types.js';
export * from './create-application.js';
export * from './resource-api.module.js';
export { ResourceModule } from './resource-module.decorator.js';
export { RequestError, type ErrorCode, type ErrorTexts } from './errors/index.js';
export { BearerGuard, Public, hashPassword, verifyPassword } from './modules/auth/index.js';
export { ActionLog } from './modules/action-log/action-log.entity.js';
export { VisibleRecords } from './modules/records/visible-records.js';
export type { Connection, Database, DialectName, Transaction } from './execution/database/database.js';
export { DATABASE } from './execution/database/database.js';
export { createTable, dropTable } from './migrations/create-table.js';
export type { Limits } from './options/limits.js';
export type {
  AuthenticationOptions,
  DatabaseOptions,
  JwtOptions,
  ResourceApiOptions,
  UserOptions,
} from './options/resource-api-options.js';
