import type { Key } from '../../../src/base/types/register.js';
import type { Row, Statement, Transaction } from '../../../src/database/connection/database.js';
import { dialects } from '../../../src/database/engines/dialects.js';
import { PivotEnds } from '../../../src/database/pivots/pivot-ends.js';
import { EntityReader } from '../../../src/database/read/entity-reader.js';
import { LockedRecords } from '../../../src/database/write/chunks.js';
import { RecordLocks } from '../../../src/database/write/record-locks.js';
import { EVERYTHING } from '../../../src/pipeline/authorization/resolved-condition.js';
import type {
  CompiledResource,
  ValueType,
} from '../../../src/registry/resources/compiled-resource.js';
import { columnOf, tableOf } from './columns.js';

const dialect = dialects.mariadb;
const entities = new EntityReader(() => undefined);
const scope = EVERYTHING;

const resourceOf = (name: string, type: ValueType): CompiledResource => {
  const keyColumn = columnOf('id', type);
  return { table: tableOf(name, keyColumn), keyColumn } as CompiledResource;
};

/** Returns the lists of keys that the work binds. */
async function boundBy(work: (transaction: Transaction) => Promise<unknown>): Promise<unknown[]> {
  const bound: unknown[] = [];
  const query = (_sql: string, values: readonly unknown[] = []): Promise<Row[]> => {
    bound.push(values[0]);
    return Promise.resolve([]);
  };
  const queryAll = (statements: readonly Statement[]): Promise<Row[][]> =>
    Promise.all(statements.map(({ sql, values }) => query(sql, values)));
  await work({ query, queryAll } as unknown as Transaction);
  return bound.map((list) => JSON.parse(String(list)) as unknown);
}

interface Order {
  readonly type: ValueType;
  readonly keys: readonly Key[];
  readonly locked: readonly Key[];
}

describe.each<Order>([
  {
    type: 'bigint',
    keys: ['10', '9', '9007199254740993'],
    locked: ['9', '10', '9007199254740993'],
  },
  { type: 'integer', keys: [10, 9, 100], locked: [9, 10, 100] },
  { type: 'text', keys: ['é', 'b', 'B'], locked: ['B', 'b', 'é'] },
])('keys of the type $type', ({ type, keys, locked }) => {
  const resource = resourceOf('courses', type);

  it('are locked in one order by updates, actions, and attach (C7.5)', async () => {
    const records = new RecordLocks(dialect, entities);
    const listed = new LockedRecords(dialect, {
      more: '',
      target: resource,
      select: [resource.keyColumn],
      condition: scope,
      shows: null,
    });
    const ends = new PivotEnds(dialect, entities);
    const parent = { resource: resourceOf('players', 'integer'), scope, key: 1 };
    const related = { resource, scope, keys, purpose: 'keep' as const };

    expect(await boundBy((each) => records.lock(each, resource, keys, scope, 'change'))).toEqual([
      locked,
    ]);
    expect(await boundBy((each) => listed.listed(each, keys))).toEqual([locked]);
    expect(await boundBy((each) => ends.lock(each, parent, related))).toEqual([locked, [1]]);
  });
});
