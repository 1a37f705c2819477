export * from './create-logger.js';
export * from './describe-fault.js';
export * from './nest-logger.js';
