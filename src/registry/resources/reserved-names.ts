/**
 * What the names in a URL are made of: no character that a path or a query would have to encode.
 */
export const wireName = /^[A-Za-z0-9_-]+$/;

/** Segments behind a resource's key that mean something already. @contract C1.2 */
export const reservedRelationKeys: readonly string[] = [
  'actions',
  'filters',
  'attach',
  'sync',
  'detach',
  'bulk',
];

/** First segments of the service's own paths. @contract C1.1, C1.2 */
export const reservedResourceKeys: readonly string[] = [
  ...['profile', 'login', 'logout', 'tokens', 'health', 'docs', 'storage', 'metrics', 'mcp'],
  ...['_schema', '_why', 'runs'],
  ...reservedRelationKeys,
];

/**
 * Query parameters with a meaning of their own, so that no field is matched by them.
 * @contract C5.1
 */
export const reservedParameters: readonly string[] = [
  ...['include', 'related', 'fields', 'page', 'perPage', 'relatablePerPage', 'sort', 'search'],
  ...['filter', 'filters', 'cursor', 'count', 'more', 'action'],
];

/** The key of the action log's resource. @contract C8.1 */
export const logKey = 'action_logs';
