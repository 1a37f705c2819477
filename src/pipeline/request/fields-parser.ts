import type { FieldList, WrittenName } from './resource-query.js';
import { StringCursor } from './string-cursor.js';

/**
 * Reads column names separated by `,` or `|` and keeps the first mention of each. Stops at any
 * other character.
 *
 * @contract C5.1
 * @throws `invalid_query` at an empty item
 */
export function readColumns(
  cursor: StringCursor,
  columns = new Map<string, WrittenName>(),
): Map<string, WrittenName> {
  do {
    const column = cursor.readName('a column');
    if (!columns.has(column.name)) columns.set(column.name, column);
  } while (cursor.takeSeparator(',') || cursor.takeSeparator('|'));
  return columns;
}

/**
 * `fields[<resource>]=<column>,<column>`
 *
 * @contract C5.1, C5.2
 * @throws `invalid_query` if the name does not have exactly one resource in brackets, or the value
 * is not a list of columns
 */
export function parseFields(parameter: string, value: string): FieldList {
  const resource = parseResource(parameter);
  const cursor = new StringCursor(parameter, value);
  const columns = readColumns(cursor);
  cursor.expectEnd('",", "|" or the end');
  return { parameter, resource, columns: [...columns.values()] };
}

function parseResource(parameter: string): string {
  const cursor = new StringCursor(parameter, parameter, ' of the parameter name');
  cursor.expect('fields', '"fields"');
  cursor.expect('[', '"[<resource>]"');
  const { name } = cursor.readName('a resource');
  cursor.expect(']', '"]"');
  cursor.expectEnd('the end');
  return name;
}
