import { defaultLimits } from '../../../../src/options/limits.js';
import { parseResourceQuery } from '../../../../src/pipeline/request/parse-resource-query.js';
import type { QueryOperation } from '../../../../src/pipeline/request/resource-query.js';
import { refused } from './rejected.js';

const show =
  'include, related, fields[<resource>], relatablePerPage, sort[<relation>], filter[<relation>][<field>], more';
const index = `${show}, search, sort, filter[<field>], filters, page, perPage, page[number], page[size], cursor, count`;

describe('A resource query', () => {
  it.each(['index', 'show', 'none'] as const)(
    'is empty for %s without a query string, at no cost (C5.1)',
    (operation) => {
      const query = parseResourceQuery('', operation, defaultLimits);
      expect(query).toEqual({
        include: [],
        fields: null,
        page: { number: 1, size: null },
        cursor: null,
        total: 'exact',
        more: false,
        search: null,
        sort: null,
        matches: [],
        filters: [],
        relatablePerPage: null,
        action: null,
        parameters: [],
      });
      expect(parseResourceQuery('', operation, defaultLimits)).toBe(query);
      expect([query, query.include, query.page, query.parameters].every(Object.isFrozen)).toBe(
        true,
      );
    },
  );

  it('keeps its parameters decoded and in order, for links (C3.1)', () => {
    const { parameters } = parseResourceQuery(
      'page%5Bsize%5D=2&include=a%2Cb&page=3&related=',
      'index',
      defaultLimits,
    );
    expect(parameters).toEqual([
      ['page[size]', '2'],
      ['include', 'a,b'],
      ['page', '3'],
      ['related', ''],
    ]);
  });

  it.each<[QueryOperation, string, string]>([
    ['index', 'include=a&related=b&fields[c]=d&relatablePerPage=1&page=1&perPage=1', 'all of them'],
    ['index', 'page[number]=1&page[size]=1', 'the other spelling of pages'],
    ['show', 'include=a&related=b&fields[c]=d&relatablePerPage=1', 'all but pages'],
  ])('accepts for %s %s: %s (C5.1)', (operation, query) => {
    expect(parseResourceQuery(query, operation, defaultLimits).parameters.length).toBeGreaterThan(
      1,
    );
  });

  it.each<[QueryOperation, string, string, string]>([
    ['show', 'page=1', 'page', `Unknown parameter "page". Allowed: ${show}.`],
    ['show', 'perPage=1', 'perPage', `Unknown parameter "perPage". Allowed: ${show}.`],
    ['none', 'include=a', 'include', 'Unknown parameter "include". Allowed: none.'],
    [
      'none',
      'fields[users]=a',
      'fields[users]',
      'Unknown parameter "fields[users]". Allowed: none.',
    ],
    ['none', '=', '', 'Unknown parameter "". Allowed: none.'],
    [
      'show',
      'incldue=a',
      'incldue',
      `Unknown parameter "incldue". Did you mean "include"? Allowed: ${show}.`,
    ],
    [
      'show',
      'Include=a',
      'Include',
      `Unknown parameter "Include". Did you mean "include"? Allowed: ${show}.`,
    ],
    [
      'show',
      'field[users]=a',
      'field[users]',
      `Unknown parameter "field[users]". Did you mean "fields[users]"? Allowed: ${show}.`,
    ],
    [
      'index',
      'page[numbr]=1',
      'page[numbr]',
      `Unknown parameter "page[numbr]". Did you mean "page[number]"? Allowed: ${index}.`,
    ],
    ['index', 'a b=1', 'a b', `Unknown parameter "a b". Allowed: ${index}.`],
    ['show', 'status=1', 'status', `Unknown parameter "status". Allowed: ${show}.`],
    [
      'show',
      'filter[status]=1',
      'filter[status]',
      `Unknown parameter "filter[status]". Allowed: ${show}.`,
    ],
    ['index', 'include[a]=1', 'include[a]', `Unknown parameter "include[a]". Allowed: ${index}.`],
    ['show', 'qqqqqqqqqq=1', 'qqqqqqqqqq', `Unknown parameter "qqqqqqqqqq". Allowed: ${show}.`],
    ['show', '__proto__=1', '__proto__', `Unknown parameter "__proto__". Allowed: ${show}.`],
    ['show', 'constructor=1', 'constructor', `Unknown parameter "constructor". Allowed: ${show}.`],
    [
      'index',
      'fields%5B<resource>]=a',
      'fields[<resource>]',
      'Expected a resource at position 7 of the parameter name, found "<". Names are made of letters a-z and A-Z, digits, "_" and "-".',
    ],
  ])(
    'rejects for %s %s under %j with the nearest name and what is allowed (C5.2)',
    (operation, query, parameter, message) => {
      expect(refused(query, operation)).toEqual({
        status: 400,
        code: 'invalid_query',
        parameter,
        text: message,
      });
    },
  );

  it('repeats at most 40 characters of an unknown name, as key and in the message (C5.2)', () => {
    const cut = `${'q'.repeat(40)}…`;
    const { parameter, text } = refused(`${'q'.repeat(8000)}=1`, 'show');
    expect(parameter).toBe(cut);
    expect(text).toContain(`Unknown parameter "${cut}".`);
  });
});
