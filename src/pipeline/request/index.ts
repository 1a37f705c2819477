export * from './parsed-queries.js';
export * from './parse-resource-query.js';
export * from './resource-query.js';
export { emptyQuery } from './query-draft.js';
export { unknownParameter } from './parameter-lookup.js';
