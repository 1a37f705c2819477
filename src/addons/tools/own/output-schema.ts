import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { JsonSchema } from '../../../base/json-schema.js';
import type { ToolOutput } from '../tool/tool.js';
import { checkOf } from './schema-check.js';
import { findIssues } from './find-issues.js';

/** The schema of the member `shortened`. @contract C16.4 */
const marks: JsonSchema = {
  type: 'array',
  description: 'Lists and strings that were shortened to fit the result; absent if none were.',
  items: {
    type: 'object',
    properties: {
      path: { type: 'string' },
      shown: { type: 'integer' },
      total: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      next: { anyOf: [{ type: 'object' }, { type: 'null' }] },
    },
    required: ['path', 'shown', 'total', 'next'],
    additionalProperties: false,
  },
};

/** Validates the results of a custom tool against its `outputSchema`. @contract C16.5 */
export class OutputSchema implements ToolOutput {
  /** The schema for clients; `shortened` is added if the declared schema would reject it. */
  readonly schema: JsonSchema;
  private check: Promise<StandardSchemaWithJSON> | undefined;

  constructor(
    private readonly tool: string,
    declared: JsonSchema,
  ) {
    this.schema = withMarks(declared);
  }

  async findFaults(value: unknown): Promise<readonly string[]> {
    const issues = await findIssues(
      await (this.check ??= checkOf(this.schema)),
      value,
      'the result',
    );
    return Object.entries(issues).flatMap(([path, messages]) =>
      messages.map((message) => `${path}: ${message}`),
    );
  }

  async verify(value: unknown): Promise<void> {
    const faults = await this.findFaults(value);
    if (faults.length > 0)
      throw new TypeError(
        `The tool "${this.tool}" returned a value that does not match its outputSchema: ${faults.join('; ')}.`,
      );
  }
}

function withMarks(schema: JsonSchema): JsonSchema {
  const isClosed =
    schema.additionalProperties !== undefined || schema.unevaluatedProperties !== undefined;
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  if (!isClosed || 'shortened' in properties) return schema;
  return { ...schema, properties: { ...properties, shortened: marks } };
}
