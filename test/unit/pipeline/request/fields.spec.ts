import { defaultLimits } from '../../../../src/options/limits.js';
import { parseResourceQuery } from '../../../../src/pipeline/request/parse-resource-query.js';
import { refused } from './rejected.js';

const fields = (query: string) => parseResourceQuery(query, 'show', defaultLimits).fields;

describe('fields[<resource>]', () => {
  it('is null if it is absent (C5.1)', () => {
    expect(fields('include=posts')).toBeNull();
  });

  it('names its resource, and each column with its position (C5.1)', () => {
    expect(fields('fields%5Baction_logs%5D=id,name|email')).toEqual({
      parameter: 'fields[action_logs]',
      resource: 'action_logs',
      columns: [
        { name: 'id', position: 0 },
        { name: 'name', position: 3 },
        { name: 'email', position: 8 },
      ],
    });
  });

  it('lists a column once, and has no special names (C5.1)', () => {
    const list = fields('fields[__proto__]=then,__proto__,then');
    expect(list?.resource).toBe('__proto__');
    expect(list?.columns.map(({ name }) => name)).toEqual(['then', '__proto__']);
  });

  it.each([
    ['fields[users]=', 'fields[users]', 'Expected a column at position 0, found the end.'],
    ['fields[users]=a,', 'fields[users]', 'Expected a column at position 2, found the end.'],
    ['fields[users]=a||b', 'fields[users]', 'Expected a column at position 2, found "|".'],
    ['fields[users]=a]', 'fields[users]', 'Expected ",", "|" or the end at position 1, found "]".'],
    [
      'fields[users]=posts.title',
      'fields[users]',
      'Expected ",", "|" or the end at position 5, found ".".',
    ],
    [
      'fields=a',
      'fields',
      'Expected "[<resource>]" at position 6 of the parameter name, found the end.',
    ],
    [
      'fields[]=a',
      'fields[]',
      'Expected a resource at position 7 of the parameter name, found "]".',
    ],
    [
      'fields[=a',
      'fields[',
      'Expected a resource at position 7 of the parameter name, found the end.',
    ],
    [
      'fields[users=a',
      'fields[users',
      'Expected "]" at position 12 of the parameter name, found the end.',
    ],
    [
      'fields[users]x=a',
      'fields[users]x',
      'Expected the end at position 13 of the parameter name, found "x".',
    ],
    [
      'fields[users][posts]=a',
      'fields[users][posts]',
      'Expected the end at position 13 of the parameter name, found "[".',
    ],
    [
      'fields[users]=a&fields[users]=b',
      'fields[users]',
      '"fields[users]" is given twice; it may be given only once.',
    ],
    [
      'fields[users]=a&fields[posts]=b',
      'fields[posts]',
      '"fields[posts]" and "fields[users]" cannot be combined; give only one of them.',
    ],
  ])('%s is 400 under %s: %s (C5.2)', (query, parameter, message) => {
    expect(refused(query)).toEqual({
      status: 400,
      code: 'invalid_query',
      parameter,
      text: message,
    });
  });
});
