/** `resource-api/testing`: what the tests of a team's application need. */
export {
  createTestApplication,
  type TestApplication,
  type TestDeployment,
} from './create-test-application.js';
export type { TestClient, TestResponse } from './test-client.js';
