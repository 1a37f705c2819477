import {
  Action,
  BelongsTo,
  BelongsToMany,
  Callable,
  everything,
  Field,
  HasMany,
  MorphMany,
  MorphToMany,
  nothing,
  Resource,
  ResourceOf,
  type ResourceClass,
} from '../../../src/definition/index.js';
import { reservedResourceKeys } from '../../../src/registry/resources/reserved-names.js';
import { ReadingPolicy } from '../../support/open-policy.js';
import { compile } from './library/compile.js';
import { define, undecorated } from './library/define.js';
import {
  Author,
  AuthorAward,
  Book,
  Ghost,
  Label,
  Labelling,
  LogEntry,
  Note,
  Passport,
  Pinning,
  Shelf,
} from './library/entities.js';
import { findingsOf, type FaultCase } from './library/fault-case.js';
import {
  AwardResource,
  BookCount,
  BookResource,
  LabelResource,
  LogResource,
  RetireAuthors,
} from './library/resources.js';

const withOptions = (options: object) => () => define('X', Author, {}, options);
const awards = BelongsToMany(() => AwardResource, { through: () => AuthorAward }) as never;
const books = HasMany(() => BookResource) as never;

/** A policy class with these members. */
function policyOf(members: object): new () => object {
  class XPolicy {}
  Object.assign(XPolicy.prototype, members);
  return XPolicy;
}
const withPolicy = (members: object) => () =>
  define('X', Author, { awards, books }, { policy: policyOf({ scope: everything, ...members }) });
const allows = () => true;

/** A class of hooks with these members. */
function hooksOf(members: object): new () => object {
  class XHooks {}
  Object.assign(XHooks.prototype, members);
  return XHooks;
}

/** A resource with operations of its own, and a policy with these methods. */
const withOperations = (members: object, policy: object = { index: allows, store: allows }) => {
  class XOperations {}
  Object.assign(XOperations.prototype, members);
  const declared = policyOf({ scope: everything, ...policy });
  return () => define('X', Author, {}, { policy: declared, operations: XOperations });
};

/** An action class of this name. */
function actionOf(
  name: string,
  options: object | null = {},
  members: object = { handle() {} },
): new () => object {
  const action = { [name]: class {} }[name]!;
  Object.assign(action.prototype, members);
  if (options) Action(options as never)(action as never);
  return action;
}
const withActions =
  (actions: readonly (new () => object)[], options: object = {}) =>
  () =>
    define('X', Author, {}, { ...options, actions });

/** `handle` is a function in a property. */
class Held {
  handle = () => ({});
}
Action({})(Held);

