export {
  isApiError,
  type ApiError,
  type ApiFailure,
  type ErrorCode,
  type FieldErrors,
} from './api-error.js';
export {
  createClient,
  type ApiFacts,
  type IssuedToken,
  type Profile,
  type ResourceClients,
  type Reverted,
  type Session,
  type TokenEntry,
  type Undo,
  type Untyped,
} from './create-client.js';
export type { ExportFormat } from './exports.js';
export { nextCursor } from './pages.js';
export type { ProfileClient } from './profile-client.js';
export type {
  ActionQuery,
  Condition,
  ExportQuery,
  FieldOf,
  Filter,
  Include,
  IndexQuery,
  ListQuery,
  ShowQuery,
  Sort,
} from './query.js';
export type {
  CursorPage,
  DryRun,
  Flags,
  LinkedObject,
  NumberedPage,
  PageMeta,
  PageOf,
  RecordMeta,
  ResourceObject,
  Written,
} from './records.js';
export type { Links, RelationClient, Synced } from './relation-client.js';
export type { ListName, ResourceClient } from './resource-client.js';
export type {
  ActionTypes,
  AnyData,
  AnyResource,
  AnyResources,
  BooleanMatch,
  Key,
  Many,
  ManyToMany,
  Match,
  One,
  OrderedMatch,
  RelationTypes,
  Resources,
  ResourceTypes,
  TextMatch,
} from './resource-types.js';
export type {
  ApiOptions,
  ApiRequest,
  Method,
  RecordReference,
  RequestOptions,
  WriteOptions,
} from './transport.js';
