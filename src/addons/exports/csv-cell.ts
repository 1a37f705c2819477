const NEEDS_QUOTES = /[",\r\n]/;
/** Spreadsheets run such cells as formulas. */
const STARTS_FORMULA = /^[=+\-@\t\r]/;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * Returns a value as a cell of a CSV file (RFC 4180). Null is an empty cell, and an empty string a
 * quoted one. Strings are written without the quotes of JSON, other values as their JSON.
 *
 * Text that a spreadsheet would run as a formula starts with `'`, unless it is a number.
 *
 * `csv-stringify` was not used: it also puts the `'` before negative numbers.
 *
 * @param json the value as JSON
 * @contract C17.3
 */
export function csvCell(json: string): string {
  if (json === 'null') return '';
  if (json === '""') return '""';
  const text = json.startsWith('"') ? (JSON.parse(json) as string) : json;
  const safe = STARTS_FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
