import type {
  CompiledCallable,
  CompiledRelation,
  CompiledResource,
} from '../../../src/registry/resources/compiled-resource.js';
import { ResourceRegistry } from '../../../src/registry/resources/resource-registry.js';
import {
  BelongsTo,
  Field,
  Resource,
  ResourceOf,
  type Related,
} from '../../../src/definition/index.js';
import { ReadingPolicy } from '../../support/open-policy.js';
import { compile, compileOver } from './library/compile.js';
import { Passport, Desk, DeskOwner } from './library/entities.js';
import { BookResource, library } from './library/resources.js';

let registry: ResourceRegistry;

beforeAll(async () => {
  const { resources, report } = await compile(library);
  expect(report).toEqual({ faults: [], warnings: [] });
  registry = new ResourceRegistry();
  registry.load(resources!);
});

const relationOf = (resource: string, key: string) =>
  registry.get(resource).relations.get(key) as CompiledRelation;

/** A join in words: the owner of the key and the columns, by their names in the database. */
function joinOf(resource: string, key: string): unknown {
  const { join } = relationOf(resource, key);
  const type = join.type && [join.type.column.name, join.type.value];
  if (join.keyOn === 'parent') return ['parent', join.column.name, join.target.name];
  if (join.keyOn === 'related') return ['related', join.column.name, join.source.name, type];
  return ['pivot', join.table.name, join.parent.name, join.related.name, type];
}

