import pg from 'pg';

type Parse = (text: string) => unknown;
interface Types {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parse;
}

const builtins = pg.types.builtins;
const { BOOL, BYTEA, INT2, INT4, OID, FLOAT4, FLOAT8, DATE, TIMESTAMP, BPCHAR } = builtins;
/** bool[], int2[], int4[], text[], varchar[], int8[] */
const lists = [1000, 1005, 1007, 1009, 1015, 1016];

const text: Parse = (value) => value;

/** A `char(n)` is padded with blanks, which do not count when it is compared. */
function unpadded(value: string): string {
  let end = value.length;
  while (value[end - 1] === ' ') end -= 1;
  return value.slice(0, end);
}

const parsers = new Map<number, Parse>([
  ...[BOOL, BYTEA, INT2, INT4, OID, FLOAT4, FLOAT8, ...lists].map(
    (oid) => [oid, pg.types.getTypeParser(oid) as Parse] as const,
  ),
  [BPCHAR, unpadded],
]);

/**
 * How the service reads values: it parses small numbers, booleans, binary data and lists. All
 * others stay strings, a `char(n)` without its padding.
 */
export const rowTypes: Types = { getTypeParser: (oid) => parsers.get(Number(oid)) ?? text };

/**
 * For reads of TypeORM: a `timestamp` has no time zone, and pg would treat it as local time.
 * Binding a `Date` has the same problem, which only a default of pg can disable.
 */
export const entityTypes: Types = {
  getTypeParser(oid, format) {
    if (oid === Number(TIMESTAMP)) return (value) => new Date(`${value.replace(' ', 'T')}Z`);
    if (oid === Number(BPCHAR)) return unpadded;
    return oid === Number(DATE) ? text : (pg.types.getTypeParser(oid, format) as Parse);
  },
};
pg.defaults.parseInputDatesAsUTC = true;
