import { Inject, Injectable } from '@nestjs/common';
import {
  ProtocolError,
  ProtocolErrorCode,
  type CompleteRequest,
  type CompleteResult,
  type GetPromptRequest,
  type GetPromptResult,
  type InputRequiredResult,
  type ListPromptsRequest,
  type ListPromptsResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Logger } from 'pino';
import type { McpPromptArgument, McpPromptContent } from '../../../definition/contracts/agents.js';
import { LOGGER } from '../../../base/logging/index.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { unknownArgument } from '../arguments/verify-names.js';
import type { Caller } from '../tool/caller.js';
import { agentRequest } from '../own/agent-request.js';
import { OwnMembers, type OwnMember } from '../own/own-members.js';
import { guarded } from './guarded.js';
import { pageOf } from './list-page.js';
import { ResourceRegistry } from '../../../registry/resources/resource-registry.js';
import { callerOf, type McpCaller } from './mcp-caller.js';

type Own = OwnMember<'prompt'>;

/** Completions per response. */
const MAX_COMPLETIONS = 100;

/** Lists the custom prompts, returns one, and completes its arguments. */
@Injectable()
export class PromptHandlers {
  private known: readonly Own[] | undefined;

  constructor(
    private readonly members: OwnMembers,
    private readonly registry: ResourceRegistry,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  get hasAny(): boolean {
    return this.all.length > 0;
  }

  list(
    mcpCaller: McpCaller,
    { params }: ListPromptsRequest,
    serverContext: ServerContext,
  ): Promise<ListPromptsResult> {
    return guarded(
      this.logger,
      { method: 'prompts/list', requestId: mcpCaller.requestId },
      async () => {
        const seen = await this.seenBy(callerOf(mcpCaller, serverContext, this.registry));
        const size = this.options.limits.toolsPerPage;
        const { items, nextCursor } = pageOf(
          seen,
          ({ options: { name } }) => name,
          params?.cursor,
          size,
        );
        return {
          prompts: items.map(describePrompt),
          ...(nextCursor !== undefined && { nextCursor }),
        };
      },
    );
  }

  get(
    mcpCaller: McpCaller,
    { params }: GetPromptRequest,
    serverContext: ServerContext,
  ): Promise<GetPromptResult | InputRequiredResult> {
    const logged = {
      method: 'prompts/get',
      name: params.name.slice(0, 80),
      requestId: mcpCaller.requestId,
    };
    return guarded(this.logger, logged, async () => {
      const caller = callerOf(mcpCaller, serverContext, this.registry);
      const prompt = await this.getPrompt(caller, params.name);
      const args = params.arguments ?? {};
      verifyArguments(prompt, args);
      return messagesOf((await prompt.call(args, agentRequest(caller))) as McpPromptContent);
    });
  }

  complete(
    mcpCaller: McpCaller,
    { params }: CompleteRequest,
    serverContext: ServerContext,
  ): Promise<CompleteResult> {
    return guarded(
      this.logger,
      { method: 'completion/complete', requestId: mcpCaller.requestId },
      async () => {
        if (params.ref.type !== 'ref/prompt') return completion([]);
        const caller = callerOf(mcpCaller, serverContext, this.registry);
        const { options } = await this.getPrompt(caller, params.ref.name);
        const argument = Object.entries(options.arguments ?? {}).find(
          ([name]) => name === params.argument.name,
        )?.[1];
        return completion(
          (await argument?.complete?.(params.argument.value, agentRequest(caller))) ?? [],
        );
      },
    );
  }

  private get all(): readonly Own[] {
    return (this.known ??= [...this.members.of('prompt')].sort((one, other) =>
      one.options.name < other.options.name ? -1 : 1,
    ));
  }

  private async seenBy(caller: Caller): Promise<readonly Own[]> {
    const isAllowed = await Promise.all(
      this.all.map(async ({ options }) => (await options.canSee?.(agentRequest(caller))) ?? true),
    );
    return this.all.filter((_prompt, at) => isAllowed[at]);
  }

  /** @throws ProtocolError if the prompt does not exist or is hidden from the caller */
  private async getPrompt(caller: Caller, name: string): Promise<Own> {
    const found = (await this.seenBy(caller)).find(({ options }) => options.name === name);
    if (!found) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown prompt.');
    return found;
  }
}

const describePrompt = ({ options: { name, title, description, arguments: args = {} } }: Own) => ({
  name,
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
  arguments: Object.entries(args).map(([argument, { description: text, required = false }]) => ({
    name: argument,
    required,
    ...(text !== undefined && { description: text }),
  })),
});

/** @throws ProtocolError that names the first argument that is missing or unknown */
function verifyArguments({ options }: Own, args: Readonly<Record<string, string>>): void {
  const declared = options.arguments ?? {};
  const wanted = Object.entries<McpPromptArgument>(declared);
  const missing = wanted.find(([name, { required }]) => required && !Object.hasOwn(args, name));
  if (missing)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      `The argument "${missing[0]}" is required.`,
    );
  const unknown = Object.keys(args).find((name) => !Object.hasOwn(declared, name));
  if (unknown !== undefined)
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      unknownArgument(unknown, Object.keys(declared)),
    );
}

const messagesOf = (given: McpPromptContent): GetPromptResult | InputRequiredResult =>
  typeof given === 'string'
    ? { messages: [{ role: 'user', content: { type: 'text', text: given } }] }
    : given;

const completion = (values: readonly string[]): CompleteResult => ({
  completion: {
    values: values.slice(0, MAX_COMPLETIONS),
    total: values.length,
    hasMore: values.length > MAX_COMPLETIONS,
  },
});
