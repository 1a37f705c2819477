import { BelongsTo, Field, Filter } from '../../../src/definition/index.js';
import { compileResources } from '../../../src/registry/compile-resources.js';
import type { SchemaFacts } from '../../../src/registry/resources/schema-facts.js';
import { makeInstance, MetadataSource } from './library/compile.js';
import { agreeingFacts } from './library/agreeing-facts.js';
import { define } from './library/define.js';
import { Author, Book, entities } from './library/entities.js';
import { findingsOf, type FaultCase } from './library/fault-case.js';

const fieldOf = (name: string, options: object) => () =>
  define('X', Author, { [name]: Field(options as never) });

/** A filter class of this name. */
function filterOf(
  name: string,
  options: object | null = {},
  members: object = { condition() {} },
): new () => object {
  const filter = { [name]: class {} }[name]!;
  Object.assign(filter.prototype, members);
  if (options) Filter(options as never)(filter as never);
  return filter;
}
const withFilters =
  (...filters: readonly (new () => object)[]) =>
  () =>
    define('X', Author, {}, { filters });
/** A book whose author's resource has fields of several types. */
const writtenBy = (options: object) => () => {
  const Y = define('Y', Author, { age: Field(), settings: Field(), name: Field() });
  return [define('X', Book, { author: BelongsTo(() => Y, options) }), Y];
};
const Unfound = filterOf('Unfound');

const cases: readonly FaultCase[] = [
  ...(['searchable', 'sortable'] as const).map((option) => ({
    fault: `a field that is ${option} and never returned (@contract C5.9)`,
    declare: fieldOf('password', { writeOnly: true, [option]: true }),
    member: 'password',
    wrong: `the field is ${option}, but no response contains it`,
    instead: `the field without ${option}, or without writeOnly`,
  })),
  {
    fault: 'a field that is matchable and never returned (@contract C5.9)',
    declare: fieldOf('password', { writeOnly: true, matchable: 'text' }),
    member: 'password',
    wrong: 'the field is matchable, but no response contains it',
    instead: 'the field without matchable, or without writeOnly',
  },
  {
    fault: 'a search in a number',
    declare: fieldOf('age', { searchable: true }),
    member: 'age',
    wrong: 'only text can be searched, but the column is integer',
    instead: 'the field without searchable',
  },
  {
    fault: 'an order of JSON',
    declare: fieldOf('settings', { sortable: true }),
    member: 'settings',
    wrong: 'the column is json, which has no order',
    instead: 'the field without sortable',
  },
  {
    fault: 'a search in a number of a related record',
    declare: writtenBy({ searchable: ['age'] }),
    member: 'author',
    wrong: 'searchable names "age", but only text can be searched, and age is integer',
    instead: 'a column of text',
  },
  {
    fault: 'an order of JSON in a related record',
    declare: writtenBy({ sortable: ['settings'] }),
    member: 'author',
    wrong: 'sortable names "settings", but settings is json, which has no order',
    instead: '"settings->key", or another column',
  },
  {
    fault: 'a path with a step that is not a plain name',
    declare: writtenBy({ sortable: [`settings->a'b`] }),
    member: 'author',
    wrong: `sortable names "settings->a'b", whose steps are not all plain names`,
    instead: 'names of letters, digits, _ and -',
  },
  {
    fault: 'a filter without its decorator',
    declare: withFilters(filterOf('Young', null)),
    member: 'Young',
    wrong: 'the filter is listed without its decorator',
    instead: '@Filter({ ... }) above the class',
  },
  {
    fault: 'a filter that returns no condition',
    declare: withFilters(filterOf('Young', {}, {})),
    member: 'Young',
    wrong: 'the filter has no method "condition"',
    instead: 'condition(request, value)',
  },
  {
    fault: 'two filters with one key',
    declare: withFilters(filterOf('Young'), filterOf('Old', { key: 'young' })),
    member: 'Old',
    wrong: 'the key "young" is already used by Young',
    instead: 'another key',
  },
  {
    fault: 'a misspelt rule of a value',
    declare: withFilters(filterOf('Young', { value: ['integr'] })),
    member: 'Young',
    wrong: 'value: there is no rule "integr"',
    instead: '"integer"',
  },
  {
    fault: 'a rule that names a missing member',
    declare: withFilters(
      filterOf('Young', { rules: { from: ['required_with:too'], to: ['date'] } }),
    ),
    member: 'Young',
    wrong: 'from: the rule "required_with:too" names "too", which is not a field',
    instead: '"to"',
  },
  {
    fault: 'a filter that cannot be injected',
    declare: withFilters(Unfound),
    missing: [Unfound],
    member: 'Unfound',
    wrong: 'Unfound cannot be injected',
    instead: 'Unfound among the providers of the module that registers X',
  },
];

