import { createHash } from 'node:crypto';
import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';
import { isCursorValue } from './cursor-values.js';
import { refusal } from './refusal.js';

const PARAMETER = 'cursor';
const CHECK_LENGTH = 16;
const base64Url = /^[A-Za-z0-9_-]+$/;

/** A value of an order, as a cursor contains it. */
export type CursorValue = string | number | boolean | null;

/** What a value of a cursor belongs to: a column, or a JSON path in a column. */
export interface CursorTerm {
  readonly column: CompiledColumn;
  readonly path: readonly string[];
}

/**
 * Encodes the end of a page as an opaque string: the values of its last record in the order of the
 * page. A checksum ties them to these pages, so a cursor that was changed, or is sent with another
 * order or filter, is rejected. The checksum is not a secret: a cursor contains nothing that its
 * page did not, and its values are bound as parameters.
 *
 * @param pages identifies the pages that one cursor leads through
 * @contract C3.1
 */
export function encodeCursor(pages: string, values: readonly CursorValue[]): string {
  const json = JSON.stringify(values);
  return Buffer.from(checkOf(pages, json) + json).toString('base64url');
}

/**
 * Returns the values in a cursor, one per term of the order.
 *
 * @throws `invalid_query` if {@link encodeCursor} did not make it for these pages
 */
export function decodeCursor(
  pages: string,
  terms: readonly CursorTerm[],
  input: string,
): readonly CursorValue[] {
  const inner = base64Url.test(input) ? Buffer.from(input, 'base64url').toString('utf8') : '';
  const json = inner.slice(CHECK_LENGTH);
  const isGenuine =
    encodesTo(inner, input) && inner.slice(0, CHECK_LENGTH) === checkOf(pages, json);
  const values = isGenuine ? (JSON.parse(json) as readonly CursorValue[]) : [];
  const areWhole = values.length === terms.length;
  if (
    areWhole &&
    terms.every(({ column, path }, at) => isCursorValue(values[at]!, column, path.length > 0))
  )
    return values;
  throw refusal(
    PARAMETER,
    'The cursor does not belong to a page in this order with these filters. Take it from "links.next" of such a page, or start with an empty one.',
  );
}

/** Several base64 strings may decode to the same bytes; only one of them is the cursor. */
const encodesTo = (inner: string, input: string): boolean =>
  Buffer.from(inner).toString('base64url') === input;

const checkOf = (pages: string, json: string): string =>
  createHash('sha256').update(`${pages}\n${json}`).digest('base64url').slice(0, CHECK_LENGTH);
