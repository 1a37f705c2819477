import { Injectable } from '@nestjs/common';
import { ToolResult } from '../../../definition/contracts/tool-result.js';
import { ActionResponses } from '../../../modules/actions/action-responses.js';
import type { AllAnnotations, McpTool, ToolCall } from '../tool/tool.js';
import { agentRequest } from './agent-request.js';
import { headerArguments } from '../tool/header-arguments.js';
import { OwnArguments } from './own-arguments.js';
import { OwnMembers, type OwnMember } from './own-members.js';
import { OutputSchema } from './output-schema.js';

type Own = OwnMember<'tool'>;

/** The custom tools of the application. */
@Injectable()
export class OwnTools {
  private known: readonly McpTool[] | undefined;

  constructor(
    private readonly members: OwnMembers,
    private readonly responses: ActionResponses,
    private readonly taken: OwnArguments,
  ) {}

  /** @throws Error for an invalid schema */
  get tools(): readonly McpTool[] {
    return (this.known ??= this.members.of('tool').map((member) => this.toolOf(member)));
  }

  private toolOf(member: Own): McpTool {
    const { options } = member;
    const { inputSchema, read } = this.taken.of(options);
    const output = options.outputSchema && new OutputSchema(options.name, options.outputSchema);
    return {
      name: options.name,
      annotations: annotationsOf(options),
      narrowing: 'Ask for less.',
      headers: headerArguments(inputSchema),
      ...(output && { output }),
      mayCall: async (caller) => (await options.canSee?.(agentRequest(caller))) ?? true,
      describe: () =>
        Promise.resolve({
          description: options.description,
          inputSchema,
          ...(output && { outputSchema: output.schema }),
        }),
      run: async (call) => {
        const given: unknown = await member.call(await read(call), requestOf(call));
        if (given instanceof ToolResult) return given;
        return this.responses.write(given, await call.caller.viewFor(options.name, 'action', null));
      },
    };
  }
}

const requestOf = ({ caller, progress }: ToolCall) => agentRequest(caller, progress);

const annotationsOf = ({
  name,
  title,
  readOnly,
  destructive,
  idempotent,
  openWorld,
}: Own['options']): AllAnnotations => ({
  title: title ?? name,
  readOnlyHint: readOnly ?? false,
  destructiveHint: destructive ?? false,
  idempotentHint: idempotent ?? readOnly ?? false,
  openWorldHint: openWorld ?? false,
});
