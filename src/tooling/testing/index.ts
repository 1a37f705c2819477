/** `resource-api/testing`: what the tests of a team's application need. */
export { createTestApplication, type TestDeployment } from './create-test-application.js';
export { describeResource, type DescribedResource, type Runner } from './describe-resource.js';
export type { Factory, FactoryValues } from './factories/factory.js';
export type { FakeData } from './factories/sample-values.js';
export { resourceMatchers, type ResourceMatchers } from './matchers.js';
export { policyTable, type PolicyRow } from './policy-table.js';
export type { Ability } from './record-abilities.js';
export { type TestApplication } from './test-application.js';
export type { TestClient, TestMethod, TestResponse } from './test-client.js';
export type { TestTool, TestTools, TestToolResult } from './test-tools.js';
