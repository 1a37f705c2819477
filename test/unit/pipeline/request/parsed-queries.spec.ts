import { defaultLimits } from '../../../../src/options/limits.js';
import { ParsedQueries, parseResourceQuery } from '../../../../src/pipeline/request/index.js';

const text = 'include=posts[title].comments&page=2';

describe('ParsedQueries', () => {
  it('returns the result of parsing, and the same object again for the same string', () => {
    const queries = new ParsedQueries(defaultLimits);
    const first = queries.parse(text, 'index');
    expect(first).toEqual(parseResourceQuery(text, 'index', defaultLimits));
    expect(queries.parse(text, 'index')).toBe(first);
  });

  it('separates operations: a show may reject the query of an index (C5.1)', () => {
    const queries = new ParsedQueries(defaultLimits);
    queries.parse(text, 'index');
    expect(() => queries.parse(text, 'show')).toThrow();
  });

  it('throws for a malformed string every time', () => {
    const queries = new ParsedQueries(defaultLimits);
    const parse = () => queries.parse('include=a,,b', 'index');
    expect(parse).toThrow();
    expect(parse).toThrow();
  });

  it('forgets the oldest, so that callers cannot fill the memory', () => {
    const queries = new ParsedQueries(defaultLimits);
    const first = queries.parse('page=1', 'index');
    for (let page = 2; page <= 1_001; page++) queries.parse(`page=${page}`, 'index');
    expect(queries.parse('page=1', 'index')).not.toBe(first);
    const long = `include=${'a'.repeat(600)}`;
    expect(queries.parse(long, 'index')).not.toBe(queries.parse(long, 'index'));
  });
});
