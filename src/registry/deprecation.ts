import type { Deprecation, DeprecationOptions } from '../definition/deprecation.js';
import type { JsonSchema } from '../rules/json-schema.js';

/** A deprecation as user interfaces receive it: what was not declared is null. @contract C17.1 */
export interface DescribedDeprecation {
  readonly since: string;
  readonly sunset: string | null;
  readonly use: string | null;
  readonly link: string | null;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/;

/** Returns the deprecation of a member with these options; `null` without one. */
export function deprecationOf({ deprecated }: DeprecationOptions): DescribedDeprecation | null {
  if (deprecated === undefined) return null;
  const { since, sunset = null, use = null, link = null } = partsOf(deprecated);
  return { since, sunset, use, link };
}

/** Returns the sentences about a deprecation for people and agents; empty without one. */
export function describeDeprecation(options: DeprecationOptions): readonly string[] {
  const deprecation = deprecationOf(options);
  if (deprecation === null) return [];
  const { since, sunset, use, link } = deprecation;
  return [
    `Deprecated since ${since}.`,
    ...(sunset === null ? [] : [`Will be removed on ${sunset}.`]),
    ...(use === null ? [] : [`Use ${use} instead.`]),
    ...(link === null ? [] : [`See ${link}.`]),
  ];
}

/** Marks the schema of a member as deprecated, if it is. */
export function withDeprecation(schema: JsonSchema, options: DeprecationOptions): JsonSchema {
  const sentences = describeDeprecation(options);
  if (sentences.length === 0) return schema;
  const description = [schema.description, ...sentences].filter(Boolean).join(' ');
  return { ...schema, description, deprecated: true };
}

/** Returns what is wrong with a deprecation, and what to write instead; `null` if nothing is. */
export function findDeprecationFault(
  deprecated: Deprecation,
): readonly [wrong: string, instead: string] | null {
  const { since, sunset, link } = partsOf(deprecated);
  for (const [name, value] of Object.entries({ since, sunset }))
    if (value !== undefined && !isDate(value))
      return [
        `"${String(value)}" is not a date (deprecated.${name})`,
        "a date such as '2026-11-01'",
      ];
  if (sunset !== undefined && instantOf(sunset) < instantOf(since))
    return [`it would be removed on ${sunset}, before ${since}`, 'a sunset after since'];
  if (link !== undefined && !isWebAddress(link))
    return [
      `"${link}" is not a URL (deprecated.link)`,
      "a URL such as 'https://example.com/changes'",
    ];
  return null;
}

const isWebAddress = (link: string): boolean =>
  URL.canParse(link) && /^https?:$/.test(new URL(link).protocol);

/** Returns milliseconds since 1970. A date begins at midnight in UTC. */
export const instantOf = (date: string): number => Date.parse(date);

const partsOf = (deprecated: Deprecation) =>
  typeof deprecated === 'string' ? { since: deprecated } : deprecated;

/** `2026-02-30` is not a date, but JavaScript would read it as one. */
const isDate = (value: unknown): boolean =>
  typeof value === 'string' &&
  (DAY.test(value) || INSTANT.test(value)) &&
  !Number.isNaN(instantOf(value)) &&
  new Date(instantOf(value)).toISOString().startsWith(value.slice(0, 10));
