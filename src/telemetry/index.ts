export * from './request-tally.js';
export * from './traceparent.js';
export * from './tracing.js';
