import {
  BelongsTo,
  BelongsToMany,
  Callable,
  Field,
  Forwarding,
  HasMany,
  HasOne,
  MorphMany,
  MorphOne,
  MorphToMany,
} from '../../../src/definition/index.js';
import { define } from './library/define.js';
import {
  Author,
  AuthorAward,
  Book,
  Ghost,
  Label,
  Labelling,
  Locker,
  Mentorship,
  Publisher,
  Stamp,
} from './library/entities.js';
import { compile } from './library/compile.js';
import { findingsOf, type FaultCase } from './library/fault-case.js';
import {
  AuthorResource,
  AwardResource,
  BookResource,
  LabelResource,
  NoteResource,
  PassportResource,
  PictureResource,
  PublisherResource,
} from './library/resources.js';

const relationOf =
  (key: string, decorator: object, entity: new () => object = Author) =>
  () =>
    define('X', entity, { [key]: decorator as never });
const options = (given: object) => given as never;
const Elsewhere = define('Elsewhere', Book, {}, { uriKey: 'elsewhere' });
const Secretive = define(
  'Secretive',
  Publisher,
  { name: Field({ writeOnly: true }) },
  { uriKey: 'secrets' },
);
const Lockers = define('Lockers', Locker);
const Stamps = define('Stamps', Stamp);

