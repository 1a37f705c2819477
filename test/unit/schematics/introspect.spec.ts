import type { TableFacts } from '../../../src/registry/table-facts.js';
import { mapType } from '../../../src/schematics/introspect/column-types.js';
import { folderLayout } from '../../../src/schematics/introspect/layout.js';
import { mapTables } from '../../../src/schematics/introspect/map-tables.js';
import { renderSpec } from '../../../src/schematics/introspect/render-spec.js';
import {
  allowedValues,
  jsonColumn,
  parseDefault,
} from '../../../src/schematics/introspect/sql-text.js';

const column = (name: string, type = 'integer', more: Partial<TableFacts['columns'][0]> = {}) => ({
  ...{ name, type, labels: null, nullable: false, default: null, generated: null },
  ...more,
});

const table = (name: string, more: Partial<TableFacts> = {}): TableFacts => ({
  name,
  isView: false,
  columns: [column('id', 'integer', { generated: 'key' })],
  primaryKey: ['id'],
  uniques: [],
  partialUniques: [],
  indexed: ['id'],
  foreignKeys: [],
  checks: [],
  ...more,
});

const map = (...tables: readonly TableFacts[]) => mapTables(tables, { only: null, declared: [] });

describe('The types of columns', () => {
  it.each([
    ['int(10) unsigned', { type: 'int', options: { unsigned: true }, property: 'number' }],
    ['bigint(20) unsigned', { type: 'bigint', options: { unsigned: true }, property: 'string' }],
    ['tinyint(1)', { type: 'boolean', options: {}, property: 'boolean' }],
    ['tinyint(4)', { type: 'tinyint', options: {}, property: 'number' }],
    ['numeric(12)', { type: 'decimal', options: { precision: 12, scale: 0 }, property: 'string' }],
    ['character varying(60)', { type: 'varchar', options: { length: 60 }, property: 'string' }],
    ['VARCHAR', { type: 'text', options: {}, property: 'string' }],
    ['timestamp(3) with time zone', { type: 'Date', options: {}, property: 'Date' }],
    [
      "enum('A, b','it''s')",
      { type: 'simple-enum', options: { enum: ['A, b', "it's"] }, property: 'string' },
    ],
  ])('map %s', (sql, expected) => {
    expect(mapType(sql, null)).toEqual(expected);
  });

  it.each([
    ['integer[]', 'fields do not support arrays (integer[])'],
    ['bytea', 'responses do not contain binary values (bytea)'],
    ['tsvector', 'fields do not support the type tsvector'],
    ["set('a','b')", "fields do not support the type set('a','b')"],
    ['', 'the column has no type'],
  ])('explain why %s is not mapped', (sql, reason) => {
    expect(mapType(sql, null)).toEqual({ reason });
  });
});

describe('Checks', () => {
  it.each([
    ["active in ('Y', 'N')"],
    ["(`active` in ('Y','N'))"],
    ["(`active` in (_utf8mb4\\'Y\\',_utf8mb4\\'N\\'))"],
    ["((active)::text = ANY ((ARRAY['Y'::character varying, 'N'::character varying])::text[]))"],
    ["(active = ANY (ARRAY['Y'::bpchar, 'N'::bpchar]))"],
  ])('of a list of values: %s', (check) => {
    expect(allowedValues(check)).toEqual({ column: 'active', values: ['Y', 'N'] });
  });

  it.each([
    "active in ('Y', 'N') or other = 'x'",
    "active not in ('Y')",
    'active > 0',
    "active = 'Y'",
  ])('of other kinds are not lists: %s', (check) => {
    expect(allowedValues(check)).toBeNull();
  });

  it('of JSON name their column', () => {
    expect(jsonColumn('json_valid(`attributes`)')).toBe('attributes');
    expect(jsonColumn('json_valid(a) and b > 0')).toBeUndefined();
  });
});

