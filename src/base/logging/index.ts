export * from './create-logger.js';
export * from './describe-logged-error.js';
export * from './nest-logger.js';