const cases: readonly FaultCase[] = [
  {
    fault: 'a title field that is not an attribute (@contract C17.1)',
    declare: () => define('X', Author, { name: Field() }, { titleField: 'nome' }),
    member: '',
    wrong: 'titleField names "nome", which is not an attribute of the resource',
    instead: '"name"',
  },
  {
    fault: 'a class without @Resource',
    declare: () => undecorated('X', Author, { name: Field() }),
    member: '',
    wrong: 'the class is registered without its decorator',
    instead: '@Resource({ ... }) above the class',
  },
  {
    fault: 'an entity that TypeORM does not know',
    declare: () => define('X', Ghost, { name: Field() }),
    member: '',
    wrong: 'TypeORM does not know the entity Ghost',
    instead: 'Ghost, with @Entity(), among the entities of the module that registers X',
  },
  {
    fault: 'an entity with two keys',
    declare: () => define('X', Shelf),
    member: '',
    wrong: 'Shelf has 2 key columns (aisle, row)',
    instead: 'an entity with exactly one @PrimaryColumn or @PrimaryGeneratedColumn',
  },
  {
    fault: 'a key that is taken (@contract C1.2)',
    declare: () => [
      define('Earlier', Passport, {}, { uriKey: 'taken' }),
      withOptions({ uriKey: 'taken' })(),
    ],
    member: '',
    wrong: 'the key "taken" is already used by Earlier',
    instead: 'another uriKey',
  },
  ...reservedResourceKeys.map((uriKey) => ({
    fault: `the reserved key ${uriKey} (@contract C1.2)`,
    declare: withOptions({ uriKey }),
    member: '',
    wrong: `the key "${uriKey}" is reserved; reserved are ${reservedResourceKeys.join(', ')}`,
    instead: `another uriKey, such as "own_${uriKey}"`,
  })),
  {
    fault: 'a key that a URL would encode',
    declare: withOptions({ uriKey: 'my authors' }),
    member: '',
    wrong: 'the key "my authors" cannot be part of a URL',
    instead: 'a uriKey of letters, digits, _ and -',
  },
  ...['perPage', 'defaultRelatablePerPage'].flatMap((option) =>
    [0, 101, 1.5].map((size) => ({
      fault: `${option} ${size} (@contract C5.4)`,
      declare: withOptions({ [option]: size }),
      member: '',
      wrong: `${option} is ${size}`,
      instead: `${option}: a whole number from 1 to 100`,
    })),
  ),
  {
    fault: 'show without scope (@contract C4.4)',
    declare: () => define('X', Author, {}, { policy: policyOf({ show: allows }) }),
    member: 'show',
    wrong: 'XPolicy has "show" without "scope"',
    instead: 'scope() { return everything(); }, or the rows that the user may see',
  },
  ...[
    ['indx', 'index'],
    ['Show', 'show'],
    ['updates', 'update'],
    ['udpate', 'update'],
    ['deleted', 'delete'],
    ['stores', 'store'],
    ['scopes', 'scope'],
    ['atachAwards', 'attachAwards'],
    ['dettachAwards', 'detachAwards'],
  ].map(([method, suggestion]) => ({
    fault: `the policy method ${method}`,
    declare: withPolicy({ [method!]: allows }),
    member: method!,
    wrong: `XPolicy has "${method}", which is never called`,
    instead: `"${suggestion}", or a name that is less similar`,
  })),
  ...[
    ['attachAward', 'attachAwards'],
    ['syncAwrds', 'syncAwards'],
    ['detach_awards', 'detachAwards'],
  ].map(([method, suggestion]) => ({
    fault: `the policy method ${method} (@contract C7.4)`,
    declare: withPolicy({ [method!]: allows }),
    member: method!,
    wrong: `XPolicy has "${method}", which does not belong to a relation of the resource`,
    instead: `"${suggestion}"`,
  })),
  {
    fault: 'a policy method for a relation that is not many-to-many (@contract C7.4)',
    declare: withPolicy({ attachBooks: allows }),
    member: 'attachBooks',
    wrong: 'XPolicy has "attachBooks", but books is HasMany, not many-to-many',
    instead: 'one of attachAwards, detachAwards, syncAwards, manageAwards',
  },
  {
    fault: 'a method for all three verbs, for a relation that is not there (@contract C7.4)',
    declare: withPolicy({ manageAward: allows, manages: allows }),
    member: 'manageAward',
    wrong: 'XPolicy has "manageAward", which does not belong to a relation of the resource',
    instead: '"manageAwards"',
  },
  {
    fault: 'a policy method for a relation without a many-to-many one',
    declare: () => define('X', Author, {}, { policy: policyOf({ syncTags: allows }) }),
    member: 'syncTags',
    wrong: 'XPolicy has "syncTags", which does not belong to a relation of the resource',
    instead: 'the policy without it',
  },
  ...(
    [
      ['a value', { index: true }],
      [
        'a getter',
        {
          get index() {
            return true;
          },
        },
      ],
    ] as [string, object][]
  ).map(([what, members]) => ({
    fault: `an ability that is ${what} (@contract C4.4)`,
    declare: () => {
      class XPolicy {}
      Object.defineProperties(XPolicy.prototype, Object.getOwnPropertyDescriptors(members));
      return define('X', Author, {}, { policy: XPolicy });
    },
    member: 'index',
    wrong: '"index" of XPolicy is not a method',
    instead: 'index(user) { ... }',
  })),
  {
    fault: 'a static ability (@contract C4.4)',
    declare: withOptions({
      policy: class XPolicy {
        static index = allows;
      },
    }),
    member: 'index',
    wrong: '"index" of XPolicy is static, so it is never called',
    instead: 'index(user) { ... }',
  },
  {
    fault: 'a misspelt option',
    declare: withOptions({ polcy: Held }),
    member: '',
    wrong: '@Resource has no option "polcy"',
    instead: '"policy"',
  },
  {
    fault: 'a misspelt option of an action',
    declare: withActions([actionOf('A', { onlyOnShw: true })]),
    member: 'A',
    wrong: '@Action has no option "onlyOnShw"',
    instead: '"onlyOnShow"',
  },
  {
    fault: 'an action with two scopes',
    declare: withActions([actionOf('A', { onlyOnShow: true, standalone: true })]),
    member: 'A',
    wrong: 'onlyOnShow and standalone exclude each other',
    instead: 'one of them',
  },
  {
    fault: 'a field that is neither read nor written',
    declare: () => define('X', Author, { name: Field({ readOnly: true, writeOnly: true }) }),
    member: 'name',
    wrong: 'the field is both readOnly and writeOnly',
    instead: 'one of them',
  },
  ...[
    ['cansee', 'canSee'],
    ['can_run', 'canRun'],
    ['canRuns', 'canRun'],
    ['indexQeury', 'indexQuery'],
  ].map(([method, suggestion]) => ({
    fault: `the method ${method} of an action (@contract C6.4)`,
    declare: withActions([actionOf('A', {}, { handle() {}, [method!]: allows })]),
    member: 'A',
    wrong: `the method "${method}" is never called`,
    instead: `"${suggestion}", or a name that is less similar`,
  })),
  {
    fault: 'a canSee that is not a method (@contract C6.4)',
    declare: withActions([actionOf('A', {}, { handle() {}, canSee: false })]),
    member: 'A',
    wrong: '"canSee" is not a method',
    instead: 'canSee(...) { ... }',
  },
  {
    fault: 'a misspelt hook (@contract C4.6)',
    declare: withOptions({ hooks: hooksOf({ stroing: allows }) }),
    member: 'XHooks',
    wrong: 'the method "stroing" is never called',
    instead: '"storing", or a name that is less similar',
  },
  {
    fault: 'a misspelt operation',
    declare: withOperations({ index: allows, shows: allows }),
    member: 'XOperations',
    wrong: 'the method "shows" is never called',
    instead: '"show", or a name that is less similar',
  },
  {
    fault: 'a class without an operation',
    declare: withOperations({ place: allows }),
    member: 'XOperations',
    wrong: 'the class does not replace an operation',
    instead: 'one of the methods index, show, store, update, delete',
  },
  {
    fault: 'an operation that cannot be replaced',
    declare: withOperations({ store: allows, attach: allows }),
    member: 'XOperations',
    wrong: 'the operation "attach" cannot be replaced',
    instead: 'one of the methods index, show, store, update, delete',
  },
  {
    fault: 'an operation that is not a method',
    declare: withOperations({ store: 'mine' }),
    member: 'XOperations',
    wrong: '"store" is not a method',
    instead: 'store(...) { ... }',
  },
  {
    fault: 'a replaced operation that the policy never allows',
    declare: withOperations({ update: allows }),
    member: 'XOperations',
    wrong: '"update" never runs, because XPolicy has no "update"',
    instead: 'the method "update" in the policy, or the class without "update"',
  },
  {
    fault: 'a replaced show that nobody reaches',
    declare: withOperations({ show: allows }, { store: allows }),
    member: 'XOperations',
    wrong: '"show" never runs, because XPolicy has no "index"',
    instead: 'the method "index" in the policy, or the class without "show"',
  },
  {
    fault: 'a policy that needs a member that is not a column',
    declare: withPolicy({ needs: ['nme'] }),
    member: 'policy',
    wrong: 'needs names "nme", which is not a column of the entity',
    instead: '"name"',
  },
  {
    fault: 'a policy that cannot be injected',
    declare: withOptions({ policy: BookCount }),
    missing: [BookCount],
    member: 'policy',
    wrong: 'BookCount cannot be injected',
    instead: 'BookCount among the providers of the module that registers X',
  },
  {
    fault: 'operations that cannot be injected',
    declare: withOptions({ operations: BookCount }),
    missing: [BookCount],
    member: 'operations',
    wrong: 'BookCount cannot be injected',
    instead: 'BookCount among the providers of the module that registers X',
  },
  {
    fault: 'an action that cannot be injected',
    declare: withActions([RetireAuthors]),
    missing: [RetireAuthors],
    member: 'RetireAuthors',
    wrong: 'RetireAuthors cannot be injected',
    instead: 'RetireAuthors among the providers of the module that registers X',
  },
  {
    fault: 'a callable that cannot be injected',
    declare: () => define('X', Author, { counts: Callable(BookCount) }),
    missing: [BookCount],
    member: 'counts',
    wrong: 'BookCount cannot be injected',
    instead: 'BookCount among the providers of the module that registers X',
  },
  {
    fault: 'an action without @Action',
    declare: withActions([actionOf('Rename', null)]),
    member: 'Rename',
    wrong: 'the action is listed without its decorator',
    instead: '@Action({ ... }) above the class',
  },
  {
    fault: 'an action without a handler',
    declare: withActions([actionOf('Rename', {}, {})]),
    member: 'Rename',
    wrong: 'the action has no handler',
    instead: 'handle(request, records)',
  },
  {
    fault: 'two actions with one uriKey',
    declare: withActions([actionOf('Rename'), actionOf('Again', { uriKey: 'rename' })]),
    member: 'Again',
    wrong: 'the uriKey "rename" is already used by Rename',
    instead: 'another uriKey',
  },
  ...[
    ['Rename_All', `uriKey: 'rename-all'`],
    ['rename.all', `uriKey: 'rename-all'`],
    ['rename it', `uriKey: 'rename-it'`],
    ['', `uriKey: 'rename-authors'`],
  ].map(([uriKey, instead]) => ({
    fault: `the uriKey "${uriKey}"`,
    declare: withActions([actionOf('RenameAuthors', { uriKey })]),
    member: 'RenameAuthors',
    wrong: `the uriKey "${uriKey}" has characters other than a-z, 0-9, "-" and "_"`,
    instead: instead!,
  })),
  {
    fault: 'a tool name that is too long (@contract C11.1)',
    declare: withActions([actionOf('A', { uriKey: 'a'.repeat(51) })], { tools: true }),
    member: 'A',
    wrong: `the tool's name "x-${'a'.repeat(51)}-action-tool" has 65 characters`,
    instead: 'a uriKey of at most 50 characters',
  },
  {
    fault: 'an operation without tools (@contract C11.1)',
    declare: withOptions({ tools: ['indx' as 'index'] }),
    member: '',
    wrong: 'there are no tools for "indx"',
    instead: '"index"',
  },
  {
    fault: "a key that a tool's name cannot contain (@contract C11.1)",
    declare: withOptions({ uriKey: 'Shelves', tools: ['index'] }),
    member: '',
    wrong: 'clients refuse a tool\'s name with the letters of "Shelves"',
    instead: 'a uriKey of a-z, 0-9, "-" and "_"',
  },
  {
    fault: 'a resource whose key leaves no space for a tool name (@contract C11.1)',
    declare: withOptions({ uriKey: 'x'.repeat(60), tools: ['index'] }),
    member: '',
    wrong: `the tool's name "${'x'.repeat(60)}-index-tool" has 71 characters`,
    instead: 'a uriKey of at most 53 characters',
  },
  ...[0, 1001, 2.5].map((chunkCount) => ({
    fault: `chunkCount ${chunkCount} (@contract C12)`,
    declare: withActions([actionOf('A', { chunkCount })]),
    member: 'A',
    wrong: `chunkCount is ${chunkCount}`,
    instead: 'chunkCount: a whole number from 1 to 1000',
  })),
];

