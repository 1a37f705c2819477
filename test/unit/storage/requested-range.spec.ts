import { RequestError } from '../../../src/base/errors/index.js';
import { requestedRange } from '../../../src/modules/storage/requested-range.js';

const file = { size: 100, etag: '"a"' };

describe('the range of a request for a file', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=10-1000', 10, 99],
    ['BYTES=10-', 10, 99],
    ['bytes=-1', 99, 99],
    ['bytes=-1000', 0, 99],
  ])('%s is from %d to %d (C10.4)', (range, first, last) =>
    expect(requestedRange({ range }, file)).toEqual({ first, last }),
  );

  it.each(['bytes=', 'bytes=-', 'bytes=5-4', 'bytes=0-1,3-4', 'bytes=a-b', 'lines=0-1', '0-1'])(
    '%s means the whole file (C10.4)',
    (range) => expect(requestedRange({ range }, file)).toBeUndefined(),
  );

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0', `bytes=${'9'.repeat(400)}-`])(
    '%s is not satisfiable (C10.4)',
    (range) => {
      const read = () => requestedRange({ range }, file);
      expect(read).toThrow(RequestError);
      expect(read).toThrow('The file does not have these bytes.');
    },
  );

  it('is not satisfiable for an empty file (C10.4)', () => {
    for (const range of ['bytes=0-', 'bytes=-1'])
      expect(() => requestedRange({ range }, { size: 0, etag: '"a"' })).toThrow(RequestError);
  });

  it.each(['"b"', 'W/"a"', 'Sat, 28 Nov 2026 08:00:00 GMT'])(
    'is ignored for another version, If-Range: %s (C10.4)',
    (condition) =>
      expect(requestedRange({ range: 'bytes=0-0', 'if-range': condition }, file)).toBeUndefined(),
  );

  it('is used for the same version (C10.4)', () =>
    expect(requestedRange({ range: 'bytes=0-0', 'if-range': '"a"' }, file)).toEqual({
      first: 0,
      last: 0,
    }));
});
