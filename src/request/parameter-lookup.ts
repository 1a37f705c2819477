import { nearest, type RequestError } from '../errors/index.js';
import { parameters, type Parameter } from './parameters.js';
import { quoted, refusal } from './refusal.js';
import type { QueryOperation } from './resource-query.js';

/** What begins the part of a name that the caller chooses. */
const CHOSEN = '[<';

/** What of a name is fixed -> its row; `filter[` stands for every name that begins so. */
type Lookup = ReadonlyMap<string, Parameter>;

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

function parametersOf(operation: QueryOperation): readonly Parameter[] {
  return parameters.filter(({ operations }) => operations.includes(operation));
}

function fixedPartOf({ name }: Parameter): string {
  const chosen = name.indexOf(CHOSEN);
  return chosen < 0 ? name : name.slice(0, chosen + 1);
}

/**
 * The row of a parameter as the caller wrote it: `fields[users]` finds `fields[<resource>]`, and so
 * do `fields` and `fields[`, whose reader says what is missing. `undefined` where there is none.
 */
export function findParameter(operation: QueryOperation, written: string): Parameter | undefined {
  const lookup = lookups[operation];
  return lookup.get(written) ?? lookup.get(`${stem(written)}[`);
}

/**
 * Does the operation hold fields against values, so that a field's name is a parameter?
 * @contract C5.1
 */
export const takesMatches = (operation: QueryOperation): boolean =>
  operation === 'index' || operation === 'index action';

function stem(written: string): string {
  const bracket = written.indexOf('[');
  return bracket < 0 ? written : written.slice(0, bracket);
}

/**
 * Refuses a parameter that the operation does not have, with those that it has.
 *
 * @param fields what is matched by its name alone
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
