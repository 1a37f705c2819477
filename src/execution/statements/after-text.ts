import type { OrderTerm, ResolvedOrder } from '../../authorization/resolved-order.js';
import type { Dialect } from '../dialects/dialect.js';
import { termText } from './order-text.js';

interface Piece {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * The rows that come after the one with these values, in an order. What is null comes last, so that
 * everything else lies before it, and nothing behind it.
 *
 * @param values one a term
 */
export function afterPiece(
  { terms }: ResolvedOrder,
  values: readonly unknown[],
  alias: string,
  dialect: Dialect,
): Piece {
  const [first, ...rest] = terms.map((term, at): Step => ({
    term,
    value: values[at],
    text: termText(term, alias, dialect),
  }));
  return after(first!, rest, dialect);
}

interface Step {
  readonly term: OrderTerm;
  readonly value: unknown;
  readonly text: string;
}

/** Beyond this step's value; or equal in it, and after in the next. */
function after(step: Step, [next, ...rest]: readonly Step[], dialect: Dialect): Piece {
  const beyond = beyondPiece(step, dialect);
  if (!next) return beyond;
  const same = samePiece(step, dialect);
  const later = after(next, rest, dialect);
  const tied: Piece = {
    text: `(${same.text} and ${later.text})`,
    values: [...same.values, ...later.values],
  };
  if (step.value === null) return tied;
  return { text: `(${beyond.text} or ${tied.text})`, values: [...beyond.values, ...tied.values] };
}

function beyondPiece({ term, value, text }: Step, dialect: Dialect): Piece {
  const further = `${text} ${term.descending ? '<' : '>'} ${dialect.boundTo(term.column)}`;
  return { text: term.nullable ? `(${further} or ${text} is null)` : further, values: [value] };
}

function samePiece({ term, value, text }: Step, dialect: Dialect): Piece {
  if (value === null) return { text: `${text} is null`, values: [] };
  return { text: `${text} = ${dialect.boundTo(term.column)}`, values: [value] };
}
