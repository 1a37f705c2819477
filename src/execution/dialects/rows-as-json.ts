import type { Row } from '../database/database.js';
import { columnJson } from '../json/column-json.js';
import { BETWEEN, markText, UNWRITABLE } from '../sql/marks.js';
import type { ReadStatement } from '../sql/read-statement.js';
import { boundedText, joinedTexts } from './bounded-text.js';

const between = ` || ${markText(BETWEEN)} || `;

/** Can all rows of a statement be sent as JSON? */
export const areJsonRows = ({ types }: ReadStatement): boolean =>
  types.every((type) => columnJson[type].inRows !== 'never');

/**
 * A statement of PostgreSQL as an expression that holds all of its rows in one text: `[[…],…]`, and
 * behind it the JSON texts that the database wrote, which would have to be escaped inside.
 */
export function rowsAsJson({ text, types, nested }: ReadStatement): string {
  const names = types.map((_type, at) => `c${at}`);
  const texts = Array.from({ length: nested }, (_none, at) => `n${at}`);
  const values = types.map((type, at) =>
    columnJson[type].inRows === 'text' ? `c${at}::text` : `c${at}`,
  );
  const list = `concat('[', ${joinedTexts('j')}, ']')`;
  const all =
    nested === 0
      ? list
      : `${list}${between}string_agg(${texts.join(between)}, ${markText(BETWEEN)})`;
  // Without `offset 0` the text of a row would be made anew wherever it is looked at.
  const rows = `select ${[`json_build_array(${values.join(', ')})::text j`, ...texts].join(', ')} from (${text}) s(${[...names, ...texts].join(', ')}) offset 0`;
  return boundedText(all, rows);
}

/**
 * The rows in the text that {@link rowsAsJson} gave; `null` where they are too long for one text.
 */
export function rowsFromJson(
  text: string | null,
  { nested }: ReadStatement,
): readonly Row[] | null {
  if (text === null) return [];
  const [rows, ...texts] = text.split(BETWEEN);
  if (rows!.includes(UNWRITABLE)) return null;
  if (nested === 0) return JSON.parse(rows!) as readonly Row[];
  return (JSON.parse(rows!) as readonly Row[]).map((row, at) => [
    ...row,
    ...texts.slice(at * nested, (at + 1) * nested),
  ]);
}
