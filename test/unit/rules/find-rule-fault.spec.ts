import { findRuleFault, siblingsOf, sourceOf } from '../../../src/rules/compile/find-rule-fault.js';

const faultOf = (rule: string) => findRuleFault(rule as never);

describe('A rule of a definition', () => {
  it.each([
    ...[
      'required',
      'max:10',
      'max:-1.5',
      'between:1,500',
      'between:2,2',
      'uuid',
      'uuid:4',
      'array',
      'array:a,b',
    ],
    ...[
      'decimal',
      'decimal:2',
      'decimal:0,2',
      'digits:4',
      'gt:5',
      'gt:a.b',
      'gt:lines.*.a',
      'in:a',
      'in:a,b c',
    ],
    ...[
      'regex:^a|b:c$',
      'regex:/^[a-z]+$/i',
      'after:now',
      'after:2024-02-29',
      'after:starts_at',
      'date_format:Y-m-d\\TH:i',
    ],
    ...[
      'required_if:role,admin',
      'same:a',
      'unique',
      'unique:users,email',
      'exists:users,id',
      'dimensions:ratio=3/2',
    ],
  ])('is valid: %s', (rule) => {
    expect(faultOf(rule)).toBeUndefined();
  });

  it.each([
    ...[
      'max',
      'max:',
      'max:1e3',
      'max:0x10',
      'max:1,2',
      'max:Infinity',
      'max: 5',
      'max:٣',
      'min:5.',
      'size:abc',
    ],
    ...[
      'between:1',
      'between:1,2,3',
      'between:1e1,20',
      'digits:-1',
      'digits:1.5',
      'digits_between:6',
    ],
    ...[
      'decimal:3,x',
      'decimal:a',
      'multiple_of:x',
      'uuid:9',
      'uuid:four',
      'gt:',
      'gt:1e3',
      'gt:a,b',
      'in',
      'in:',
      'in:a,,b',
    ],
    ...[
      'required:1',
      'nullable:yes',
      'string:5',
      'same',
      'same:a,b',
      'required_if:role',
      'required_if:,x',
      'required_with:a,,b',
    ],
    ...[
      'regex',
      'regex:',
      'regex:(',
      'regex:[b-a]',
      'regex:a{2,1}',
      'regex:\\-',
      'after:',
      'after:2023-02-29',
      'after:2024-1-1',
    ],
    ...[
      'date_format:',
      'date_format:H:i',
      'date_format:Y-Y',
      'date_format:Y-q',
      'exists',
      'exists:users',
      'exists:users,id,x',
    ],
    ...[
      'unique:users',
      'dimensions:',
      'dimensions:width',
      'dimensions:depth=3',
      'dimensions:width=0',
      'dimensions:width=3/2',
    ],
    ...['mimes', 'mimes:jpg,,png', 'array:', 'enum:'],
  ])('has a wrong parameter: %s', (rule) => {
    expect(faultOf(rule)?.wrong).toContain(`the rule "${rule}" has a wrong parameter`);
    expect(faultOf(faultOf(rule)!.instead)).toBeUndefined();
  });

  it.each([
    ['between:99.99,0', 'between:0,99.99'],
    ['between:5,1', 'between:1,5'],
    ['digits_between:6,4', 'digits_between:4,6'],
    ['decimal:3,2', 'decimal:2,3'],
    ['dimensions:min_width=9,ratio=1,max_width=5', 'dimensions:min_width=5,ratio=1,max_width=9'],
    ['dimensions:max_height=1.5,min_height=2', 'dimensions:max_height=2,min_height=1.5'],
  ])('has its bounds in order: %s', (rule, ordered) => {
    expect(faultOf(rule)).toEqual({
      wrong: 'the lower bound is above the upper',
      instead: ordered,
    });
    expect(faultOf(ordered)).toBeUndefined();
  });

  it.each(['__proto__', 'constructor', 'toString', '', ':', 'Required', 'requird'])(
    'does not exist: %j',
    (rule) => {
      expect(faultOf(rule)?.wrong).toContain('there is no rule');
    },
  );

  it('reports what is wrong with a pattern', () => {
    expect(faultOf('regex:(')).toEqual({
      wrong:
        'the rule "regex:(" has a wrong parameter: Invalid regular expression: /(/u: Unterminated group',
      instead: 'regex:^[a-z]+$',
    });
  });

  it.each([
    ['required_if:role,admin,editor', ['role']],
    ['required_with:a,b', ['a', 'b']],
    ['same:a', ['a']],
    ['gt:a', ['a']],
    ['gt:5', []],
    ['after:starts_at', ['starts_at']],
    ['after:tomorrow', []],
    ['after:2024-01-01', []],
    ['in:a,b', []],
  ])('names fields: %s names %j', (rule, fields) => {
    expect(siblingsOf(rule as never)).toEqual(fields);
  });

  it('names the target of its lookup', () => {
    expect(sourceOf('exists:users,id')).toEqual({ resource: 'users', field: 'id' });
    expect(sourceOf('unique')).toBeNull();
    expect(sourceOf('max:5')).toBeUndefined();
  });
});
