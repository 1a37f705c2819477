import type { ResourceNames } from '../workspace/names.js';

/** The test of a new resource. */
export const resourceSpecTemplate = (
  { class: name, file, plural }: ResourceNames,
  runner: string,
): string =>
  `import { readEnvironment } from 'resource-api';
import {
  createTestApplication,
  describeResource,
  policyTable,
  type TestApplication,
} from 'resource-api/testing';
import { afterAll, beforeAll, describe, it } from '${runner}';
import { deployment } from '../deployment.js';
import { ${name} } from './${file}.entity.js';
import { ${name}Resource } from './${file}.resource.js';

let test: TestApplication;
let user: object;

beforeAll(async () => {
  const { modules, options } = deployment(readEnvironment({}));
  const { authentication } = options;
  test = await createTestApplication({ modules, options: { authentication } });
  user = await test.factory(authentication.user.entity).create();
});
afterAll(() => test.close());

const makeRecord = () => test.factory(${name}).create();

describeResource(
  ${name}Resource,
  { test: () => test, as: () => user, record: makeRecord },
  { describe, it },
);

describe('${plural}', () => {
  it('are read by every user, and written by nobody', async () => {
    const record = await makeRecord();
    await policyTable(test, ${name}Resource, [{ user, record, may: ['index', 'show'] }]);
  });
});
`;
