import type { JsonSchema } from '../../../base/json-schema.js';

/**
 * The schema keyword for an argument that clients repeat in the header `Mcp-Param-<name>`. Revision
 * 2026-07-28, SEP-2243
 */
const KEYWORD = 'x-mcp-header';

/** An argument that clients repeat in a header so that proxies can route by it. */
export interface HeaderArgument {
  /** The property names that lead to the argument. */
  readonly path: readonly string[];
  /** The whole name, such as `Mcp-Param-Region`. */
  readonly header: string;
  readonly isInteger: boolean;
}

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const types: ReadonlySet<unknown> = new Set(['string', 'integer', 'boolean']);
/** Keywords whose members have names chosen by the schema's author. */
const naming: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
]);
/** Keywords that contain values, not schemas. */
const values: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);

/** Returns the arguments of a schema that clients repeat in headers. */
export const headerArguments = (schema: JsonSchema): readonly HeaderArgument[] =>
  [...positionsIn(schema, [], true)].map(({ path, schema: { type, [KEYWORD]: name } }) => ({
    path,
    header: `Mcp-Param-${String(name)}`,
    isInteger: type === 'integer',
  }));

/**
 * Yields the faults of the headers that a schema names. Clients ignore a tool with such a fault.
 */
export function* findHeaderFaults(schema: JsonSchema): Iterable<string> {
  const seen = new Set<string>();
  for (const { path, schema: declared, isReachable } of positionsIn(schema, [], true)) {
    const name = declared[KEYWORD];
    const position = `"${KEYWORD}" of ${path.length === 0 ? 'the root' : `"${path.join('.')}"`}`;
    if (!isReachable || path.length === 0)
      yield `${position} is not on a property, or is nested in a keyword other than "properties"`;
    else if (typeof name !== 'string' || !token.test(name))
      yield `${position} is not a valid header name`;
    else if (!types.has(declared.type))
      yield `${position} is on a type other than string, integer or boolean`;
    else if (seen.has(name.toLowerCase())) yield `${position} names the header of another argument`;
    seen.add(String(name).toLowerCase());
  }
}

interface SchemaPosition {
  readonly path: readonly string[];
  readonly schema: JsonSchema;
  /** Whether the path contains no keyword other than `properties`. */
  readonly isReachable: boolean;
}

function* positionsIn(
  schema: unknown,
  path: readonly string[],
  isReachable: boolean,
): Iterable<SchemaPosition> {
  if (typeof schema !== 'object' || schema === null) return;
  if (KEYWORD in schema) yield { path, schema: schema, isReachable };
  for (const [keyword, inner] of Object.entries(schema)) {
    if (values.has(keyword)) continue;
    if (!naming.has(keyword)) yield* positionsIn(inner, path, false);
    else
      for (const [name, each] of Object.entries(inner as object))
        yield* positionsIn(each, [...path, name], isReachable && keyword === 'properties');
  }
}
