import { createIndexSql } from '../../../src/execution/schema/create-index.js';
import type { DialectName } from '../../../src/execution/database/database.js';
import type { MissingIndex } from '../../../src/registry/missing-indexes.js';
import type { SchemaFacts } from '../../../src/registry/schema-facts.js';
import { columnOf } from '../execution/columns.js';

const nothing = { findTable: () => undefined } as unknown as SchemaFacts;

const statement = (dialect: DialectName, table: string, ...names: string[]): string => {
  const columns = names.map((name) => columnOf(name, 'integer'));
  const missing = { table: { name: table }, columns, isSorted: true, uses: [] };
  return createIndexSql(missing as unknown as MissingIndex, nothing, dialect);
};

const nameOf = (sql: string): string => /^create index (["`])(.*?)\1 on /.exec(sql)![2]!;

describe('The statement of an index', () => {
  it('quotes its names', () => {
    expect(statement('postgres', 'or"der', 'group')).toBe(
      'create index "or""der_group_index" on "or""der" ("group")',
    );
    expect(statement('mariadb', 'order', 'group')).toBe(
      'create index `order_group_index` on `order` (`group`)',
    );
  });

  it.each([
    ['postgres', 63],
    ['mariadb', 64],
    ['mysql', 64],
  ] as const)('has a name that %s accepts, and another for other columns', (dialect, longest) => {
    const table = 'é'.repeat(25);
    const names = ['a', 'b'].map((last) =>
      nameOf(statement(dialect, table, 'a_long_column_name', `another_column_name_${last}`)),
    );
    for (const name of names) expect(Buffer.byteLength(name)).toBeLessThanOrEqual(longest);
    expect(new Set(names).size).toBe(2);
  });
});
