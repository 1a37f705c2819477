export * from './belongs-to.decorator.js';
export * from './belongs-to-many.decorator.js';
export * from './has-many.decorator.js';
export * from './has-one.decorator.js';
export * from './morph-many.decorator.js';
export * from './morph-one.decorator.js';
export * from './morph-to-many.decorator.js';
