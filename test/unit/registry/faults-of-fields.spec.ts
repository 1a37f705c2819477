import { Action, Field, Input } from '../../../src/definition/index.js';
import { unique } from '../../../src/rules/entries/built-rules.js';
import { reservedParameters } from '../../../src/registry/resources/reserved-names.js';
import { define } from './library/define.js';
import { Author, Book, Ghost } from './library/entities.js';
import { findingsOf, type FaultCase } from './library/fault-case.js';

const fieldOf = (name: string, options: object) => () =>
  define('X', Author, { [name]: Field(options as never), name: Field() });
const payload = (rules: object) => {
  class Rename {
    handle() {}
  }
  Action({ rules } as never)(Rename as never);
  return () => define('X', Author, {}, { actions: [Rename] });
};

const cases: readonly FaultCase[] = [
  {
    fault: 'a missing column',
    declare: () => define('X', Book, { titel: Field() }),
    member: 'titel',
    wrong: 'the entity has no column "titel"',
    instead: '"title"',
  },
  {
    fault: 'a missing column without a similar one',
    declare: () => define('X', Book, { somewhat_else: Field() }),
    member: 'somewhat_else',
    wrong: 'the entity has no column "somewhat_else"',
    instead: 'one of id, title, publishedAt, authorId',
  },
  {
    fault: 'a missing property',
    declare: fieldOf('title', { property: 'nam' }),
    member: 'title',
    wrong: 'the entity has no column "nam"',
    instead: '"name"',
  },
  {
    fault: 'a field over a relationship',
    declare: fieldOf('publisher', {}),
    member: 'publisher',
    wrong: '"publisher" is a relationship of the entity, not a column',
    instead: '@BelongsTo() publisher',
  },
  {
    fault: 'a field over a getter',
    declare: fieldOf('signature', {}),
    member: 'signature',
    wrong: '"signature" is a getter of the entity, not a column',
    instead: '@Forwarding() signature',
  },
  {
    fault: 'an input with a name that every object has',
    declare: () => define('X', Author, { name: Field(), toString: Input() as never }),
    member: 'toString',
    wrong: 'a form cannot carry a part of this name, which every object has',
    instead: 'another name',
  },
  {
    fault: 'two fields on one column',
    declare: () => define('X', Author, { name: Field(), title: Field({ property: 'name' }) }),
    member: 'title',
    wrong: '"name" is a field of the same column, name',
    instead: 'one field for a column',
  },
  {
    fault: 'an id that is not the key',
    declare: fieldOf('id', { property: 'age' }),
    member: 'id',
    wrong: `"id" is the record's key, and age is not`,
    instead: `property: 'id', or another name`,
  },
  {
    fault: 'a key that a URL would encode',
    declare: fieldOf('näme', { property: 'age' }),
    member: 'näme',
    wrong: 'the key cannot be part of a URL',
    instead: 'a key of letters, digits, _ and -',
  },
  {
    fault: 'an unknown rule',
    declare: fieldOf('age', { rules: ['requird'] }),
    member: 'age',
    wrong: 'there is no rule "requird"',
    instead: '"required"',
  },
  {
    fault: 'a rule with a wrong parameter',
    declare: fieldOf('age', { rules: ['between:5,x'] }),
    member: 'age',
    wrong:
      'the rule "between:5,x" has a wrong parameter: "between" takes two numbers in order, such as 1,500',
    instead: 'between:1,500',
  },
  {
    fault: 'a lower bound above the upper',
    declare: fieldOf('age', { rules: ['between:99.99,0'] }),
    member: 'age',
    wrong: 'the lower bound is above the upper',
    instead: 'between:0,99.99',
  },
  {
    fault: 'bounds of two rules that exclude every value',
    declare: fieldOf('age', { rules: ['integer', 'min:9', 'max:3'] }),
    member: 'age',
    wrong: 'the lower bound is above the upper in "min:9" and "max:3"',
    instead: 'min:3 and max:9',
  },
  {
    fault: 'an unknown rule for storing',
    declare: fieldOf('age', { storingRules: ['uniqe'] }),
    member: 'age',
    wrong: 'there is no rule "uniqe"',
    instead: '"unique"',
  },
  {
    fault: 'a message for a missing rule',
    declare: fieldOf('age', { rules: ['integer', 'max:9'], messages: { mx: 'No.' } }),
    member: 'age',
    wrong: 'there is a message for "mx", which is not a rule of this field',
    instead: '"max"',
  },
  {
    fault: 'a message without any rule',
    declare: fieldOf('age', { messages: { max: 'No.' } }),
    member: 'age',
    wrong: 'there is a message for "max", which is not a rule of this field',
    instead: 'the rule "max" too, or no message',
  },
  {
    fault: 'a rule on a missing sibling',
    declare: fieldOf('age', { rules: ['required_if:nme,x'] }),
    member: 'age',
    wrong: 'the rule "required_if:nme,x" names "nme", which is not a field',
    instead: '"name"',
  },
  {
    fault: 'a missing second sibling',
    declare: fieldOf('age', { rules: ['required_with:name,agee'] }),
    member: 'age',
    wrong: 'the rule "required_with:name,agee" names "agee", which is not a field',
    instead: '"age"',
  },
  {
    fault: 'a malformed pattern',
    declare: fieldOf('age', { rules: ['regex:['] }),
    member: 'age',
    wrong:
      'the rule "regex:[" has a wrong parameter: Invalid regular expression: /[/u: Unterminated character class',
    instead: 'regex:^[a-z]+$',
  },
  {
    fault: 'a rule that looks in a missing resource',
    declare: fieldOf('age', { rules: ['exists:book,id'] }),
    member: 'age',
    wrong: 'the rule "exists:book,id" names "book", which is not a resource',
    instead: '"books"',
  },
  {
    fault: 'a rule that looks in a missing field',
    declare: fieldOf('age', { rules: ['unique:books,titel'] }),
    member: 'age',
    wrong: 'the rule "unique:books,titel" names "titel", which is not a field of BookResource',
    instead: '"title"',
  },
  {
    fault: 'a rule that looks in a missing column',
    declare: fieldOf('age', { rules: [unique(() => Book, 'titel' as never)] }),
    member: 'age',
    wrong: 'the rule "unique" looks in "titel", which is not a column of Book',
    instead: '"title"',
  },
  {
    fault: 'a rule that looks in an entity without a resource',
    declare: fieldOf('age', { rules: [unique(() => Ghost, 'id')] }),
    member: 'age',
    wrong: 'the rule "unique" looks in Ghost, which no resource serves',
    instead: 'an entity with a resource',
  },
  {
    fault: 'an unknown rule of an input',
    declare: () =>
      define('X', Author, { name: Field(), repeated: Input({ rules: ['requird'] as never }) }),
    member: 'repeated',
    wrong: 'there is no rule "requird"',
    instead: '"required"',
  },
  {
    fault: 'a rule of an input that needs a column',
    declare: () => define('X', Author, { name: Field(), repeated: Input({ rules: ['unique'] }) }),
    member: 'repeated',
    wrong: 'the rule "unique" has no column to look in',
    instead: 'the key of a resource and a field, such as "unique:users,email"',
  },
  {
    fault: 'a payload class without decorators',
    declare: () => {
      class Bare {}
      class Rename {
        handle() {}
      }
      Action({ payload: Bare } as never)(Rename as never);
      return define('X', Author, {}, { actions: [Rename] });
    },
    member: 'Rename',
    wrong: 'the payload Bare has no decorators of class-validator',
    instead: 'a decorator such as @IsString() on each of its properties',
  },
  {
    fault: 'a response class without decorators',
    declare: () => {
      class Bare {}
      class Rename {
        handle() {}
      }
      Action({ response: Bare } as never)(Rename as never);
      return define('X', Author, {}, { actions: [Rename] });
    },
    member: 'Rename',
    wrong: 'the response Bare has no decorators of class-validator',
    instead: 'a decorator such as @IsString() on each of its properties',
  },
  {
    fault: "an unknown rule of an action's payload",
    declare: payload({ to: ['requird'] }),
    member: 'Rename',
    wrong: 'to: there is no rule "requird"',
    instead: '"required"',
  },
  {
    fault: 'a payload rule on a missing sibling',
    declare: payload({ 'lines.*.qty': ['required_with:line'], 'lines.*.note': ['string'] }),
    member: 'Rename',
    wrong: 'lines.*.qty: the rule "required_with:line" names "line", which is not a field',
    instead: '"lines"',
  },
  {
    fault: 'storeAs without image',
    declare: fieldOf('age', { storeAs: 'a.png' }),
    member: 'age',
    wrong: 'storeAs is for images',
    instead: 'image: true as well',
  },
  {
    fault: 'a path that its column cannot store',
    declare: fieldOf('portrait_path', { image: true, storeAs: `${'ü'.repeat(90)}.png` }),
    member: 'portrait_path',
    wrong: 'its paths have up to 590 characters, and portrait_path takes 255',
    instead:
      "@Column('varchar', { length: 590 }), or a shorter storeAs: letters beyond ASCII count up to 12",
  },
  {
    fault: 'storeAs with a folder',
    declare: fieldOf('portrait_path', { image: true, storeAs: '../a.png' }),
    member: 'portrait_path',
    wrong: 'storeAs "../a.png" is not a plain file name',
    instead: 'letters, digits, _ - and . without a folder, such as "avatar.png"',
  },
  {
    fault: 'an image in a column without strings',
    declare: fieldOf('age', { image: true }),
    member: 'age',
    wrong: 'the column of an image contains its path, but age is int',
    instead: `@Column('varchar') in the entity`,
  },
  {
    fault: 'a matchable field named like a query parameter',
    declare: fieldOf('page', { property: 'age', matchable: 'number' }),
    member: 'page',
    wrong: `the name "page" is reserved, so no field can be matched by it; reserved are ${reservedParameters.join(', ')}`,
    instead: `another name, with property: 'age'`,
  },
  {
    fault: 'a match that the column cannot be compared with',
    declare: fieldOf('age', { matchable: 'datetime' }),
    member: 'age',
    wrong: 'the column is integer, which is not matched as datetime',
    instead: `matchable: 'number' or matchable: 'between'`,
  },
];

