import { BelongsTo, Field } from '../../../src/definition/index.js';
import { describeReport } from '../../../src/registry/describe-report.js';
import { ReadingPolicy } from '../../support/open-policy.js';
import { compile } from './library/compile.js';
import { define } from './library/define.js';
import { Author, Book, Ghost, Passport } from './library/entities.js';
import { library } from './library/resources.js';

const faulty = () => [
  define(
    'First',
    Author,
    { nme: Field(), age: Field({ rules: ['requird'] as never }) },
    { policy: ReadingPolicy },
  ),
  define('Second', Book, { autor: BelongsTo() }, { perPage: 0, policy: ReadingPolicy }),
  define('Third', Ghost, {}, { uriKey: 'first', policy: ReadingPolicy }),
];

describe('One report', () => {
  it('has one line per fault: where, what is wrong, what to write', async () => {
    const { report } = await compile(faulty());
    expect(describeReport(report)).toBe(
      [
        'The definitions have 6 faults:',
        '  Third: TypeORM does not know the entity Ghost: write Ghost, with @Entity(), among the entities of the module that registers Third.',
        '  Third: the key "first" is already used by First: write another uriKey.',
        '  Second: perPage is 0: write perPage: a whole number from 1 to 100.',
        '  First.nme: the entity has no column "nme": write "name".',
        '  First.age: there is no rule "requird": write "required".',
        '  Second.autor: the entity has no relationship "autor": write "author".',
      ].join('\n'),
    );
  });

  it('confirms that there is no fault, and contains the warnings', async () => {
    const { report } = await compile([...library, define('Open', Passport)]);
    expect(describeReport(report)).toBe(
      [
        'The definitions have no faults.',
        'The definitions have 1 warning:',
        '  Open: the resource has no policy, so every request is refused: write policy: ThePolicy.',
      ].join('\n'),
    );
    expect(describeReport((await compile(library)).report)).toBe('The definitions have no faults.');
  });
});
