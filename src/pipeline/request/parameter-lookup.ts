import { nearest, type RequestError } from '../../base/errors/index.js';
import { parameters, type QueryParameter } from './parameters.js';
import { quoted, refusal } from './refusal.js';
import type { QueryOperation } from './resource-query.js';

/** Starts the part of a name that the caller chooses. */
const CHOSEN = '[<';

/** The fixed part of a name -> its row; `filter[` is the row of every name with that prefix. */
type Lookup = ReadonlyMap<string, QueryParameter>;

const lookups: Readonly<Record<QueryOperation, Lookup>> = {
  index: lookupOf('index'),
  show: lookupOf('show'),
  'index action': lookupOf('index action'),
  'show action': lookupOf('show action'),
  none: lookupOf('none'),
};

function lookupOf(operation: QueryOperation): Lookup {
  return new Map(parametersOf(operation).map((parameter) => [fixedPartOf(parameter), parameter]));
}

function parametersOf(operation: QueryOperation): readonly QueryParameter[] {
  return parameters.filter(({ operations }) => operations.includes(operation));
}

function fixedPartOf({ name }: QueryParameter): string {
  const chosen = name.indexOf(CHOSEN);
  return chosen < 0 ? name : name.slice(0, chosen + 1);
}

/**
 * Finds the row of a parameter as the caller wrote it: `fields[users]` finds `fields[<resource>]`.
 * So do `fields` and `fields[`, whose reader reports what is missing.
 */
export function findParameter(
  operation: QueryOperation,
  written: string,
): QueryParameter | undefined {
  const lookup = lookups[operation];
  return lookup.get(written) ?? lookup.get(`${stem(written)}[`);
}

/**
 * Returns whether the operation compares fields with values, so that field names are parameters.
 * @contract C5.1
 */
export const takesMatches = (operation: QueryOperation): boolean =>
  operation === 'index' || operation === 'index action';

function stem(written: string): string {
  const bracket = written.indexOf('[');
  return bracket < 0 ? written : written.slice(0, bracket);
}

/**
 * Returns the error for a parameter that the operation does not have. It lists the allowed ones.
 *
 * @param fields the fields that are matched by their bare name
 * @contract C5.2
 */
export function unknownParameter(
  written: string,
  operation: QueryOperation,
  fields: readonly string[] = [],
): RequestError {
  const taken = parametersOf(operation);
  const chosen = written.slice(stem(written).length);
  const candidates = taken.map((parameter) =>
    parameter.name.includes(CHOSEN) ? stem(parameter.name) + chosen : parameter.name,
  );
  const meant = nearest(written, [...candidates, ...fields]);
  const question =
    meant === undefined || meant === written ? '' : ` Did you mean ${quoted(meant)}?`;
  const allowed = [...taken.map(({ name }) => name), ...fields].join(', ') || 'none';
  return refusal(written, `Unknown parameter ${quoted(written)}.${question} Allowed: ${allowed}.`);
}
