import type { CompiledColumn, ValueType } from '../../registry/resources/compiled-resource.js';

/** The kind of values in a column. */
type StoredKind =
  'number' | 'text' | 'boolean' | 'datetime' | 'date' | 'time' | 'json' | 'uuid' | 'binary';

const kinds: Readonly<Record<StoredKind, string>> = {
  number:
    'int int2 int4 int8 integer tinyint smallint mediumint bigint numeric decimal float float4 float8 double real money',
  text: 'text varchar bpchar char character citext name enum set tinytext mediumtext longtext nvarchar nchar clob',
  boolean: 'bool boolean',
  datetime: 'timestamp timestamptz datetime',
  date: 'date',
  time: 'time',
  json: 'json jsonb',
  uuid: 'uuid',
  binary: 'bytea blob binary varbinary tinyblob mediumblob longblob',
};
const byName = new Map(
  (Object.entries(kinds) as [StoredKind, string][]).flatMap(([kind, names]) =>
    names.split(' ').map((name) => [name, kind] as const),
  ),
);

const number: readonly StoredKind[] = ['number'];
const opaque: readonly StoredKind[] = ['text', 'uuid', 'json', 'datetime', 'date', 'binary'];

/**
 * The kinds that can contain each type on every database. Pairs that are merely unusual are not
 * reported: they may work.
 */
const everywhere: Readonly<Record<ValueType, readonly StoredKind[]>> = {
  integer: number,
  bigint: number,
  decimal: number,
  float: number,
  text: opaque,
  uuid: ['uuid', 'text', 'binary'],
  boolean: ['boolean'],
  datetime: ['datetime', 'date'],
  date: ['date', 'datetime'],
  time: ['time', 'text'],
  json: ['json', 'text'],
  binary: ['binary', 'text'],
};

/** Kinds of columns by the type that they can contain. */
export type CompatibleKinds = Readonly<Partial<Record<ValueType, readonly StoredKind[]>>>;

/** For databases where a boolean is a small number, and where instants compare as strings. */
export const looseKinds: CompatibleKinds = {
  integer: ['boolean'],
  boolean: ['number'],
  datetime: ['text'],
  date: ['text'],
};

/** Whether a column of this database type can contain the values of the entity's column. */
export function isCompatible(
  compatibleKinds: CompatibleKinds,
  { type }: CompiledColumn,
  stored: string,
): boolean {
  const kind = byName.get(stored.toLowerCase().split('(')[0]!.trimEnd());
  if (kind === undefined) return true;
  return everywhere[type].includes(kind) || (compatibleKinds[type]?.includes(kind) ?? false);
}
