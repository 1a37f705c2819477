import { Inject, Injectable } from '@nestjs/common';
import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolRequest,
  type CallToolResult,
  type InputRequiredResult,
  type ListToolsRequest,
  type ListToolsResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Logger } from 'pino';
import { inPart, type WorkPart } from '../../../base/work-trace.js';
import { LOGGER } from '../../../base/logging/index.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { ResourceRegistry } from '../../../registry/resources/resource-registry.js';
import { Continuations } from '../responses/continuations.js';
import { dataResult } from '../responses/data-result.js';
import { refusalResult } from '../responses/refusal-result.js';
import { coerceArguments } from '../arguments/coerce-arguments.js';
import { verifyNames } from '../arguments/verify-names.js';
import { verifyObjects } from '../arguments/verify-objects.js';
import type { Caller } from '../tool/caller.js';
import { ToolCatalogue } from '../catalogue/tool-catalogue.js';
import type { McpTool, ToolArguments, ToolOutcome } from '../tool/tool.js';
import { guarded, logFault } from './guarded.js';
import { pageOf } from './list-page.js';
import { verifyHeaders } from './verify-headers.js';
import { callerOf, type McpCaller } from './mcp-caller.js';

/** Lists the caller's tools, and calls one. @contract C11 */
@Injectable()
export class ToolHandlers {
  constructor(
    private readonly catalogue: ToolCatalogue,
    private readonly registry: ResourceRegistry,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  list(
    mcpCaller: McpCaller,
    { params }: ListToolsRequest,
    serverContext: ServerContext,
  ): Promise<ListToolsResult> {
    return guarded(
      this.logger,
      { method: 'tools/list', requestId: mcpCaller.requestId },
      async () => {
        const caller = callerOf(mcpCaller, serverContext, this.registry);
        const tools = await this.catalogue.of(caller);
        const page = pageOf(
          tools,
          ({ name }) => name,
          params?.cursor,
          this.options.limits.toolsPerPage,
        );
        const { nextCursor } = page;
        return {
          tools: (await Promise.all(
            page.items.map((tool) => describeTool(tool, caller)),
          )) as ListToolsResult['tools'],
          ...(nextCursor !== undefined && { nextCursor }),
        };
      },
    );
  }

  async call(
    mcpCaller: McpCaller,
    { params }: CallToolRequest,
    serverContext: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult> {
    const logged = {
      method: 'tools/call',
      name: params.name.slice(0, 80),
      requestId: mcpCaller.requestId,
    };
    const caller = callerOf(mcpCaller, serverContext, this.registry);
    const tool = await guarded(this.logger, logged, () => this.getTool(caller, params.name));
    const given = params.arguments ?? {};
    verifyHeadersOf(tool, given, serverContext);
    try {
      const { inputSchema } = await tool.describe(caller, given);
      const args = coerceArguments(inputSchema, given);
      verifyNames(inputSchema, args);
      verifyObjects(inputSchema, args);
      const progress = progressOf(mcpCaller, serverContext);
      const { signal } = serverContext.mcpReq;
      return await inPart(partOf(tool), async () => {
        const outcome = await tool.run({ caller, args, signal, progress });
        return this.resultOf(tool, outcome, caller, args);
      });
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      logFault(this.logger, error, logged);
      return refusalResult(error, mcpCaller.requestId, tool);
    } finally {
      caller.end();
    }
  }

  /** @throws ProtocolError if the tool does not exist or is hidden from the caller */
  private async getTool(caller: Caller, name: string): Promise<McpTool> {
    const tool = await this.catalogue.find(caller, name);
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Unknown tool.');
    return tool;
  }

  private async resultOf(
    tool: McpTool,
    outcome: ToolOutcome,
    caller: Caller,
    args: ToolArguments,
  ): Promise<CallToolResult | InputRequiredResult> {
    if (typeof outcome === 'object' && outcome !== null) return verified(tool, outcome.result);
    const { limits } = this.options;
    return dataResult(outcome, tool, {
      characters: limits.toolCharacters,
      continuations: async () => {
        const names = new Set((await this.catalogue.of(caller)).map(({ name }) => name));
        const view = await caller.viewFor(tool.name, 'show', null);
        return new Continuations({ tool: tool.name, arguments: args }, names, view, limits);
      },
    });
  }
}

/** By the conventions of OpenTelemetry. */
const partOf = ({ name }: McpTool): WorkPart => ({
  name: `tools/call ${name}`,
  attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': name },
});

/**
 * Clients of the older era do not send such headers.
 * @throws ProtocolError if a header contradicts the body
 */
function verifyHeadersOf(
  { headers = [] }: McpTool,
  args: ToolArguments,
  { mcpReq, http }: ServerContext,
): void {
  if (mcpReq.envelope !== undefined && http?.req) verifyHeaders(headers, args, http.req.headers);
}

/** @throws Error for structured content that does not match the tool's output schema */
async function verified<Result extends CallToolResult | InputRequiredResult>(
  { output }: McpTool,
  result: Result,
): Promise<Result> {
  if (isFinal(result) && !result.isError) await output?.verify(result.structuredContent);
  return result;
}

const isFinal = (result: CallToolResult | InputRequiredResult): result is CallToolResult =>
  'content' in result;

async function describeTool(tool: McpTool, caller: Caller) {
  const { name, annotations } = tool;
  return { name, title: annotations.title, ...(await tool.describe(caller)), annotations };
}

/** Reports progress if the client requested it; a failure to send it is ignored. */
function progressOf(
  { streams }: McpCaller,
  { mcpReq }: ServerContext,
): (done: number, message: string) => void {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined || !streams) return () => undefined;
  return (done, message) => {
    const params = { progressToken, progress: done, message };
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}
