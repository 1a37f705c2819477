export * from './parsed-queries.js';
export * from './parse-resource-query.js';
export * from './resource-query.js';
