import { createHash } from 'node:crypto';
import type { CompiledColumn } from '../registry/compiled-resource.js';
import { isCursorValue } from './cursor-values.js';
import { refusal } from './refusal.js';

const PARAMETER = 'cursor';
const CHECK_LENGTH = 16;
const letters = /^[A-Za-z0-9_-]+$/;

/** A value of an order, as it stands in a cursor. */
export type CursorValue = string | number | boolean | null;

/** What a cursor's values are of: a column, or what lies at a path of it. */
export interface CursorTerm {
  readonly column: CompiledColumn;
  readonly path: readonly string[];
}

/**
 * Where a page ended, as an opaque text: the values of its last record in the order that it was
 * read in. A check binds them to those pages, so that a cursor that was changed, or is sent with
 * another order or filter, is told from a good one. It is no secret: a cursor tells nothing that
 * its page did not, and its values are bound like any other's.
 *
 * @param pages what pages have in common that one cursor leads through
 * @contract C3.1
 */
export function encodeCursor(pages: string, values: readonly CursorValue[]): string {
  const json = JSON.stringify(values);
  return Buffer.from(checkOf(pages, json) + json).toString('base64url');
}

/**
 * The values in a cursor, one a term of the order.
 *
 * @throws `invalid_query` when it was not made by {@link encodeCursor} for these pages
 */
export function decodeCursor(
  pages: string,
  terms: readonly CursorTerm[],
  input: string,
): readonly CursorValue[] {
  const inner = letters.test(input) ? Buffer.from(input, 'base64url').toString('utf8') : '';
  const json = inner.slice(CHECK_LENGTH);
  const isOurs = encodesTo(inner, input) && inner.slice(0, CHECK_LENGTH) === checkOf(pages, json);
  const values = isOurs ? (JSON.parse(json) as readonly CursorValue[]) : [];
  const areWhole = values.length === terms.length;
  if (
    areWhole &&
    terms.every(({ column, path }, at) => isCursorValue(values[at]!, column, path.length > 0))
  )
    return values;
  throw refusal(
    PARAMETER,
    'This is no cursor of a page in this order, with these filters. Take it from "links.next" of such a page, or start with an empty one.',
  );
}

/** Several texts of base64 may mean the same bytes; one of them is the cursor. */
const encodesTo = (inner: string, input: string): boolean =>
  Buffer.from(inner).toString('base64url') === input;

const checkOf = (pages: string, json: string): string =>
  createHash('sha256').update(`${pages}\n${json}`).digest('base64url').slice(0, CHECK_LENGTH);
