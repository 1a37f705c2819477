import { Injectable } from '@nestjs/common';
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import type { OwnToolResult } from '../../../definition/agents.js';
import { RequestError, type ErrorTexts } from '../../../errors/index.js';
import { ActionAnswers } from '../../../operations/action-answers.js';
import type { AllAnnotations, Tool, ToolArguments, ToolCall, ToolOutcome } from '../catalogue/tool.js';
import { objectSchema } from '../schemas/key-schema.js';
import { agentRequest } from './agent-request.js';
import { OwnMembers, type OwnMember } from './own-members.js';
import { checkOf } from './schema-check.js';

type Own = OwnMember<'tool'>;

/** The tools that a team wrote itself. */
@Injectable()
export class OwnTools {
  private known: readonly Tool[] | undefined;

  constructor(
    private readonly members: OwnMembers,
    private readonly answers: ActionAnswers,
  ) {}

  get tools(): readonly Tool[] {
    return (this.known ??= this.members.of('tool').map((member) => this.toolOf(member)));
  }

  private toolOf(member: Own): Tool {
    const { options } = member;
    const inputSchema = options.inputSchema ?? objectSchema({});
    let check: Promise<StandardSchemaWithJSON> | undefined;
    return {
      name: options.name,
      annotations: annotationsOf(options),
      narrowing: 'Ask for less.',
      mayCall: async (caller) => (await options.canSee?.(agentRequest(caller))) ?? true,
      describe: () =>
        Promise.resolve({
          description: options.description,
          inputSchema,
          ...(options.outputSchema && { outputSchema: options.outputSchema }),
        }),
      run: async (call) => {
        await verify(await (check ??= checkOf(inputSchema)), call.args);
        return this.outcomeOf(await member.call(call.args, requestOf(call)));
      },
    };
  }

  private outcomeOf(given: unknown): ToolOutcome {
    return isResult(given) ? { result: given } : this.answers.write(given);
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

/** @throws RequestError `validation_failed` under the arguments' paths */
async function verify(check: StandardSchemaWithJSON, args: ToolArguments): Promise<void> {
  const { issues = [] } = await check['~standard'].validate(args);
  if (issues.length === 0) return;
  const errors: Record<string, string[]> = {};
  for (const { path = [], message } of issues) {
    const name = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.') || 'arguments';
    errors[name] = [...(errors[name] ?? []), message];
  }
  throw new RequestError('validation_failed', { errors: errors satisfies ErrorTexts });
}

/** A result of the protocol has content, or asks for input. */
function isResult(given: unknown): given is OwnToolResult {
  if (typeof given !== 'object' || given === null) return false;
  const { content, resultType } = given as { content?: unknown; resultType?: unknown };
  return resultType === 'input_required' || (Array.isArray(content) && content.every(isContent));
}

const isContent = (item: unknown): boolean => typeof (item as { type?: unknown } | null)?.type === 'string';
