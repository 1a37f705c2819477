import type { EntityMetadata, QueryRunner } from 'typeorm';
import type { CompiledColumn, ValueType } from '../../registry/resources/compiled-resource.js';
import { describeTable } from '../../registry/resources/describe-table.js';

type Words = Readonly<Record<'random' | 'number' | 'uuid', string>>;

const mysqlWords: Words = {
  random: 'md5(rand())',
  number: 'floor(rand() * 10000)',
  uuid: 'uuid()',
};

/** By the type of TypeORM's options. */
const words: Readonly<Record<string, Words>> = {
  'better-sqlite3': {
    random: 'lower(hex(randomblob(16)))',
    number: 'abs(random() % 10000)',
    uuid: `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
  },
  postgres: {
    random: 'md5(random()::text)',
    number: 'floor(random() * 10000)::integer',
    uuid: 'gen_random_uuid()',
  },
  mysql: mysqlWords,
  mariadb: mysqlWords,
};

const constants: Readonly<Partial<Record<ValueType, string>>> = {
  boolean: '(1 = 0)',
  datetime: 'current_timestamp',
  date: 'current_date',
  time: `'00:00:00'`,
  json: `'{}'`,
  binary: `''`,
};

/**
 * Replaces the defaults of an entity that this database cannot run, because another one calculates
 * them, by values of the column's type. Only for databases that are thrown away: the tables that
 * tests and `check` create in place of those of an existing database.
 */
export async function makeDefaultsRunnable(
  metadata: EntityMetadata,
  runner: QueryRunner,
): Promise<void> {
  const substitutes = words[runner.dataSource.options.type]!;
  const columns = describeTable(metadata).columns;
  for (const column of metadata.columns) {
    const { default: given } = column;
    if (typeof given !== 'function') continue;
    const sql = String((given as () => unknown)());
    if (isPortable(sql)) continue;
    const substitute = substituteOf(columns.get(column.propertyName)!, substitutes);
    // MySQL only takes expressions in parentheses.
    const expression = `(${(await canRun(runner, sql)) ? sql : substitute})`;
    column.default = () => expression;
  }
}

const isPortable = (sql: string): boolean => /^current_timestamp(\(\d*\))?$/i.test(sql);

async function canRun(runner: QueryRunner, expression: string): Promise<boolean> {
  await runner.startTransaction();
  try {
    await runner.query(`select ${expression}`);
    await runner.commitTransaction();
    return true;
  } catch {
    await runner.rollbackTransaction();
    return false;
  }
}

function substituteOf(
  { type, length, labels }: CompiledColumn,
  { random, number, uuid }: Words,
): string {
  if (labels) return `'${labels[0]!.replaceAll("'", "''")}'`;
  if (type === 'text') return `substr(${random}, 1, ${Math.min(length ?? 32, 32)})`;
  if (type === 'uuid') return uuid;
  return constants[type] ?? number;
}
