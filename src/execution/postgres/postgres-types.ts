import pg from 'pg';

type Parse = (text: string) => unknown;
interface Types {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parse;
}

const builtins = pg.types.builtins;
const { BOOL, BYTEA, INT2, INT4, OID, FLOAT4, FLOAT8, DATE, TIMESTAMP } = builtins;
/** bool[], int2[], int4[], text[], varchar[], int8[] */
const lists = [1000, 1005, 1007, 1009, 1015, 1016];

const text: Parse = (value) => value;
const parsers = new Map<number, Parse>(
  [BOOL, BYTEA, INT2, INT4, OID, FLOAT4, FLOAT8, ...lists].map((oid) => [
    oid,
    pg.types.getTypeParser(oid) as Parse,
  ]),
);

/** How the service reads values: small numbers, booleans, bytes and lists; all else stays text. */
export const rowTypes: Types = { getTypeParser: (oid) => parsers.get(Number(oid)) ?? text };

/**
 * For what TypeORM reads: a `timestamp` has no zone, and pg would take it for local time. Binding a
 * `Date` has the same fault, which only pg's own default can turn off.
 */
export const entityTypes: Types = {
  getTypeParser(oid, format) {
    if (oid === Number(TIMESTAMP)) return (value) => new Date(`${value.replace(' ', 'T')}Z`);
    return oid === Number(DATE) ? text : (pg.types.getTypeParser(oid, format) as Parse);
  },
};
pg.defaults.parseInputDatesAsUTC = true;
