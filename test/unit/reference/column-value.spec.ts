import { withEnum } from '../../../src/addons/reference/openapi/schemas/column-value.js';
import type { CompiledColumn } from '../../../src/registry/resources/compiled-resource.js';

const column = (given: Partial<CompiledColumn>): CompiledColumn =>
  ({ type: 'text', holdsKey: false, labels: null, nullable: false, ...given }) as CompiledColumn;

describe('The values of an attribute', () => {
  const text = { type: 'string' };

  it('are unlimited without an enumeration and without a rule', () => {
    expect(withEnum(text, column({}), undefined)).toEqual(text);
  });

  it('are those of the rule', () => {
    expect(withEnum(text, column({}), ['a', 'b'])).toEqual({ type: 'string', enum: ['a', 'b'] });
  });

  it('include null if the column may be null, even if the rule does not allow it', () => {
    const nullable = { type: ['string', 'null'] };
    expect(withEnum(nullable, column({ nullable: true }), ['a', null]).enum).toEqual(['a', null]);
    expect(withEnum(text, column({}), ['a', null]).enum).toEqual(['a']);
  });

  it("are those of the column's enumeration, which can contain more than the rule allows", () => {
    expect(withEnum(text, column({ labels: ['a', 'old'] }), ['a']).enum).toEqual(['a', 'old']);
  });

  it('are not enumerated for numbers and keys, whose stored form differs', () => {
    expect(withEnum({ type: 'integer' }, column({ type: 'integer' }), [1, 2])).toEqual({
      type: 'integer',
    });
    expect(withEnum(text, column({ holdsKey: true }), ['1'])).toEqual(text);
  });
});
