import { Injectable } from '@nestjs/common';
import type { OwnToolResult } from '../../../definition/agents.js';
import { ActionAnswers } from '../../../operations/action-answers.js';
import type { AllAnnotations, Tool, ToolCall, ToolOutcome } from '../catalogue/tool.js';
import { agentRequest } from './agent-request.js';
import { OwnArguments } from './own-arguments.js';
import { OwnMembers, type OwnMember } from './own-members.js';

type Own = OwnMember<'tool'>;

/** The tools that a team wrote itself. */
@Injectable()
export class OwnTools {
  private known: readonly Tool[] | undefined;

  constructor(
    private readonly members: OwnMembers,
    private readonly answers: ActionAnswers,
    private readonly taken: OwnArguments,
  ) {}

  /** @throws Error for a schema that is none */
  get tools(): readonly Tool[] {
    return (this.known ??= this.members.of('tool').map((member) => this.toolOf(member)));
  }

  private toolOf(member: Own): Tool {
    const { options } = member;
    const { inputSchema, read } = this.taken.of(options);
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
      run: async (call) => this.outcomeOf(await member.call(await read(call), requestOf(call))),
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

/** A result of the protocol has content, or asks for input. */
function isResult(given: unknown): given is OwnToolResult {
  if (typeof given !== 'object' || given === null) return false;
  const { content, resultType } = given as { content?: unknown; resultType?: unknown };
  return resultType === 'input_required' || (Array.isArray(content) && content.every(isContent));
}

const isContent = (item: unknown): boolean => typeof (item as { type?: unknown } | null)?.type === 'string';