describe('A fault of a field', () => {
  it.each(cases)(
    'is reported with what to write instead: $fault',
    async ({ declare, member, wrong, instead }) => {
      const { faults, resources } = await findingsOf({ declare });
      expect(faults).toEqual([{ resource: 'X', member, wrong, instead }]);
      expect(resources).toBeNull();
    },
  );

  it.each([
    ['a field named like a parameter, that is not matchable', fieldOf('page', { property: 'age' })],
    ['a payload without rules', payload({})],
    ['a parent of a nested payload field', payload({ 'a.b': ['string'], c: ['required_with:a'] })],
    [
      'a file name with a dot',
      fieldOf('portrait_path', { image: true, storeAs: 'my face.v2.png' }),
    ],
    [
      'a file name from a function',
      fieldOf('portrait_path', { image: true, storeAs: () => '../x' }),
    ],
    [
      'a sibling that is an input',
      () =>
        define('X', Author, {
          name: Field({ rules: ['same:repeated'] as never }),
          repeated: Input(),
        }),
    ],
    [
      'a rule that looks in the entity of a resource',
      fieldOf('age', { rules: [unique(() => Book, 'title'), 'exists:books,id'] }),
    ],
    ['a list of values after a sibling', fieldOf('age', { rules: ['required_if:name,ann,bob'] })],
  ])('is not reported for %s', async (_what, declare) => {
    expect((await findingsOf({ declare })).faults).toEqual([]);
  });
});
