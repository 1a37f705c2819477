import { Injectable } from '@nestjs/common';
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { ToolOptions } from '../../../definition/contracts/agents.js';
import { RequestError } from '../../../base/errors/index.js';
import { StandalonePayloads } from '../../../modules/actions/standalone-payloads.js';
import type { JsonSchema } from '../../../base/json-schema.js';
import { payloadRules } from '../../../rules/check/payload-rules.js';
import type { ToolArguments, ToolCall } from '../tool/tool.js';
import { clientPayload } from '../schemas/client-schema.js';
import { objectSchema } from '../schemas/key-schema.js';
import { findIssues } from './find-issues.js';
import { checkOf } from './schema-check.js';

/** The arguments that a custom tool takes. */
export interface TakenArguments {
  readonly inputSchema: JsonSchema;
  /**
   * Returns the arguments for the method.
   * @throws RequestError `validation_failed`, with errors by path
   */
  read(call: ToolCall): Promise<object>;
}

/** Validates the arguments of custom tools by a schema, by rules, or by a payload class. */
@Injectable()
export class OwnArguments {
  constructor(private readonly payloads: StandalonePayloads) {}

  /** @throws Error for an invalid schema or rule, at boot */
  of(options: ToolOptions): TakenArguments {
    return options.rules || options.payload
      ? this.byRules(options)
      : bySchema(options.inputSchema ?? objectSchema({}));
  }

  private byRules(options: ToolOptions): TakenArguments {
    const rules = payloadRules(options);
    const { properties, required } = clientPayload(options);
    const { name } = options;
    return {
      inputSchema: objectSchema(properties, required),
      read: ({ caller, args }) => this.payloads.check(rules, args, name, caller),
    };
  }
}

function bySchema(inputSchema: JsonSchema): TakenArguments {
  let check: Promise<StandardSchemaWithJSON> | undefined;
  return {
    inputSchema,
    async read({ args }) {
      await verify(await (check ??= checkOf(inputSchema)), args);
      return args;
    },
  };
}

async function verify(check: StandardSchemaWithJSON, args: ToolArguments): Promise<void> {
  const errors = await findIssues(check, args, 'arguments');
  if (Object.keys(errors).length > 0) throw new RequestError('validation_failed', { errors });
}
