import { takeFaults } from './validate-against-document.js';

/** Fails the test whose answers say what the OpenAPI document of their application does not. */
afterEach(async () => {
  expect(await takeFaults()).toEqual([]);
});
