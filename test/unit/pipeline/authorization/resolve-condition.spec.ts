import {
  resolveCondition,
  type ScopeOf,
} from '../../../../src/pipeline/authorization/resolve-condition.js';
import {
  allOf,
  anyOf,
  EVERYTHING,
  NOTHING,
  type ResolvedCondition,
} from '../../../../src/pipeline/authorization/resolved-condition.js';
import {
  and,
  column,
  everything,
  exists,
  not,
  nothing,
  or,
  presentThrough,
  sql,
  visibleThrough,
  where,
  type Condition,
} from '../../../../src/definition/index.js';
import type {
  CompiledResource,
  Join,
} from '../../../../src/registry/resources/compiled-resource.js';
import { columnOf, tableOf } from '../../database/columns.js';

const id = columnOf('id', 'integer');
const title = columnOf('fullTitle', 'text', { name: 'full_title' });
const deletedAt = columnOf('deletedAt', 'datetime');

function resourceOf(name: string, more: Partial<CompiledResource> = {}): CompiledResource {
  const resource = {
    name,
    key: name,
    table: tableOf(name, id, title),
    keyColumn: id,
    relations: new Map(),
    morphs: new Map(),
    ...more,
  };
  return Object.assign(resource, { full: resource }) as unknown as CompiledResource;
}

const join: Join = { keyOn: 'parent', column: id, target: id, type: null };
const authors = resourceOf('authors');
const comments = resourceOf('comments', {
  table: { ...tableOf('comments', id, deletedAt), deletedAt },
});
const relation = (key: string, resource: CompiledResource, relationship?: string) =>
  [
    key,
    { form: 'relation', key, resource, join, options: { ...(relationship && { relationship }) } },
  ] as const;
const posts = resourceOf('posts', {
  relations: new Map<string, object>([
    ['stats', { form: 'callable', key: 'stats' }],
    relation('author', authors, 'writtenBy'),
    relation('last_comments', comments),
  ]) as unknown as CompiledResource['relations'],
});

const seen: ResolvedCondition = { kind: 'compare', column: id, comparison: 'eq', value: 1 };
const scopeOf: ScopeOf = () => seen;
const resolve = (condition: Condition<never>) => resolveCondition(condition, posts, scopeOf);
const alive = { kind: 'compare', column: deletedAt, comparison: 'eq', value: null };
const related = (resource: CompiledResource, condition: unknown) => ({
  kind: 'related',
  join,
  table: resource.table,
  condition,
});

describe('resolveCondition (C4.4)', () => {
  it.each(['fullTitle', 'full_title'])('finds the column of %s', (name) => {
    expect(resolve(where<{ fullTitle: string }>({ [name]: 'a' } as never))).toEqual({
      kind: 'compare',
      column: title,
      comparison: 'eq',
      value: 'a',
    });
  });

  it('simplifies conditions that always or never match', () => {
    expect(resolve(and(everything(), everything()))).toBe(EVERYTHING);
    expect(resolve(and(everything(), nothing()))).toBe(NOTHING);
    expect(resolve(or(nothing(), nothing()))).toBe(NOTHING);
    expect(resolve(or(nothing(), everything()))).toBe(EVERYTHING);
    expect([allOf([]), anyOf([])]).toEqual([EVERYTHING, NOTHING]);
    expect(resolve(not(nothing()))).toEqual({ kind: 'not', condition: NOTHING });
  });

  it.each([
    ['author', authors],
    ['writtenBy', authors],
    ['last_comments', comments],
    ['lastComments', comments],
  ])('follows a relation by its key or by the property of its entity: %s', (name, resource) => {
    expect(resolve(exists<Record<string, object[]>>(name))).toMatchObject({
      kind: 'related',
      table: resource.table,
    });
  });

  it('excludes a soft-deleted row (C4.5)', () => {
    expect(resolve(exists<Record<string, object[]>>('last_comments'))).toEqual(
      related(comments, alive),
    );
    expect(resolve(presentThrough('last_comments'))).toEqual(related(comments, alive));
    expect(resolve(presentThrough('author'))).toEqual(related(authors, EVERYTHING));
  });

  it('keeps the values of SQL apart from its columns', () => {
    expect(resolve(sql`lower(${column('fullTitle')}) = ${'a'}`)).toEqual({
      kind: 'sql',
      parts: ['lower(', ') = ', ''],
      values: [{ column: title }, { value: 'a' }],
    });
  });

  it.each<[string, Condition<never>]>([
    ['"nope", which is not a column', where<{ nope: string }>({ nope: 'a' })],
    ['"stats", which is not a relation or morph', visibleThrough('stats')],
    ['"nope", which is not a relation or morph', presentThrough('nope')],
    ['"secret", which is not a column', sql`${column('secret')} = 1`],
  ])('throws on %s', (text, condition) => {
    expect(() => resolve(condition)).toThrow(text);
  });
});
