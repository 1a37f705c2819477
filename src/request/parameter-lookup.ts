import { nearest, type RequestError } from '../errors/index.js';
import { parameters, type Parameter } from './parameters.js';
import { quoted, refusal } from './refusal.js';
import type { QueryOperation } from './resource-query.js';

/** What begins the part of a name that the caller chooses. */
const CHOSEN = '[<';

type Lookup = ReadonlyMap<string, Parameter>;

const lookups: Readonly<Record<QueryOperation, Lookup>> = {
  index: lookupOf('index'),
  show: lookupOf('show'),
  none: lookupOf('none'),
};

function lookupOf(operation: QueryOperation): Lookup {
  const taken = parameters.filter(({ operations }) => operations.includes(operation));
  return new Map(taken.map((parameter) => [keyOf(parameter), parameter]));
}

function keyOf({ name }: Parameter): string {
  const chosen = name.indexOf(CHOSEN);
  return chosen < 0 ? name : name.slice(0, chosen);
}

/**
 * The row of a parameter as the caller wrote it: `fields[users]` finds `fields[<resource>]`, and so do `fields` and
 * `fields[`, whose reader says what is missing.
 *
 * @contract C5.2
 * @throws `invalid_query` when the operation has no such parameter, with those that it has
 */
export function getParameter(operation: QueryOperation, written: string): Parameter {
  const lookup = lookups[operation];
  const found = lookup.get(written) ?? lookup.get(stem(written));
  if (found && (found.name === written || found.name.includes(CHOSEN))) return found;
  throw unknownParameter(written, [...lookup.values()]);
}

function stem(written: string): string {
  const bracket = written.indexOf('[');
  return bracket < 0 ? written : written.slice(0, bracket);
}

function unknownParameter(written: string, taken: readonly Parameter[]): RequestError {
  const chosen = written.slice(stem(written).length);
  const candidates = taken.map((parameter) =>
    parameter.name.includes(CHOSEN) ? keyOf(parameter) + chosen : parameter.name,
  );
  const meant = nearest(written, candidates);
  const question = meant === undefined ? '' : ` Did you mean ${quoted(meant)}?`;
  const allowed = taken.map(({ name }) => name).join(', ') || 'none';
  return refusal(written, `Unknown parameter ${quoted(written)}.${question} Allowed: ${allowed}.`);
}