describe('A fault of a resource', () => {
  it.each(cases)(
    'is reported with what to write instead: $fault',
    async ({ declare, missing, member, wrong, instead }) => {
      const { faults, resources } = await findingsOf({ declare, ...(missing && { missing }) });
      expect(faults).toEqual([{ resource: 'X', member, wrong, instead }]);
      expect(resources).toBeNull();
    },
  );

  it('is reported for the second resource with profile (@spec Profile visibility flag)', async () => {
    const declare = () => [
      define('X', Author, {}, { profile: true }),
      define('Y', Passport, {}, { profile: true, uriKey: 'y' }),
    ];
    const { faults } = await findingsOf({ declare });
    expect(faults).toEqual([
      {
        resource: 'Y',
        member: '',
        wrong: 'X already serves the profile',
        instead: 'profile: true on one resource only',
      },
    ]);
  });

  it.each<[string, () => ResourceClass]>([
    [
      'a helper of a policy',
      withPolicy({ isOwner: allows, may: allows, attached: allows, synchronize: allows }),
    ],
    [
      'a helper two letters from a gate that is declared',
      withPolicy({ store: allows, state: allows }),
    ],
    [
      'a helper of an action',
      withActions([
        actionOf('A', {}, { handle() {}, canUse: allows, canSee: allows, cansee: allows }),
      ]),
    ],
    [
      'a helper of hooks',
      withOptions({ hooks: hooksOf({ stored: allows, store: allows, touch: allows }) }),
    ],
    ['operations and a helper', withOperations({ index: allows, store: allows, place: allows })],
    ['the largest page', withOptions({ perPage: 100, defaultRelatablePerPage: 1 })],
    [
      'the longest tool name',
      withActions([actionOf('A', { uriKey: 'a'.repeat(50) })], { tools: true }),
    ],
    [
      'a long uriKey without tools',
      withActions([actionOf('A', { uriKey: 'a'.repeat(51) })], { tools: ['index'] }),
    ],
    ['the largest chunk', withActions([actionOf('A', { chunkCount: 1000 })])],
    [
      'a uriKey with underscores',
      withActions([actionOf('A', { uriKey: 'disable_profile' })], { tools: true }),
    ],
    ['a handler in a property of the instance', withActions([Held])],
  ])('is not reported for %s', async (_what, declare) => {
    expect((await findingsOf({ declare })).faults).toEqual([]);
  });
});

