import { describers } from '../../../src/addons/reference/openapi/parameters/query-parameters.js';
import { parameters } from '../../../src/pipeline/request/parameters.js';

it('describes every parameter of the table, except the action, which depends on the path (C5.1)', () => {
  const names = parameters.map(({ name }) => name).filter((name) => name !== 'action');
  expect(Object.keys(describers).sort()).toEqual(names.sort());
});
