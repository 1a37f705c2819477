import type { TableFacts } from '../../../../src/tooling/schematics/introspect/table-facts.js';
import { mapType } from '../../../../src/tooling/schematics/introspect/column-types.js';
import { folderLayout } from '../../../../src/tooling/schematics/introspect/layout.js';
import { mapTables } from '../../../../src/tooling/schematics/introspect/map-tables.js';
import { renderSpec } from '../../../../src/tooling/schematics/introspect/render-spec.js';
import {
  allowedValues,
  jsonColumn,
  parseDefault,
} from '../../../../src/tooling/schematics/introspect/sql-text.js';

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
  indexed: ['id'],
  foreignKeys: [],
  checks: [],
  ...more,
});

const map = (...tables: readonly TableFacts[]) =>
  mapTables(tables, { only: null, declared: [], before: new Map(), ownPrefix: '' });

describe('The types of columns', () => {
  it.each([
    ['int(10) unsigned', { type: 'int', options: { unsigned: true }, property: 'number' }],
    ['bigint(20) unsigned', { type: 'bigint', options: { unsigned: true }, property: 'string' }],
    ['tinyint(1)', { type: 'boolean', options: {}, property: 'boolean' }],
    ['tinyint(4)', { type: 'tinyint', options: {}, property: 'number' }],
    ['numeric(12)', { type: 'decimal', options: { precision: 12, scale: 0 }, property: 'string' }],
    ['numeric', { type: 'decimal', options: {}, property: 'string' }],
    ['real', { type: 'real', options: {}, property: 'number' }],
    ['double', { type: 'double precision', options: {}, property: 'number' }],
    ['jsonb', { type: 'jsonb', options: {}, property: 'unknown' }],
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
    ['integer[]', 'there are no fields for arrays (integer[])'],
    ['bytea', 'responses do not contain binary values (bytea)'],
    ['tsvector', 'there are no fields of the type tsvector'],
    ["set('a','b')", "there are no fields of the type set('a','b')"],
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
    expect(map(own)).toEqual({ entities: [], tables: [], notes: [] });
    expect(map(table('tokens')).notes).toEqual([
      "Not mapped: the table tokens, because the service keeps a table of this name. To serve it, rename the service's: run the command again with DATABASE_TABLE_PREFIX=api_, and keep this setting.",
    ]);
  });

  it('whose key cannot be part of a path are reported', () => {
    const dated = table('rates', { columns: [column('day', 'date')], primaryKey: ['day'] });
    expect(map(dated).notes[0]).toContain(
      'because its key day is date, which cannot be part of a path.',
    );
  });

  it('with names of the service are mapped if its own have a prefix', () => {
    const own = table('api_tokens', { columns: [column('id'), column('fingerprint', 'text')] });
    const { entities, notes } = mapTables([table('tokens'), own], {
      ...{ only: null, declared: [], before: new Map() },
      ownPrefix: 'api_',
    });
    expect([entities.map(({ names }) => names.class), notes]).toEqual([['TokenRecord'], []]);
  });

  it('get names that are not reserved', () => {
    const names = ['profile', 'action_logs', 'Resource', 'date', '2fa codes', 'Ärger'];
    expect(
      map(...names.map((name) => table(name))).entities.map(({ names: { class: name } }) => name),
    ).toEqual(['Profile', 'ResourceRecord', 'DateRecord', 'N2faCode', 'Arger']);
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
