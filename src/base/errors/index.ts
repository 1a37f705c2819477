export * from './catalogue.js';
export * from './request-error.js';
export * from './run-failure.js';
export * from './is-error.js';
export * from './nearest.js';
export * from './status-of.js';
