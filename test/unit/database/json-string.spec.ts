import fc from 'fast-check';
import { jsonData, jsonString } from '../../../src/database/values/json-string.js';

describe('A string as JSON', () => {
  it('is what JSON.stringify writes, for every string', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        (text) => jsonString(text) === JSON.stringify(text),
      ),
    );
    fc.assert(fc.property(fc.string(), (text) => jsonString(text) === JSON.stringify(text)));
  });

  it.each(['"', '\\', '\n', '\u0000', '\u001f', '\ud800', '\udfff', '\u2028', 'é', '😀', ''])(
    'contains %j',
    (text) => {
      expect(jsonString(text)).toBe(JSON.stringify(text));
    },
  );
});

describe('Any data as JSON', () => {
  it('is null if JSON cannot represent it', () => {
    expect([undefined, () => 1, Symbol('x')].map(jsonData)).toEqual(['null', 'null', 'null']);
  });
});