describe('Valid definitions', () => {
  it.each([
    ['authors', 'publisher', 'BelongsTo', ['parent', 'publisher_id', 'id']],
    ['authors', 'passport', 'HasOne', ['related', 'author_id', 'id', null]],
    ['authors', 'books', 'HasMany', ['related', 'authorId', 'id', null]],
    ['authors', 'works', 'HasMany', ['related', 'authorId', 'id', null]],
    [
      'authors',
      'awards',
      'BelongsToMany',
      ['pivot', 'author_award', 'author_id', 'award_id', null],
    ],
    [
      'awards',
      'authors',
      'BelongsToMany',
      ['pivot', 'author_award', 'award_id', 'author_id', null],
    ],
    ['authors', 'mentors', 'BelongsToMany', ['pivot', 'mentors', 'author_id', 'mentor_id', null]],
    [
      'authors',
      'picture',
      'MorphOne',
      ['related', 'pictured_id', 'id', ['pictured_type', 'authors']],
    ],
    ['authors', 'notes', 'MorphMany', ['related', 'notable_id', 'id', ['notable_type', 'authors']]],
    ['books', 'notes', 'MorphMany', ['related', 'notable_id', 'id', ['notable_type', 'books']]],
    [
      ...['authors', 'labels', 'MorphToMany'],
      ['pivot', 'labellings', 'labelled_id', 'label_id', ['labelled_type', 'authors']],
    ],
    [
      ...['labels', 'authors', 'MorphToMany'],
      ['pivot', 'labellings', 'label_id', 'labelled_id', ['labelled_type', 'authors']],
    ],
    [
      ...['labels', 'books', 'MorphToMany'],
      ['pivot', 'labellings', 'label_id', 'labelled_id', ['labelled_type', 'books']],
    ],
    [
      'authors',
      'logs',
      'MorphToMany',
      ['pivot', 'log_entries', 'actionable_id', 'id', ['actionable_type', 'authors']],
    ],
    ['publishers', 'owner', 'BelongsTo', ['parent', 'ownerId', 'id']],
    ['publishers', 'imprints', 'HasMany', ['related', 'ownerId', 'id', null]],
  ] as [string, string, string, unknown][])(
    'join %s.%s, a %s (@spec Relation field kinds)',
    (resource, key, kind, join) => {
      expect(relationOf(resource, key).kind).toBe(kind);
      expect(joinOf(resource, key)).toEqual(join);
    },
  );

  it.each([
    ['short', 'publishers', 'authors', 'authors'],
    ['long, under another key', 'authors', 'works', 'books'],
    ['short, to one', 'passports', 'author', 'authors'],
    ['forwarded relationship', 'books', 'author', 'authors'],
    ['another uriKey', 'authors', 'logs', 'logs'],
  ])(
    'find the resource of a relation: %s (@spec Relation definitions)',
    (_form, resource, key, target) => {
      expect(relationOf(resource, key).resource.key).toBe(target);
    },
  );

  it('keep callables and forwarded attributes with the columns that they need', () => {
    const { relations } = registry.get('authors');
    const needs = (key: string) =>
      (relations.get(key) as CompiledCallable).needs.map(({ property }) => property);
    expect(needs('initials')).toEqual(['name']);
    expect(needs('book_count')).toEqual(['age']);
    expect(needs('signature')).toEqual(['name']);
    expect(needs('ages')).toContain('password');
  });

  it('map wire names to camelCase properties, and a named property (@contract C1.8)', () => {
    const { fields } = registry.get('authors');
    expect(fields.get('joined_at')!.column).toMatchObject({
      property: 'joinedAt',
      name: 'joined_at',
    });
    expect(fields.get('years')!.column.property).toBe('age');
    expect(relationOf('authors', 'awards').pivots[0]!.column.property).toBe('grantedBy');
  });

  it('inherit members, which a child may declare again, after those of the parent', async () => {
    @Resource({ policy: ReadingPolicy, uriKey: 'novels' })
    class NovelResource extends BookResource {
      @Field({ sortable: true }) declare title: string;
    }
    const { resources, report } = await compile([
      ...library.filter((each) => each !== BookResource),
      NovelResource,
    ]);
    expect(report.faults).toEqual([]);
    const novels = resources!.find(({ key }) => key === 'novels')!;
    expect([...novels.fields.keys()]).toEqual(['title', 'published_at']);
    expect(novels.fields.get('title')!.options.sortable).toBe(true);
    const authors = resources!.find(({ key }) => key === 'authors')!;
    expect((authors.relations.get('books') as CompiledRelation).resource).toBe(novels);
  });

  it('accept a unique index of the entity for a HasOne', async () => {
    @Resource({ policy: ReadingPolicy })
    class DeskOwnerResource extends ResourceOf(DeskOwner) {}
    @Resource({ policy: ReadingPolicy })
    class DeskResource extends ResourceOf(Desk) {
      @BelongsTo(() => DeskOwnerResource) author!: Related;
    }
    const { report } = await compileOver([Desk, DeskOwner], [DeskOwnerResource, DeskResource]);
    expect(report).toEqual({ faults: [], warnings: [] });
  });
});

describe('The result of compiling', () => {
  it('is frozen, down to columns, joins and options', () => {
    const parts = registry.resources.flatMap(partsOf);
    expect(parts.filter((part) => !Object.isFrozen(part))).toEqual([]);
  });

  it('is the same for any order of the definitions', async () => {
    const { resources } = await compile([...library].reverse());
    for (const resource of resources!)
      expect([...resource.relations.keys()]).toEqual([
        ...registry.get(resource.key).relations.keys(),
      ]);
  });

  it('is empty if one definition of many has a fault', async () => {
    @Resource({ policy: ReadingPolicy, uriKey: 'filters' })
    class Broken extends ResourceOf(Passport) {}
    const { resources, report } = await compile([...library, Broken]);
    expect(resources).toBeNull();
    expect(report.faults).toHaveLength(1);
  });
});

function partsOf(resource: CompiledResource): readonly object[] {
  const relations = [...resource.relations.values()];
  const joins = relations.flatMap((relation) =>
    relation.form === 'relation' ? [relation.join] : [],
  );
  const { table, policy, actions, options } = resource;
  const columns = [...table.columns.values()];
  return [
    resource,
    table,
    policy,
    actions,
    options,
    ...columns,
    ...resource.fields.values(),
    ...relations,
    ...joins,
    ...actions,
  ];
}
