import { expect, it } from '@jest/globals';
import 'resource-api/testing/jest';

const response = { status: 403, body: { code: 'unauthorized' }, statements: ['select 1'] };

it('has the matchers, and their types, without global functions', async () => {
  expect(response).toBeForbidden();
  expect(response).not.toBeNotFound();
  expect(response).toHaveStatements(1);
  await expect(Promise.resolve(response)).resolves.toBeForbidden();
});
