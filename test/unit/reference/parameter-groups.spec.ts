import { groupParameters } from '../../../src/addons/reference/page/parameter-groups.js';
import type { ParameterObject } from '../../../src/addons/reference/openapi/document/open-api.js';

const parameter = (name: string, given: Partial<ParameterObject> = {}): ParameterObject => ({
  name,
  in: 'query',
  description: '',
  schema: {},
  ...given,
});

const filters = ['a', 'b', 'c', 'd', 'e'].map((name) => parameter(name));

describe('The groups of parameters', () => {
  it('contain the required ones among the common ones, also those of own controllers', () => {
    const required = parameter('year', { required: true });
    const header = parameter('X-Year', { in: 'header' });
    const grouped = groupParameters([...filters, header, required]);
    expect(grouped.map(({ name }) => name)).toEqual(['year', 'a', 'b', 'c', 'd', 'e', 'X-Year']);
    expect(grouped[0]).toMatchObject({ 'x-group': 'Common', 'x-group-size': 1 });
    expect(grouped[1]).toMatchObject({ 'x-group': 'Filters', 'x-group-size': 5 });
  });

  it('do not divide a short list', () => {
    expect(groupParameters(filters)).toBe(filters);
  });
});
