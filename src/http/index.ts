export * from './create-adapter.js';
export * from './error.filter.js';
export * from './multipart/read-multipart.js';
export * from './multipart/takes-form.decorator.js';
export * from './public-path.js';
export * from './resource-predicate.js';
export * from './unguarded-routes.js';
export * from './unmatched.controller.js';