describe('A warning', () => {
  it('is reported for a resource without a policy, and does not stop the start (@contract C4.4)', async () => {
    const { warnings, faults } = await findingsOf({ declare: withOptions({}) });
    expect(warnings).toEqual([
      expect.objectContaining({
        resource: 'X',
        member: '',
        wrong: 'the resource has no policy, so every request is refused',
      }),
    ]);
    expect(faults).toEqual([]);
  });

  it('is reported for a show that decides per record, with what it prevents (@contract C4.4)', async () => {
    const scope = allows;
    const show = (_user: unknown, author: object) => 'name' in author;
    const declare = () => {
      const Writers = define(
        'Writers',
        Author,
        {},
        { uriKey: 'writers', policy: policyOf({ scope, show }) },
      );
      const author = BelongsTo(() => Writers as never, {
        sortable: ['name'],
        searchable: ['name'],
      } as never) as never;
      return [
        Writers,
        define(
          'X',
          Book,
          { author },
          { uriKey: 'works', policy: policyOf({ scope, show: allows }) },
        ),
      ];
    };
    const { warnings } = await findingsOf({ declare });
    expect(
      warnings.map(({ resource, member, wrong, instead }) => [
        `${resource}.${member}`,
        wrong,
        instead,
      ]),
    ).toEqual([
      [
        'Writers.show',
        'XPolicy decides on each record, so pages have no total and read further records in place of refused ones',
        'scope(), with the same rule as a condition',
      ],
      [
        'X.author',
        'sortable has no effect, since the policy of Writers decides on each record with "show"',
        'the rule of "show" in the scope of that policy, or no sortable',
      ],
      [
        'X.author',
        'searchable has no effect, since the policy of Writers decides on each record with "show"',
        'the rule of "show" in the scope of that policy, or no searchable',
      ],
    ]);
  });

  it.each([
    ['scope', { scope: nothing, index: allows }, 'its scope selects no row'],
    ['show', { scope: everything, show: () => false, index: allows }, 'it shows no record'],
  ])(
    'is reported for lists that are empty by %s (@contract C4.4)',
    async (member, methods, why) => {
      const { warnings } = await findingsOf({ declare: withPolicy(methods) });
      expect(warnings.map((each) => [each.member, each.wrong])).toContainEqual([
        member,
        `XPolicy allows lists, which are empty: ${why}`,
      ]);
    },
  );

  it.each([
    ['lists that are denied', { scope: nothing, index: () => false }],
    ['no lists', { scope: nothing }],
    [
      'a scope of the user',
      { scope: (user: unknown) => (user ? nothing() : everything()), index: allows },
    ],
    [
      'a method that needs a service',
      {
        index: allows,
        scope(this: { service: { all(): unknown } }) {
          return this.service.all();
        },
      },
    ],
  ])('is not reported as an empty list for %s', async (_what, methods) => {
    const { warnings } = await findingsOf({ declare: withPolicy(methods) });
    expect(warnings.filter(({ wrong }) => wrong.includes('empty'))).toEqual([]);
  });

  it('is reported for each of attach, detach and sync without a decision (@contract C7.4)', async () => {
    const { warnings } = await findingsOf({ declare: withPolicy({ attachAwards: allows }) });
    expect(warnings.map(({ member, wrong, instead }) => [member, wrong, instead])).toEqual([
      [
        'awards',
        'nothing authorizes detach, so it is refused',
        '"detachAwards" in the policy, or canDetach',
      ],
      ['awards', 'nothing authorizes sync, so it is refused', '"syncAwards" in the policy'],
    ]);
  });

  it('is not reported if canAttach and canDetach replace the methods (@contract C7.4)', async () => {
    const authorized = BelongsToMany(() => AwardResource, {
      canAttach: allows,
      canDetach: allows,
    }) as never;
    const declare = () =>
      define('X', Author, { awards: authorized }, { policy: policyOf({ syncAwards: allows }) });
    expect((await findingsOf({ declare })).warnings).toEqual([]);
  });

  describe('of a pivot column that is not nullable and that nothing sets', () => {
    const abilities = { attachLabels: allows, detachLabels: allows, syncLabels: allows };
    const warningsOf = async (options: object, members: object = abilities) => {
      const labels = MorphToMany(() => LabelResource, {
        through: () => Pinning,
        morph: 'pinned',
        ...options,
      }) as never;
      const { warnings } = await findingsOf({
        declare: () => define('X', Author, { labels }, { policy: policyOf(members) }),
      });
      return warnings.filter(({ wrong }) => wrong.includes('place'));
    };

    it('reports that nothing can be attached (@contract C4.2)', async () => {
      expect(await warningsOf({})).toEqual([
        {
          resource: 'X',
          member: 'labels',
          severity: 'warning',
          wrong:
            'place of pinnings does not accept null, and nothing sets it, so nothing can be attached',
          instead: "withPivot: ['place'], a default, or attachCallback",
        },
      ]);
    });

    it.each<[string, object, object]>([
      ['a body may name it', { withPivot: ['place'] }, abilities],
      ['a callback attaches', { attachCallback: allows }, abilities],
      ['attaching is not allowed', {}, {}],
    ])('is not reported if %s', async (_why, options, members) => {
      expect(await warningsOf(options, members)).toEqual([]);
    });
  });

  it('is not reported for a log, whose rows are their own pivot (@contract C8.4)', async () => {
    const logs = MorphToMany(() => LogResource, { through: () => LogEntry }) as never;
    const declare = () => define('X', Author, { logs }, { policy: policyOf({}) });
    expect((await findingsOf({ declare })).warnings).toEqual([]);
  });
});

