import { takeFaults } from './hold-to-document.js';

/** Fails a test if a response violates the OpenAPI document of its application. */
afterEach(async () => {
  expect(await takeFaults()).toEqual([]);
});
