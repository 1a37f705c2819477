import { listed } from '../../../src/base/listed.js';
import { parseColumnValue } from '../../../src/pipeline/validation/column-value.js';

describe('A list of allowed values', () => {
  it('shows an empty one', () => {
    expect(listed(['', 'a'])).toBe('"" (empty), a');
  });

  it('is part of the message of a column with labels', () => {
    const column = { type: 'text', nullable: false, labels: ['', 'a'], length: null, bytes: null };
    expect(parseColumnValue(column as never, 'b')).toEqual({
      fault: 'must be one of: "" (empty), a.',
    });
  });
});