const cases: readonly FaultCase[] = [
  {
    fault: 'an unknown relationship',
    declare: relationOf(
      'publishr',
      BelongsTo(() => PublisherResource),
    ),
    member: 'publishr',
    wrong: 'the entity has no relationship "publishr"',
    instead: '"publisher"',
  },
  {
    fault: 'an unknown relationship of the long form',
    declare: relationOf(
      'works',
      HasMany(() => BookResource, { relationship: 'boks' }),
    ),
    member: 'works',
    wrong: 'the entity has no relationship "boks"',
    instead: '"books"',
  },
  {
    fault: 'an unknown relationship of the short form',
    declare: relationOf('passprt', HasOne()),
    member: 'passprt',
    wrong: 'the entity has no relationship "passprt"',
    instead: '"passport"',
  },
  {
    fault: 'sortable that is not a list (@contract C5.9)',
    declare: relationOf('publisher', BelongsTo({ sortable: 'name' } as never)),
    member: 'publisher',
    wrong: 'sortable is not a list',
    instead: "sortable: ['name'], a list of field names",
  },
  {
    fault: 'an option of a form that cannot be read',
    declare: relationOf(
      'awards',
      BelongsToMany(() => AwardResource, { through: () => AuthorAward, withPivot: 7 } as never),
    ),
    member: '',
    wrong: expect.stringMatching(/^the definition cannot be read: .*not iterable/) as string,
    step: 'correct the form of its options',
  },
  {
    fault: 'a resource that is not registered',
    declare: relationOf(
      'books',
      HasMany(() => Elsewhere as never),
    ),
    member: 'books',
    wrong: 'x.books leads to Elsewhere, which no module registers',
    step: 'add it to `resources` of a @ResourceModule',
  },
  {
    fault: 'a guess that fails, while another resource serializes the entity',
    declare: relationOf('mentors', BelongsToMany()),
    member: 'mentors',
    wrong: 'no resource has the key "mentors"',
    instead: '@BelongsToMany(() => X), whose key is "x"',
  },
  {
    fault: 'a guess that fails, with a similar key',
    declare: relationOf('boks', MorphMany()),
    member: 'boks',
    wrong: 'no resource has the key "boks"',
    instead: '@MorphMany(() => BookResource), whose key is "books"',
  },
  {
    fault: 'a guess that fails, without a similar key',
    declare: relationOf('reminders', MorphMany()),
    member: 'reminders',
    wrong: 'no resource has the key "reminders"',
    instead: '@MorphMany(() => TheResource), the resource of the entity',
  },
  {
    fault: 'HasOne over a many-to-one',
    declare: relationOf(
      'publisher',
      HasOne(() => PublisherResource),
    ),
    member: 'publisher',
    wrong: '"publisher" is many-to-one on the entity, not HasOne',
    instead: '@BelongsTo',
  },
  {
    fault: 'BelongsTo over the other side of a one-to-one',
    declare: relationOf(
      'passport',
      BelongsTo(() => PassportResource),
    ),
    member: 'passport',
    wrong: '"passport" is one-to-one on the entity, not BelongsTo',
    instead: '@HasOne',
  },
  {
    fault: 'BelongsToMany over a one-to-many',
    declare: relationOf(
      'books',
      BelongsToMany(() => BookResource),
    ),
    member: 'books',
    wrong: '"books" is one-to-many on the entity, not BelongsToMany',
    instead: '@HasMany',
  },
  {
    fault: 'HasMany over a many-to-many',
    declare: relationOf(
      'awards',
      HasMany(() => AwardResource),
    ),
    member: 'awards',
    wrong: '"awards" is many-to-many on the entity, not HasMany',
    instead: '@BelongsToMany',
  },
  {
    fault: 'a relationship to another entity',
    declare: relationOf(
      'books',
      HasMany(() => AwardResource, { relationship: 'books' } as never),
    ),
    member: 'books',
    wrong: '"books" leads to Book, which AwardResource does not serve',
    instead: 'a resource of Book',
  },
  {
    fault: 'through the wrong entity',
    declare: relationOf(
      'awards',
      BelongsToMany(() => AwardResource, { through: () => Labelling }),
    ),
    member: 'awards',
    wrong: '"through" is the table labellings, the join table of "awards" is author_award',
    instead: 'the entity of author_award',
  },
  {
    fault: 'through an entity that TypeORM does not know',
    declare: relationOf(
      'awards',
      BelongsToMany(() => AwardResource, { through: () => Ghost }),
    ),
    member: 'awards',
    wrong: 'TypeORM does not know the entity Ghost',
    instead: 'Ghost, with @Entity(), among the entities of its module',
  },
  {
    fault: 'a morph over a table without its columns',
    declare: relationOf(
      'picture',
      MorphOne(() => PassportResource as never),
    ),
    member: 'picture',
    wrong: 'passports has 0 morphs, and the relation does not name one',
    instead: 'columns <name>_type and <name>_id on passports',
  },
  {
    fault: 'a misspelt morph',
    declare: relationOf(
      'notes',
      MorphMany(() => NoteResource, { morph: 'notabl' }),
    ),
    member: 'notes',
    wrong: 'notes has no columns notabl_type and notabl_id',
    instead: `morph: 'notable'`,
  },
  {
    fault: 'MorphToMany without its pivot',
    declare: relationOf(
      'labels',
      MorphToMany(() => LabelResource),
    ),
    member: 'labels',
    wrong: 'the relation does not name the entity of its pivot table',
    instead: 'through: () => Pivot',
  },
  {
    fault: 'MorphToMany through an entity that TypeORM does not know',
    declare: relationOf(
      'labels',
      MorphToMany(() => LabelResource, { through: () => Ghost }),
    ),
    member: 'labels',
    wrong: 'TypeORM does not know the entity Ghost',
    instead: 'Ghost, with @Entity(), among the entities of its module',
  },
  {
    fault: 'MorphToMany through a pivot of others',
    declare: relationOf(
      'notes',
      MorphToMany(() => NoteResource, { through: () => Labelling }),
      Book,
    ),
    member: 'notes',
    wrong: 'labellings contains the key of neither side',
    instead: 'a column note_id or x_id',
  },
  {
    fault: 'a key column that cannot hold the key',
    declare: relationOf(
      'notes',
      MorphMany(() => NoteResource),
      Label,
    ),
    member: 'notes',
    wrong: 'the column notable_id is int, but the key in it is varchar',
    instead: 'notable_id of type varchar, or text',
  },
  {
    fault: 'a type column that cannot hold the key of a resource',
    declare: () => [Stamps, define('X', Author, { stamps: MorphMany(() => Stamps as never) })],
    member: 'stamps',
    wrong: 'the column stamped_type names a resource, and is int',
    instead: 'stamped_type of type varchar',
  },
  {
    fault: 'a many-to-many without a join table',
    declare: relationOf(
      'owners',
      BelongsToMany(() => AuthorResource),
      Stamp,
    ),
    member: 'owners',
    wrong: 'neither side of "owners" has a join table',
    instead: '@JoinTable() on one of them',
  },
  {
    fault: 'a pivot entity without one of the keys',
    declare: relationOf(
      'mentors',
      BelongsToMany(() => AuthorResource, { through: () => Mentorship }),
    ),
    member: 'mentors',
    wrong: 'the entity of mentors has no column mentor_id',
    instead: '@PrimaryColumn() mentor_id in that entity',
  },
  {
    fault: 'searching a column that is not a field',
    declare: relationOf(
      'publisher',
      BelongsTo(() => PublisherResource, options({ searchable: ['nme'] })),
    ),
    member: 'publisher',
    wrong: 'searchable names "nme", which is not a field of PublisherResource',
    instead: '"name"',
  },
  {
    fault: 'sorting by a path into a column without json',
    declare: relationOf(
      'publisher',
      BelongsTo(() => PublisherResource, options({ sortable: ['name->first'] })),
    ),
    member: 'publisher',
    wrong: 'sortable names "name->first", but name is not a json column',
    instead: '"name"',
  },
  {
    fault: 'searching by a path',
    declare: relationOf(
      'author',
      BelongsTo(() => AuthorResource, options({ searchable: ['settings->theme'] })),
      Book,
    ),
    member: 'author',
    wrong: 'searchable names "settings->theme", but only sorting accepts a path',
    instead: '"settings"',
  },
  {
    fault: 'a path with an empty step',
    declare: relationOf(
      'author',
      BelongsTo(() => AuthorResource, options({ sortable: ['settings->'] })),
      Book,
    ),
    member: 'author',
    wrong: 'sortable names "settings->", which contains an empty step',
    instead: '"settings->key"',
  },
  {
    fault: 'searching a field that is never returned (@contract C5.9)',
    declare: relationOf(
      'author',
      BelongsTo(() => AuthorResource, options({ searchable: ['password'] })),
      Book,
    ),
    member: 'author',
    wrong: 'searchable names "password", which AuthorResource never returns',
    instead: 'one of name, portrait_path, settings, years, retired, joined_at',
  },
  {
    fault: 'columns that are not fields',
    declare: relationOf(
      'books',
      HasMany(() => BookResource, options({ columns: ['id', 'titel'] })),
    ),
    member: 'books',
    wrong: 'columns names "titel", which is not a field of BookResource',
    instead: '"title"',
  },
  {
    fault: 'a field although the related resource shows none',
    declare: () => [
      Secretive,
      define('X', Author, {
        publisher: BelongsTo(() => Secretive as never, options({ sortable: ['name'] })),
      }),
    ],
    member: 'publisher',
    wrong: 'sortable names "name", which Secretive never returns',
    instead: 'nothing, since no name is declared',
  },
  {
    fault: 'an unknown pivot column',
    declare: relationOf(
      'awards',
      BelongsToMany(
        () => AwardResource,
        options({ through: () => AuthorAward, withPivot: ['grantd_by'] }),
      ),
    ),
    member: 'awards',
    wrong: 'withPivot names "grantd_by", which is not a column of author_award',
    instead: '"granted_by"',
  },
  {
    fault: 'messages of a pivot column that is not declared',
    declare: relationOf(
      'awards',
      BelongsToMany(
        () => AwardResource,
        options({
          through: () => AuthorAward,
          withPivot: ['granted_by'],
          messages: { granted: { required: 'Who granted it?' } },
        }),
      ),
    ),
    member: 'awards',
    wrong: 'messages names "granted", which is not a pivot field of the relation',
    instead: '"granted_by"',
  },
  {
    fault: 'a pivot column without the entity of the pivot',
    declare: relationOf(
      'awards',
      BelongsToMany(() => AwardResource, options({ withPivot: ['granted_by'] })),
    ),
    member: 'awards',
    wrong: 'withPivot names "granted_by", which is not a column of author_award',
    instead: 'through: () => Pivot, the entity of the table, with that column',
  },
  ...(['withPivot', 'unique', 'canAttach', 'attachCallback'] as const).map((option) => ({
    fault: `${option} on a HasMany`,
    declare: relationOf(
      'books',
      HasMany(() => BookResource, options({ [option]: [] })),
    ),
    member: 'books',
    wrong: `HasMany has no option "${option}"`,
    instead: `one of relationship, canEnableRelationship, canSee, only, deprecated, columns; ${option} is for BelongsToMany, MorphToMany`,
  })),
  {
    fault: 'a misspelt option',
    declare: relationOf(
      'publisher',
      BelongsTo(() => PublisherResource, options({ serchable: ['name'] })),
    ),
    member: 'publisher',
    wrong: 'BelongsTo has no option "serchable"',
    instead: '"searchable"',
  },
  ...(['actions', 'filters', 'attach', 'sync', 'detach', 'bulk'] as const).map((key) => ({
    fault: `the reserved key ${key} (@contract C1.2)`,
    declare: relationOf(
      key,
      HasMany(() => BookResource, { relationship: 'books' }),
    ),
    member: key,
    wrong: `the key "${key}" is reserved; reserved are actions, filters, attach, sync, detach, bulk`,
    instead: `another key, such as "x_${key}", with relationship: 'books'`,
  })),
  {
    fault: 'forwarding to nothing',
    declare: relationOf('whatever_else', Forwarding()),
    member: 'whatever_else',
    wrong:
      'the entity has no column, getter or relationship "whatever_else" (a plain property cannot be seen)',
    instead: 'a getter "whatever_else" in the entity, or @Callable()',
  },
  {
    fault: 'forwarding to a relationship whose entity several resources serialize',
    declare: relationOf('mentors', Forwarding()),
    member: 'mentors',
    wrong: 'X and AuthorResource serialize Author',
    instead: '@BelongsToMany(() => TheResource), with one of them',
  },
  {
    fault: 'forwarding to a misspelt getter',
    declare: relationOf('signatur', Forwarding()),
    member: 'signatur',
    wrong:
      'the entity has no column, getter or relationship "signatur" (a plain property cannot be seen)',
    instead: '"signature"',
  },
  {
    fault: 'an attribute that needs a member that is not a column',
    declare: relationOf('signature', Forwarding({ needs: ['nme'] as never[] })),
    member: 'signature',
    wrong: 'needs names "nme", which is not a column of the entity',
    instead: '"name"',
  },
  {
    fault: 'a callable that needs a member that is not a column',
    declare: () => {
      const X = define('X', Author, { initials: Callable({ needs: ['joined_at'] }) });
      Object.assign(X.prototype as object, { initials: () => null });
      return X;
    },
    member: 'initials',
    wrong: 'needs names "joined_at", which is not a column of the entity',
    instead: '"joinedAt"',
  },
  {
    fault: 'a callable that is not a method',
    declare: relationOf('initials', Callable()),
    member: 'initials',
    wrong: 'the callable is not a method',
    instead: '@Callable() initials(request, record) { ... }',
  },
  {
    fault: 'a callable that is a getter',
    declare: () => {
      const X = define('X', Author, { initials: Callable() });
      const get = () => {
        throw new Error('It is not read.');
      };
      Object.defineProperty(X.prototype, 'initials', { get });
      return X;
    },
    member: 'initials',
    wrong: 'the callable is not a method',
    instead: '@Callable() initials(request, record) { ... }',
  },
  {
    fault: 'an injected callable without its method',
    declare: relationOf('initials', Callable(class Silent {} as never)),
    member: 'initials',
    wrong: 'Silent has no "invoke"',
    instead: 'invoke(request, records)',
  },
  ...[
    ['returns nothing', () => undefined],
    ['is a class', PublisherResource],
    [
      'fails',
      () => {
        throw new ReferenceError('A circle of imports.');
      },
    ],
  ].map(([what, target]) => ({
    fault: `a target that ${what as string}`,
    declare: relationOf('publisher', BelongsTo(target as never) as never),
    member: 'publisher',
    wrong: 'the relation does not name a class',
    instead: '@BelongsTo(() => TheResource), a function that returns it',
  })),
  {
    fault: 'an undefined pivot',
    declare: relationOf(
      'awards',
      BelongsToMany(() => AwardResource, { through: (() => undefined) as never }),
    ),
    member: 'awards',
    wrong: '"through" does not name a class',
    instead: 'through: () => Pivot, the entity of the table',
  },
];

