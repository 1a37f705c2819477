import { describers } from '../../../src/reference/parameters/query-parameters.js';
import { parameters } from '../../../src/request/parameters.js';

it('every parameter of the table is described, but the action, which hangs on the path (C5.1)', () => {
  const names = parameters.map(({ name }) => name).filter((name) => name !== 'action');
  expect(Object.keys(describers).sort()).toEqual(names.sort());
});
