/** The kind of a statement by its first word. */
const KINDS = new Map(
  Object.entries({
    select: ['select', 'with'],
    insert: ['insert', 'replace'],
    update: ['update'],
    delete: ['delete'],
    transaction: ['begin', 'start', 'commit', 'rollback', 'savepoint', 'release', 'set'],
  }).flatMap(([kind, words]) => words.map((word) => [word, kind] as const)),
);
const OTHER = 'other';

/** All kinds, for metrics with one series each. */
export const statementKinds: ReadonlySet<string> = new Set([...KINDS.values(), OTHER]);

/** Returns the kind of a statement. */
export const statementKindOf = (sql: string): string => KINDS.get(firstWordOf(sql)) ?? OTHER;

/** Returns the first word of a statement in upper case, such as `SELECT`. */
export const operationOf = (sql: string): string => firstWordOf(sql).toUpperCase() || 'OTHER';

/** Brackets and blanks before the word are skipped. */
function firstWordOf(sql: string): string {
  const [, word = ''] = /^[\s(]*([a-z]+)/i.exec(sql) ?? [];
  return word.toLowerCase();
}
