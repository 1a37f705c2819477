export {
  isApiError,
  type ApiError,
  type ApiFailure,
  type ApiErrorCode,
  type ErrorsByField,
} from './api-error.js';
export {
  createClient,
  type ApiFacts,
  type LoginToken,
  type ProfileApi,
  type ResourceClients,
  type Reverted,
  type RevertOptions,
  type SessionApi,
  type TokenEntry,
  type UndoApi,
  type UntypedApi,
} from './create-client.js';
export type { FileFormat } from './exports.js';
export { nextCursor } from './pages.js';
export {
  mutationOf,
  queriesOf,
  type ApiQueries,
  type MutationOptions,
  type PagesOptions,
  type ProfileQueries,
  type QueryOptions,
  type RecordOptions,
  type RelationQueries,
  type ResourceQueries,
} from './queries.js';
export type { ProfileClient } from './profile-client.js';
export type {
  ActionQuery,
  ExportQuery,
  FieldCondition,
  FieldName,
  ResourceFilter,
  Include,
  IndexQuery,
  ListQuery,
  ShowQuery,
  Sort,
} from './query.js';
export type {
  ActionRun,
  CursorPage,
  DryRun,
  Flags,
  LinkedObject,
  NumberedPage,
  PageMeta,
  PageOf,
  ResourceMeta,
  ResourceObject,
  ActionRunStatus,
  Written,
} from './records.js';
export type {
  LinkedKey,
  Links,
  LinkValues,
  LinkRow,
  RelationClient,
  Synced,
} from './relation-client.js';
export type { ListName, ResourceClient } from './resource-client.js';
export type {
  ActionTypes,
  AnyData,
  AnyResource,
  AnyResources,
  BooleanMatch,
  RecordId,
  Many,
  ManyToMany,
  FieldMatch,
  One,
  OrderedMatch,
  RelationTypes,
  Resources,
  ResourceTypes,
  TextMatch,
} from './resource-types.js';
export type { FollowOptions, RunListQuery, RunsApi, RunsClient } from './runs-client.js';
export type {
  ApiOptions,
  ApiRequest,
  HttpMethod,
  ActionProgress,
  RecordReference,
  RequestOptions,
  RunOptions,
  WriteOptions,
  WriteTerm,
} from './transport.js';
