import type { ResourceNames } from '../names.js';

/** The test of a new resource. */
export const resourceSpecTemplate = (
  { class: name, file, table, plural }: ResourceNames,
  runner: string,
): string =>
  `import { readEnvironment } from 'resource-api';
import { createTestApplication, type TestApplication } from 'resource-api/testing';
import { afterAll, beforeAll, describe, expect, it } from '${runner}';
import { deployment } from '../deployment.js';
import { ${name} } from './${file}.entity.js';

describe('${plural}', () => {
  let test: TestApplication;

  beforeAll(async () => {
    const { modules, options } = deployment(readEnvironment({}));
    const { authentication } = options;
    test = await createTestApplication({ modules, options: { authentication } });
    const users = test.dataSource.getRepository(authentication.user.entity);
    await users.save({ email: 'ann@example.com', password: 'unused' });
    await test.dataSource.getRepository(${name}).save({ name: 'The first' });
  });
  afterAll(() => test.close());

  it('are shown to users', async () => {
    const { status, body } = await test.as('ann@example.com').get<{ data: unknown[] }>('/${table}');
    expect(status).toBe(200);
    expect(body.data).toMatchObject([{ id: '1', attributes: { name: 'The first' } }]);
  });

  it('are hidden from callers without a token', async () => {
    expect(await test.anonymous.get('/${table}')).toMatchObject({ status: 401 });
  });

  it('cannot be written without a method of the policy', async () => {
    const ann = test.as('ann@example.com');
    expect(await ann.post('/${table}', { name: 'The second' })).toMatchObject({ status: 403 });
  });
});
`;
