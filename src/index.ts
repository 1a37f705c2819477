/**
 * The public entry point of the package.
 *
 * `export *` from the files of the catalogue and of the register, so that applications can augment
 * their interfaces.
 */
export * from './definition/index.js';
export * from './rules/entries/built-rules.js';
export * from './rules/entries/payload-types.js';
export * from './rules/entries/rule-catalogue.js';
export * from './rules/entries/rule-types.js';
export * from './rules/values/uploaded-file.js';
export {
  checkedBy,
  ValidationRule,
  type RuleCheck,
  type RuleCheckContext,
} from './rules/entries/team-rules.js';
export { addRuleTexts } from './rules/compile/installed-rules.js';
export type { LanguageTexts } from './rules/languages/languages.js';
export type { JsonSchema } from './base/json-schema.js';
export type { Wording } from './rules/entries/rule-entry.js';
export * from './app/create-application.js';
export { ResourceApiModule } from './app/resource-api.module.js';
export { HostError } from './http/errors/host-error.js';
export { migrationDataSource } from './app/migration-data-source.js';
export { ResourceModule } from './app/registry/resource-module.decorator.js';
export { RequestError, type ErrorCode, type ErrorTexts } from './base/errors/index.js';
export {
  BearerGuard,
  Public,
  UserAccounts,
  hashPassword,
  verifyPassword,
} from './modules/auth/index.js';
export { ActionLog } from './modules/action-log/action-log.entity.js';
export type { ResourceEvent } from './modules/records/writing/resource-events.js';
export { EnvelopeInterceptor } from './http/envelope.interceptor.js';
export {
  AbilityGuard,
  type AuthorizedHttpRequest,
} from './modules/records/guards/ability.guard.js';
export type {
  DeleteRequest,
  IndexRequest,
  Operations,
  ShowRequest,
  StoreRequest,
  UpdateRequest,
} from './modules/records/operations/operations.js';
export { IndexRecords } from './modules/records/reading/index-records.js';
export { ReadRecords } from './modules/records/reading/read-records.js';
export { RecordAbility } from './modules/records/guards/record-ability.decorator.js';
export {
  ResourceGuard,
  type ResourceHttpRequest,
} from './modules/records/guards/resource.guard.js';
export { RecordPage, RecordResult } from './serialization/results.js';
export { Records, type RecordsOf } from './modules/records/reading/records.js';
export type { RecordGroups } from './modules/records/reading/record-groups.js';
export type {
  GroupedColumn,
  OrderedColumn,
  RecordFindOptions,
  RecordGroupOptions,
  RecordSelection,
  SummedColumn,
  SumOf,
} from './modules/records/reading/record-types.js';
export type { ScopedRecords } from './modules/records/reading/scoped-records.js';
export type {
  Connection,
  Database,
  DialectName,
  Transaction,
} from './database/connection/database.js';
export type { Compute } from './database/connection/beforehand.js';
export { DATABASE } from './database/connection/database.js';
export { workAlone } from './database/opening/work-alone.js';
export { addColumn, dropColumn } from './database/migrations/add-column.js';
export { createTable, dropTable } from './database/migrations/create-table.js';
export type { FileType, UploadedFile } from './rules/values/uploaded-file.js';
export {
  STORAGE,
  type ByteRange,
  type FileLink,
  type LinkHeaders,
  type Storage,
  type StoredEntry,
  type StoredFile,
} from './storage/storage.js';
export { StorageError } from './storage/storage-error.js';
export type {
  AuthenticationProvider,
  AuthenticationProviderOptions,
  AuthenticationRequest,
  SecurityScheme,
} from './options/authentication-provider.js';
export { optionsFrom, type EnvironmentOptions } from './options/environment-options.js';
export type { Environment, Variables } from './options/settings.js';
export type { Limits } from './options/limits.js';
export {
  checkEnvironment,
  EnvironmentError,
  readEnvironment,
  type CheckedEnvironment,
} from './options/read-environment.js';
export type {
  AgentOptions,
  AuthenticationOptions,
  DatabaseOptions,
  ExplainOptions,
  ExplorerOptions,
  JwtOptions,
  MetricsOptions,
  RateOptions,
  RedisOptions,
  ActionRunOptions,
  ResourceApiOptions,
  SafeWriteOptions,
  StorageOptions,
  UserOptions,
  ViewAsOptions,
  WhyOptions,
} from './options/resource-api-options.js';
