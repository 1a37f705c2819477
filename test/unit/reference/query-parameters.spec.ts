import { describers } from '../../../src/addons/reference/openapi/parameters/query-parameters.js';
import { parameters } from '../../../src/pipeline/request/parameters.js';
import { reservedParameters } from '../../../src/registry/resources/reserved-names.js';

describe('Every parameter of the table (C5.1)', () => {
  const names = parameters.map(({ name }) => name);

  it('is described, except the action, which depends on the path', () => {
    const described = names.filter((name) => name !== 'action');
    expect(Object.keys(describers).sort()).toEqual(described.sort());
  });

  it('has a reserved name, so that no field is matched by it', () => {
    const words = new Set(names.map((name) => name.replace(/\[.*/, '')));
    expect([...reservedParameters].sort()).toEqual([...words].sort());
  });
});