describe('A fault in the queries of an index', () => {
  it.each(cases)(
    'is reported with what to write instead: $fault',
    async ({ declare, missing, member, wrong, instead }) => {
      const { faults, resources } = await findingsOf({ declare, ...(missing && { missing }) });
      expect(faults).toEqual([{ resource: 'X', member, wrong, instead }]);
      expect(resources).toBeNull();
    },
  );

  it('is not reported for a valid filter', async () => {
    const { faults } = await findingsOf({
      declare: withFilters(filterOf('Young', { value: ['integer'] })),
    });
    expect(faults).toEqual([]);
  });
});

describe('A warning of a missing index', () => {
  /** A database in which these columns are indexed. */
  const indexed = (...columns: readonly string[]): SchemaFacts => ({
    ...agreeingFacts,
    findTable: (table) => ({
      ...agreeingFacts.findTable(table)!,
      isView: false,
      columns: null,
      isIndexed: ([first]) => columns.includes(first!.name),
      proposeIndex: ([first]) => ({ statements: [`create index on ${first!.name}`] }),
    }),
  });
  const warningsOf = async (members: Parameters<typeof define>[2], facts: SchemaFacts | null) => {
    const source = await MetadataSource.of(entities);
    const { report } = compileResources(
      [define('X', Author, members)],
      source,
      makeInstance,
      facts,
    );
    return report.warnings.filter(({ wrong }) => wrong.includes('index'));
  };
  const members = {
    id: Field({ sortable: true }),
    name: Field({ sortable: true, searchable: true }),
    age: Field({ matchable: 'number' }),
    settings: Field(),
  } as never;

  it('is reported for each column that is sorted or matched by without one', async () => {
    expect(await warningsOf(members, indexed('name'))).toEqual([
      expect.objectContaining({
        member: 'age',
        wrong: 'it is matchable, but no index of authors serves it',
        step: 'run create index on age in a migration',
      }),
    ]);
    expect((await warningsOf(members, indexed('age'))).map(({ member }) => member)).toEqual([
      'name',
    ]);
  });

  it('is not reported for a relation, whose missing indexes the check lists', async () => {
    const source = await MetadataSource.of(entities);
    const definitions = writtenBy({ sortable: ['name', 'settings->theme'] })();
    const { report, missingIndexes } = compileResources(
      definitions,
      source,
      makeInstance,
      indexed(),
    );
    expect(report.warnings.filter(({ wrong }) => wrong.includes('index'))).toEqual([]);
    expect(missingIndexes).toEqual([
      expect.objectContaining({
        table: 'authors',
        columns: ['name'],
        proposal: { reason: expect.stringContaining('joins the related rows first') },
      }),
      expect.objectContaining({
        table: 'books',
        columns: ['authorId'],
        proposal: { statements: ['create index on authorId'] },
      }),
    ]);
  });

  it('is not reported if all have one, nor for the key, nor if the database was not read', async () => {
    expect(await warningsOf(members, indexed('name', 'age'))).toEqual([]);
    expect(await warningsOf(members, null)).toEqual([]);
  });
});
