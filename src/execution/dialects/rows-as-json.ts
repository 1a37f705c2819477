import type { ValueType } from '../../registry/compiled-resource.js';
import type { Row } from '../database/database.js';
import { BETWEEN, markText } from '../nested/marks.js';
import type { ReadStatement } from '../statements/read-statement.js';

const between = ` || ${markText(BETWEEN)} || `;

/** Values that JSON would change go as text, which is how the driver gives them: digits of numbers, and JSON itself. */
const keptAsText: ReadonlySet<ValueType> = new Set<ValueType>(['bigint', 'decimal', 'json']);

/**
 * A statement of PostgreSQL as an expression that holds all of its rows in one text: `[[…],…]`, and behind it the JSON
 * texts that the database wrote, which would have to be escaped inside.
 */
export function rowsAsJson({ text, types, nested }: ReadStatement): string {
  const names = types.map((_type, at) => `c${at}`);
  const texts = Array.from({ length: nested }, (_none, at) => `n${at}`);
  const values = types.map((type, at) => (keptAsText.has(type) ? `c${at}::text` : `c${at}`));
  const rows = `json_agg(json_build_array(${values.join(', ')}))`;
  const all = nested === 0 ? rows : `${rows}${between}string_agg(${texts.join(between)}, ${markText(BETWEEN)})`;
  return `(select ${all} from (${text}) s(${[...names, ...texts].join(', ')}))`;
}

/** The rows in the text that {@link rowsAsJson} gave; none are null. */
export function rowsFromJson(text: string | null, { nested }: ReadStatement): readonly Row[] {
  if (text === null) return [];
  if (nested === 0) return JSON.parse(text) as readonly Row[];
  const [rows, ...texts] = text.split(BETWEEN);
  return (JSON.parse(rows!) as readonly Row[]).map((row, at) => [
    ...row,
    ...texts.slice(at * nested, (at + 1) * nested),
  ]);
}