describe('Defaults', () => {
  it.each([
    ["'new'::character varying", 'string', { value: 'new' }],
    ["'it''s'::text", 'string', { sql: "'it''s'" }],
    ["'it\\'s'", 'string', { sql: "'it''s'" }],
    ["upper(_utf8mb4\\'it\\\\\\'s\\')", 'string', { sql: "upper('it''s')" }],
    ["concat(_utf8mb3\\'x\\',_latin1\\'\\')", 'string', { sql: "concat('x','')" }],
    ["'1'", 'boolean', { value: true }],
    ['false', 'boolean', { value: false }],
    ["'0'", 'number', { value: 0 }],
    ['((-1))', 'number', { value: -1 }],
    ['0.00', 'string', { value: '0.00' }],
    ['current_timestamp(3)', 'Date', { sql: 'CURRENT_TIMESTAMP' }],
    ["nextval('x'::regclass)", 'number', { sql: "nextval('x'::regclass)" }],
    ['NULL::character varying', 'string', null],
  ] as const)('%s of a %s', (sql, property, expected) => {
    expect(parseDefault(column('x', 'text', { default: sql }), property)).toEqual(expected);
  });
});

describe('Tables', () => {
  it('of the service are left out, and reported if they belong to somebody else', () => {
    const own = table('tokens', { columns: [column('id'), column('fingerprint', 'text')] });
    expect(map(own)).toEqual({ entities: [], notes: [] });
    expect(map(table('tokens')).notes).toEqual([
      'Not mapped: the table tokens, because the service keeps a table of this name. Rename one of them, or give the service a schema of its own.',
    ]);
  });

  it('whose key cannot be part of a path are reported', () => {
    const dated = table('rates', { columns: [column('day', 'date')], primaryKey: ['day'] });
    expect(map(dated).notes[0]).toContain(
      'because its key day is date, which cannot be part of a path.',
    );
  });

  it('that join others are reported if an end is not named', () => {
    const joining = table('book_tag', {
      columns: [column('book_id'), column('tag_id')],
      primaryKey: ['book_id', 'tag_id'],
      foreignKeys: ['book', 'tag'].map((name) => ({
        ...{ columns: [`${name}_id`], table: name, references: ['id'] },
      })),
    });
    const tables = [table('book'), table('tag'), joining];
    const only = (...names: string[]) => mapTables(tables, { only: new Set(names), declared: [] });
    expect(only('book_tag', 'tag')).toMatchObject({
      entities: [{ table: 'tag' }],
      notes: [
        'Not mapped: the table book_tag, because it joins book, which is not mapped. Name it in --tables too.',
      ],
    });
    expect(only('book', 'tag').notes).toEqual([]);
    expect(only('book_tag').notes[0]).toContain('it joins book and tag, which are not mapped.');
  });

  it('report unique indexes and lists of values that the entity does not have', () => {
    const { notes } = map(
      table('seat', {
        columns: [column('id'), column('row'), column('spot', 'point'), column('state', 'text')],
        uniques: [['row', 'spot'], ['spot']],
        partialUniques: ['seat_free'],
        checks: ["row in ('1', '2')", "state in ('a', 'b')"],
      }),
    );
    expect(notes).toEqual([
      "Not mapped: the check (row in ('1', '2')) of seat, because no rule follows from it. The database still rejects such rows; add a rule to the resource.",
      'Not mapped: seat.spot, because fields do not support the type point. Rows need a value in it, so requests cannot store records unless it gets a default.',
      ...['(row, spot)', '(spot)'].map(
        (index) =>
          `Not mapped: the unique index ${index} of seat, because one of its columns is not mapped. The database still rejects such rows.`,
      ),
      'Not mapped: the unique index seat_free of seat, because it covers some rows, an expression or the start of a value. The database still rejects such rows.',
    ]);
  });

  it('get names that are not reserved', () => {
    const names = ['profile', 'action_logs', 'Resource', 'date', '2fa codes', 'Ärger', 's'];
    expect(
      map(...names.map((name) => table(name))).entities.map(({ names: { class: name } }) => name),
    ).toEqual(['Profile', 'ResourceRecord', 'DateRecord', 'N2faCode', 'Arger', 'S']);
  });

  it('that need records of each other are tested without a record', () => {
    const refers = (name: string, to: string) =>
      table(name, {
        columns: [column('id'), column(`${to}_id`)],
        foreignKeys: [{ columns: [`${to}_id`], table: to, references: ['id'] }],
      });
    const { entities } = map(
      refers('hen', 'egg'),
      refers('egg', 'hen'),
      refers('nest', 'tree'),
      table('tree'),
    );
    const { body } = renderSpec('farm', entities, folderLayout('src'), {
      runner: 'vitest',
      deployment: 'src/deployment.ts',
    });
    expect(body).toContain("['hens', HenResource, () => undefined],");
    expect(body).toContain("['nests', NestResource, () => test.factory(Nest).create()],");
  });
});
