import { bindKey, doubleQuoted } from '../dialects/dialect.js';
import { bound, compose, type SqlPart } from '../sql/compose.js';
import type { LoggedUpdate } from '../writes/logged-update.js';
import { arrayType } from './array-type.js';

/**
 * An update and its log as one statement. All parts of a `with` see the rows as they were when the
 * statement began, so `before$` contains the old values; the caller has locked the rows.
 */
export function postgresLoggedUpdate({ table, key, update, log }: LoggedUpdate): SqlPart {
  const name = doubleQuoted(key.name);
  const keys = bound(
    log.keys.map((each) => bindKey(each, key)),
    `unnest(?::${arrayType(key)}) with ordinality k(id, at$)`,
  );
  const rows = {
    from: `before$ b join after$ a on a.${name} = b.${name}`,
    key: `b.${name}::text`,
    place: 'b.at$',
  };
  return compose`with before$ as materialized (select k.at$, t.* from ${keys} join ${table} t on t.${name} = k.id)
, after$ as (${update} returning m.*)
${log.insert(rows)}`;
}
