import { Resource, ResourceOf, type ResourceClass } from '../../../src/definition/index.js';
import { define } from './library/define.js';
import { Author, Book, Locker, Publisher } from './library/entities.js';
import { findingsOf, type FaultCase } from './library/fault-case.js';

/** A resource with a list that the compiler would refuse, as in JavaScript. */
function listed(entity: new () => object, members: object, name = 'X'): () => ResourceClass {
  return () => {
    const definition = { [name]: class extends ResourceOf(entity, members as never) {} }[name]!;
    Resource({ uriKey: name.toLowerCase() })(definition as never);
    return definition;
  };
}

const cases: readonly FaultCase[] = [
  {
    fault: 'a field that is not there',
    declare: listed(Book, { fields: ['titel'] }),
    member: 'titel',
    wrong: 'the entity has no column "titel"',
    instead: '"title"',
  },
  {
    fault: 'a renamed field',
    declare: listed(Book, { fields: ['published_at'] }),
    member: 'published_at',
    wrong: 'the list of ResourceOf cannot rename "publishedAt" to "published_at"',
    instead: '@Field() published_at',
  },
  {
    fault: 'a relationship among the fields',
    declare: listed(Author, { fields: ['publisher'] }),
    member: 'publisher',
    wrong: '"publisher" is a relationship of the entity, not a column',
    instead: '"publisher" in the relations of ResourceOf',
  },
  {
    fault: 'a column among the relations',
    declare: listed(Author, { relations: ['name'] }),
    member: 'name',
    wrong: '"name" is a column of the entity, not a relationship',
    instead: '"name" in the fields of ResourceOf',
  },
  {
    fault: 'a relation that is not there',
    declare: listed(Author, { relations: ['publishr'] }),
    member: 'publishr',
    wrong: 'TypeORM knows no relationship "publishr" of the entity',
    instead: '"publisher", or the decorator of the relation if it is a morph',
  },
  {
    fault: 'a morph',
    declare: listed(Book, { relations: ['notes'] }),
    member: 'notes',
    wrong: 'TypeORM knows no relationship "notes" of the entity',
    instead: 'one of author, or the decorator of the relation if it is a morph',
  },
  {
    fault: 'a name in both lists',
    declare: listed(Author, { fields: ['publisher'], relations: ['publisher'] }),
    member: 'publisher',
    wrong: 'the member is in both "fields" and "relations"',
    instead: 'one of them',
  },
  {
    fault: 'a sortable field that is not listed',
    declare: listed(Author, { fields: ['name'], sortable: ['age'] }),
    member: 'age',
    wrong: 'the member is in "sortable" of ResourceOf, but not in "fields"',
    instead: '"age" in both',
  },
  {
    fault: 'an unknown option',
    declare: listed(Author, { field: ['name'] }),
    member: '',
    wrong: 'ResourceOf has no option "field"',
    instead: '"fields"',
  },
  {
    fault: 'a match of a column without a match type',
    declare: listed(Author, { fields: ['settings'], matchable: ['settings'] }),
    member: 'settings',
    wrong: 'the column is json, which cannot be matched',
    instead: 'the field without matchable',
  },
];

describe('A fault of a list', () => {
  it.each(cases)(
    'is reported with what to write instead: $fault',
    async ({ declare, member, wrong, instead }) => {
      const { faults, resources } = await findingsOf({ declare });
      expect(faults).toEqual([{ resource: 'X', member, wrong, instead }]);
      expect(resources).toBeNull();
    },
  );

  it('names the resources of an entity that has several', async () => {
    const declare = () => [
      listed(Author, { relations: ['publisher'] })(),
      listed(Publisher, {}, 'Y')(),
    ];
    const { faults } = await findingsOf({ declare });
    expect(faults).toEqual([
      {
        resource: 'X',
        member: 'publisher',
        wrong: 'Y and PublisherResource serialize Publisher',
        instead: '@BelongsTo(() => TheResource), with one of them',
      },
    ]);
  });

  it('is that no module registers the resource of a related entity', async () => {
    define('Lockers', Locker);
    const declare = listed(Author, { relations: ['locker'] });
    const { faults } = await findingsOf({ declare });
    expect(faults).toEqual([
      expect.objectContaining({
        member: 'locker',
        wrong: 'no resource serializes Locker',
        instead:
          'Lockers in the resources of a module, or the relations of ResourceOf without "locker"',
      }),
    ]);
  });
});
