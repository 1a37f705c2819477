/**
 * The public entry point: what a team imports, and nothing else.
 *
 * `export *` from the files of the catalogue and of the register, so that a team can augment their interfaces.
 */
export * from './definition/index.js';
export * from './rules/built-rules.js';
export * from './rules/payload-types.js';
export * from './rules/rule-catalogue.js';
export * from './rules/rule-types.js';
export * from './rules/uploaded-file.js';
export { checkedBy, ValidationRule, type RuleCheck, type RuleCheckContext } from './rules/team-rules.js';
export { addRuleTexts, type LanguageTexts } from './rules/installed-rules.js';
export type { JsonSchema } from './rules/json-schema.js';
export type { Wording } from './rules/rule-entry.js';
export * from './create-application.js';
export * from './resource-api.module.js';
export { ResourceModule } from './resource-module.decorator.js';
export { RequestError, type ErrorCode, type ErrorTexts } from './errors/index.js';
export { BearerGuard, Public, hashPassword, verifyPassword } from './modules/auth/index.js';
export { ActionLog } from './modules/action-log/action-log.entity.js';
export type { ResourceEvent } from './operations/resource-events.js';
export { VisibleRecords } from './operations/visible-records.js';
export type { Connection, Database, DialectName, Transaction } from './execution/database/database.js';
export { DATABASE } from './execution/database/database.js';
export { workAlone } from './execution/database/work-alone.js';
export { addColumn, dropColumn } from './migrations/add-column.js';
export { createTable, dropTable } from './migrations/create-table.js';
export { STORAGE, type Storage, type StoredEntry, type StoredFile } from './storage/storage.js';
export { StorageError } from './storage/storage-error.js';
export type { Limits } from './options/limits.js';
export type {
  AgentOptions,
  AuthenticationOptions,
  DatabaseOptions,
  JwtOptions,
  MetricsOptions,
  RateOptions,
  ResourceApiOptions,
  StorageOptions,
  UserOptions,
} from './options/resource-api-options.js';