describe('A warning about a relation', () => {
  it('is reported for a HasOne without a unique index, and does not stop the start (@contract C5.5)', async () => {
    const declare = () => [
      Lockers,
      define('X', Author, { locker: HasOne(() => Lockers as never) }),
    ];
    const { warnings, faults } = await findingsOf({ declare });
    expect(warnings.filter(({ member }) => member === 'locker')).toEqual([
      {
        resource: 'X',
        member: 'locker',
        severity: 'warning',
        wrong:
          'no unique index keeps several Locker records from having the same author_id, ' +
          'so only the one with the highest key is shown and sorted by',
        instead: '@Index(["author_id"], { unique: true }) on Locker, or @HasMany',
      },
    ]);
    expect(faults).toEqual([]);
  });
});

describe('A fault of a relation', () => {
  it.each(cases)(
    'is reported with what to write instead: $fault',
    async ({ declare, fault: _fault, missing: _missing, ...expected }) => {
      const { faults, resources } = await findingsOf({ declare });
      expect(faults).toEqual([{ resource: 'X', ...expected }]);
      expect(resources).toBeNull();
    },
  );

  it('is reported if no resource serializes the target of a forwarded relationship', async () => {
    const { report } = await compile([define('X', Author, { passport: Forwarding() })]);
    const wrong = 'no resource serializes Passport';
    const instead = 'PassportResource in the resources of a module, or @Callable()';
    expect(report.faults).toEqual([{ resource: 'X', member: 'passport', wrong, instead }]);
  });

  it('is not reported for forwarding to a relationship whose entity one resource serializes under another key', async () => {
    const { report, resources } = await compile([
      define('X', Publisher, { owner: Forwarding() }, { uriKey: 'presses' }),
    ]);
    expect(report.faults).toEqual([]);
    expect(resources?.[0]?.relations.get('owner')).toMatchObject({
      kind: 'BelongsTo',
      resource: { key: 'presses' },
    });
  });

  it.each([
    ['forwarding to a column', relationOf('joined_at', Forwarding())],
    [
      'a path into json',
      relationOf(
        'author',
        BelongsTo(() => AuthorResource, { sortable: ['settings->theme'] }),
        Book,
      ),
    ],
    [
      'a search callback',
      relationOf(
        'author',
        BelongsTo(() => AuthorResource, options({ searchable: () => ({}) })),
        Book,
      ),
    ],
    [
      'a morph with one pair of columns, unnamed',
      relationOf(
        'picture',
        MorphOne(() => PictureResource),
      ),
    ],
  ])('is not reported for %s', async (_what, declare) => {
    expect((await findingsOf({ declare })).faults).toEqual([]);
  });

  it('is reported once if the fault of the target is the cause', async () => {
    const Ghosts = define('Ghosts', Ghost);
    const declare = () => [Ghosts, define('X', Author, { books: HasMany(() => Ghosts as never) })];
    const { faults } = await findingsOf({ declare });
    expect(faults.map(({ resource, wrong }) => [resource, wrong])).toEqual([
      ['Ghosts', 'TypeORM does not know the entity Ghost'],
    ]);
  });
});
