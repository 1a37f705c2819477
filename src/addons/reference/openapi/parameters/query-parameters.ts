import type { CompiledResource } from '../../../../registry/resources/compiled-resource.js';
import { parameters } from '../../../../pipeline/request/parameters.js';
import type { QueryOperation } from '../../../../pipeline/request/resource-query.js';
import { parameterNames, parameterRef } from '../document/components.js';
import type { ParameterObject, Reference } from '../document/open-api.js';
import type { ReferenceFacts } from '../document/reference-facts.js';
import { matchParameters } from './match-parameters.js';
import { narrowingParameters } from './narrowing-parameters.js';
import { pageParameters } from './page-parameters.js';
import { readingParameters } from './reading-parameters.js';

/** What the parameters of a deployment depend on. */
type ParameterFacts = Pick<ReferenceFacts, 'limits' | 'exports'>;

/**
 * Describes a row of the parameters for a resource; empty if the resource declares nothing for it.
 */
export type DescribeParameter = (
  resource: CompiledResource,
  facts: ParameterFacts,
  operation: QueryOperation,
) => readonly ParameterObject[];

/**
 * Keyed by the names in `src/pipeline/request/parameters.ts`. `action` depends on the path, which describes
 * it.
 */
export const describers: Readonly<Record<string, DescribeParameter>> = {
  ...readingParameters,
  ...narrowingParameters,
  ...matchParameters,
  ...pageParameters,
};

/** Operations whose parameters differ. */
const operations: readonly QueryOperation[] = ['index', 'show', 'index action', 'show action'];

/** Returns all parameters of a resource as components. */
export function parameterComponents(
  resource: CompiledResource,
  facts: ParameterFacts,
): Readonly<Record<string, ParameterObject>> {
  const all = operations.flatMap((operation) => parametersOf(resource, operation, facts));
  return Object.fromEntries(all);
}

/** Listed for writes that return their record, which take everything that a show takes. */
const written = ['include', 'fields[<resource>]'];

/** Returns the query parameters of a write that returns its record: those that clients need. */
export const writeParameters = (
  resource: CompiledResource,
  facts: ParameterFacts,
): readonly Reference[] =>
  parametersOf(resource, 'show', facts, written).map(([name]) => parameterRef(name));

/** Not listed for lists of relations, which take everything that an index takes. */
const ofRelations = ['relatablePerPage', 'more', 'sort[<relation>]', 'filter[<relation>][<field>]'];

/** Returns the query parameters of the list of a relation: those that clients need. */
export const relationParameters = (
  resource: CompiledResource,
  facts: ParameterFacts,
): readonly Reference[] =>
  parametersOf(
    resource,
    'index',
    facts,
    Object.keys(describers).filter((name) => !ofRelations.includes(name)),
  ).map(([name]) => parameterRef(name));

/** Returns the query parameters of an operation. @contract C5.1 */
export const queryParameters = (
  resource: CompiledResource,
  operation: QueryOperation,
  facts: ParameterFacts,
): readonly Reference[] =>
  parametersOf(resource, operation, facts).map(([name]) => parameterRef(name));

function parametersOf(
  resource: CompiledResource,
  operation: QueryOperation,
  facts: ParameterFacts,
  names = Object.keys(describers),
): readonly (readonly [string, ParameterObject])[] {
  const rows = parameters.filter(
    ({ name, operations: takenBy }) => takenBy.includes(operation) && names.includes(name),
  );
  const described = rows.flatMap(({ name }) => describers[name]!(resource, facts, operation));
  return described.map((parameter) => [
    parameterNames.query(resource.key, parameter.name),
    parameter,
  ]);
}
