import type { Reference, Schema } from './open-api.js';

/**
 * Names of the document's components. Each contains a dot, so they cannot clash with the class
 * names of models of an application's own controllers.
 */
export const schemaNames = {
  /** All attributes. */
  attributes: (key: string) => `${key}.attributes`,
  /** The attributes that a column list of the request, or of a relation, selects. */
  selectedAttributes: (key: string) => `${key}.attributes-selected`,
  /** The main record of a show, a write or the profile. */
  record: (key: string) => `${key}.record`,
  /** `{data}` with such a record. */
  one: (key: string) => `${key}.one`,
  /** `{data}` with the records of a bulk write. */
  several: (key: string) => `${key}.several`,
  /** A main record on a page. */
  listed: (key: string) => `${key}.listed`,
  /** A related record below a shown one. */
  flagged: (key: string) => `${key}.related-flagged`,
  /** A related record below a listed one. */
  related: (key: string) => `${key}.related`,
  relationships: (key: string) => `${key}.relationships`,
  flaggedRelationships: (key: string) => `${key}.relationships-flagged`,
  pivots: (key: string, relation: string) => `${key}.${relation}.pivots`,
  pivotRow: (key: string, relation: string) => `${key}.${relation}.row`,
  page: (key: string) => `${key}.page`,
  relatedPage: (key: string, relation: string) => `${key}.${relation}.page`,
  payload: (key: string, operation: string) => `${key}.${operation}`,
  linking: (key: string, relation: string, operation: string) => `${key}.${relation}.${operation}`,
  action: (key: string, uriKey: string, place: string) => `${key}.actions.${uriKey}.${place}`,
  actionResponse: (key: string, uriKey: string, place: string) =>
    `${key}.actions.${uriKey}.${place}.response`,
  /** What a match of this type compares with. */
  operators: (type: string) => `api.operators-${type}`,
  /** The keys of records in the body of a bulk write, by the type of their column. */
  keys: (type: string) => `api.keys-${type}`,
  keyed: (type: string) => `api.keyed-${type}`,
  error: (status: number) => `api.error-${status}`,
} as const;

/** Names of parameters. They may not contain brackets and arrows. */
export const parameterNames = {
  query: (key: string, name: string) =>
    `${key}.${name.replace(/[^\w-]+/g, '.').replace(/\.$/, '')}`,
  /** The key of a record in a path, by the name of the parameter. */
  path: (key: string, name: string) => `${key}.path-${name}`,
} as const;

/** Names of the components that all resources share. */
export const shared = {
  flags: 'api.flags',
  meta: 'api.meta',
  anyPageMeta: 'api.any-page-meta',
  anyPageLinks: 'api.any-page-links',
  pageMeta: 'api.page-meta',
  cursorMeta: 'api.cursor-meta',
  pageLinks: 'api.page-links',
  cursorLinks: 'api.cursor-links',
  error: 'api.error',
  anyError: 'api.any-error',
  csv: 'api.csv',
  ndjson: 'api.ndjson',
  errors: 'api.errors',
  progress: 'api.progress',
  actions: 'api.actions',
  queries: 'api.queries',
  describedResource: 'api.resource',
  describedField: 'api.field',
  credentials: 'api.credentials',
  token: 'api.token',
  tokens: 'api.tokens',
  dryRun: 'api.dry-run',
  run: 'api.run',
} as const;

/** The response of an action that runs after it. */
export const acceptedRun = 'AcceptedRun';

/** Names of responses with errors. */
export const errorNames = {
  /** Of every operation. */
  any: 'Error',
  /** Also those of an application's own code, with any code. */
  own: 'OwnError',
  unauthorized: 'Unauthorized',
} as const;

const pointer = (kind: string, name: string): string => `#/components/${kind}/${name}`;

export const schemaRef = (name: string): Schema => ({ $ref: pointer('schemas', name) });
export const parameterRef = (name: string): Reference => ({ $ref: pointer('parameters', name) });
export const responseRef = (name: string): Reference => ({ $ref: pointer('responses', name) });
export const headerRef = (name: string): Reference => ({ $ref: pointer('headers', name) });