describe('Several resources of one entity (decision 0028)', () => {
  const faultsOf = async (...definitions: Parameters<typeof compile>[0]) =>
    (await compile(definitions)).report.faults;
  const noteOf = { uriKey: 'own_notes', policy: ReadingPolicy };

  it('are accepted if no row names the resource', async () => {
    expect(
      await faultsOf(
        define('X', Author, { name: Field() }),
        define('Y', Author, { name: Field() }),
      ),
    ).toEqual([]);
  });

  it('are rejected if rows of a morph name one of them', async () => {
    const Notes = define('Notes', Note, {}, noteOf);
    const X = define('X', Author, { notes: MorphMany(() => Notes) });
    expect(await faultsOf(X, define('Y', Author), Notes)).toEqual([
      {
        resource: 'Y',
        member: '',
        wrong: 'X and Y both serve Author, but notes.notable_type contains the key of one resource',
        step: 'serve Author by one resource, or leave out the relations and logs that use notes.notable_type',
      },
    ]);
  });

  it('are rejected if the rows of a pivot name one of them, from the other side', async () => {
    const Labels: ResourceClass = define('labels', Label, {
      authors: MorphToMany(() => X, { through: () => Labelling, morph: 'labelled' }),
    });
    const X: ResourceClass = define('X', Author);
    const [fault] = await faultsOf(define('Y', Author), X, Labels);
    expect(fault?.wrong).toBe(
      'Y and X both serve Author, but labellings.labelled_type contains the key of one resource',
    );
  });

  it('are rejected if one of them is logged', async () => {
    const [fault] = await faultsOf(define('X', Author), define('Y', Author, {}, { logged: true }));
    expect(fault?.wrong).toBe(
      'X and Y both serve Author, but action_logs.actionable_type contains the key of one resource',
    );
  });
});

describe('A public member without a decorator', () => {
  @Resource({ uriKey: 'x', policy: ReadingPolicy })
  class X extends ResourceOf(Passport) {
    @Field() number!: string;
    #own = 1;
    issuer = 'nobody';
    get years() {
      return this.#own;
    }
    authorOf() {}
  }

  it('is a fault: a method, a getter and a property with a value', async () => {
    const { faults } = (await compile([X])).report;
    expect(faults.map(({ member, wrong }) => [member, wrong])).toEqual(
      ['years', 'authorOf', 'issuer'].map((name) => [
        name,
        `the member "${name}" has no decorator, so it is not part of the API`,
      ]),
    );
    expect(faults.map(({ instead }) => instead)).toEqual([
      '@Field(), @Input() or the decorator of a relation above years, or #years for a member of the class alone',
      '@Callable() authorOf(request, record) { ... }, or #authorOf for a member of the class alone',
      '@Field(), @Input() or the decorator of a relation above issuer, or #issuer for a member of the class alone',
    ]);
  });
});
