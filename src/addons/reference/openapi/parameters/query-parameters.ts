import type { Limits } from '../../../../options/limits.js';
import type { CompiledResource } from '../../../../registry/resources/compiled-resource.js';
import { parameters } from '../../../../pipeline/request/parameters.js';
import type { QueryOperation } from '../../../../pipeline/request/resource-query.js';
import { parameterRef } from '../document/components.js';
import type { ParameterObject, Reference } from '../document/open-api.js';
import { matchParameters } from './match-parameters.js';
import { narrowingParameters } from './narrowing-parameters.js';
import { pageParameters } from './page-parameters.js';
import { readingParameters } from './reading-parameters.js';

/**
 * Describes a row of the parameters for a resource; empty if the resource declares nothing for it.
 */
export type DescribeParameter = (
  resource: CompiledResource,
  limits: Limits,
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
  limits: Limits,
): Readonly<Record<string, ParameterObject>> {
  const all = operations.flatMap((operation) => parametersOf(resource, operation, limits));
  return Object.fromEntries(all);
}

/** Returns the query parameters of an operation. @contract C5.1 */
export const queryParameters = (
  resource: CompiledResource,
  operation: QueryOperation,
  limits: Limits,
): readonly Reference[] =>
  parametersOf(resource, operation, limits).map(([name]) => parameterRef(name));

function parametersOf(
  resource: CompiledResource,
  operation: QueryOperation,
  limits: Limits,
): readonly (readonly [string, ParameterObject])[] {
  const rows = parameters.filter(
    ({ name, operations: takenBy }) => takenBy.includes(operation) && name in describers,
  );
  const described = rows.flatMap(({ name }) => describers[name]!(resource, limits, operation));
  return described.map((parameter) => [componentName(resource, parameter), parameter]);
}

/** The name of a component may not contain brackets and arrows. */
const componentName = ({ key }: CompiledResource, { name }: ParameterObject): string =>
  `${key}.query.${name.replace(/[^\w-]+/g, '.').replace(/\.$/, '')}`;
