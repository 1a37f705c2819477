import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

type Schema = Readonly<Record<string, any>>;

interface Tool {
  readonly name: string;
  readonly inputSchema: Schema;
  readonly outputSchema?: Schema;
}

/** What the protocol adds to JSON Schema. */
const protocolKeywords = ['x-mcp-header'];

/** Schemas that were checked, as JSON: many tests list the same tools. */
const known = new Set<string>();

/**
 * Returns what strict clients refuse in the schemas of the tools that a response lists.
 *
 * @param payload of `/mcp`: JSON, or events
 */
export function faultsOfTools(payload: string): readonly string[] {
  const messages = payload.startsWith('{')
    ? [payload]
    : [...payload.matchAll(/^data: (\{.*)$/gm)].map(([, json]) => json!);
  return messages
    .flatMap((json) => (JSON.parse(json) as { result?: { tools?: Tool[] } }).result?.tools ?? [])
    .flatMap((tool) =>
      [tool.inputSchema, tool.outputSchema ?? {}].flatMap((schema) =>
        faultsOfSchema(schema).map((fault) => `${tool.name}: ${fault}`),
      ),
    );
}

/** Returns what strict clients refuse in a schema; only the first time. */
export function faultsOfSchema(schema: Schema): readonly string[] {
  const json = JSON.stringify(schema);
  if (known.has(json)) return [];
  known.add(json);
  return [...faultsAt(schema, ''), ...faultsOfCompiling(schema)];
}

function faultsOfCompiling(schema: Schema): readonly string[] {
  try {
    addFormats
      .default(
        new Ajv2020({ strict: true, allowMatchingProperties: true, keywords: protocolKeywords }),
      )
      .compile(schema);
    return [];
  } catch (error) {
    return [`${(error as Error).message}: ${JSON.stringify(schema)}`];
  }
}

function* faultsAt(schema: Schema, path: string): Iterable<string> {
  const at = `${path || 'the schema'} ${JSON.stringify(schema).slice(0, 200)}`;
  if (Array.isArray(schema.type)) yield `several types: ${at}`;
  if (schema.type === 'array' && !('items' in schema)) yield `no items: ${at}`;
  if ('enum' in schema) {
    if (schema.type === undefined) yield `an enum without a type: ${at}`;
    if ('anyOf' in schema) yield `an enum beside anyOf: ${at}`;
    if ((schema.enum as unknown[]).includes(null)) yield `an enum with null: ${at}`;
  }
  for (const [name, value] of Object.entries((schema.properties ?? {}) as Record<string, Schema>))
    yield* faultsAt(value, `${path}/${name}`);
  for (const keyword of ['items', 'not', 'additionalProperties'])
    if (typeof schema[keyword] === 'object')
      yield* faultsAt(schema[keyword] as Schema, `${path}/${keyword}`);
  for (const keyword of ['anyOf', 'allOf', 'oneOf'])
    for (const [place, each] of ((schema[keyword] ?? []) as Schema[]).entries())
      yield* faultsAt(each, `${path}/${keyword}/${place}`);
}
