import { takeFaults } from './validate-against-document.js';

/** Fails a test if a response violates the OpenAPI document of its application. */
afterEach(async () => {
  expect(await takeFaults()).toEqual([]);
});
