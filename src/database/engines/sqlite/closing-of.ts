/** Returns the position of the parenthesis of SQL that closes the one before `from`. */
export function closingOf(sql: string, from: number): number {
  let depth = 1;
  let isQuoted = false;
  for (let at = from; at < sql.length; at += 1) {
    if (sql[at] === "'") isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sql[at] === '(') depth += 1;
    else if (sql[at] === ')' && (depth -= 1) === 0) return at;
  }
  return sql.length;
}
