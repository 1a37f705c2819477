export * from './catalogue.js';
export * from './request-error.js';
export * from './nearest.js';
