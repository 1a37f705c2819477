import { Inject, Injectable } from '@nestjs/common';
import {
  ResourceNotFoundError,
  UriTemplate,
  type EmptyResult,
  type ListResourcesRequest,
  type ListResourcesResult,
  type ListResourceTemplatesRequest,
  type ListResourceTemplatesResult,
  type ReadResourceRequest,
  type ReadResourceResult,
  type ServerContext,
  type SubscribeRequest,
} from '@modelcontextprotocol/server';
import type { Logger } from 'pino';
import type { McpResourceContent, UriVariables } from '../../../definition/contracts/agents.js';
import { LOGGER } from '../../../base/logging/index.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import type { Caller } from '../tool/caller.js';
import { DefinitionResources } from '../definitions/definition-resources.js';
import { agentRequest } from '../own/agent-request.js';
import { OwnMembers, type OwnMember } from '../own/own-members.js';
import { guarded } from './guarded.js';
import { pageOf } from './list-page.js';
import { ResourceRegistry } from '../../../registry/resources/resource-registry.js';
import { callerOf, type McpCaller } from './mcp-caller.js';

type Own = OwnMember<'resource'>;

/** Lists and reads MCP resources: the descriptions of definitions, and custom ones. */
@Injectable()
export class ResourceHandlers {
  constructor(
    private readonly definitions: DefinitionResources,
    private readonly members: OwnMembers,
    private readonly registry: ResourceRegistry,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  list(
    mcpCaller: McpCaller,
    { params }: ListResourcesRequest,
    serverContext: ServerContext,
  ): Promise<ListResourcesResult> {
    return guarded(
      this.logger,
      { method: 'resources/list', requestId: mcpCaller.requestId },
      async () => {
        const caller = callerOf(mcpCaller, serverContext, this.registry);
        const own = (await this.seenBy(caller)).flatMap(({ options }) =>
          options.uri === undefined ? [] : [{ uri: options.uri, ...describeOwn(options) }],
        );
        const all = [...(await this.definitions.of(caller)), ...own].sort((a, b) =>
          a.uri < b.uri ? -1 : 1,
        );
        const { items, nextCursor } = pageOf(
          all,
          ({ uri }) => uri,
          params?.cursor,
          this.options.limits.toolsPerPage,
        );
        return { resources: [...items], ...(nextCursor !== undefined && { nextCursor }) };
      },
    );
  }

  listTemplates(
    mcpCaller: McpCaller,
    { params }: ListResourceTemplatesRequest,
    serverContext: ServerContext,
  ): Promise<ListResourceTemplatesResult> {
    return guarded(
      this.logger,
      { method: 'resources/templates/list', requestId: mcpCaller.requestId },
      async () => {
        const own = (await this.seenBy(callerOf(mcpCaller, serverContext, this.registry))).flatMap(
          ({ options }) =>
            options.uriTemplate === undefined
              ? []
              : [{ uriTemplate: options.uriTemplate, ...describeOwn(options) }],
        );
        const all = own.sort((a, b) => (a.uriTemplate < b.uriTemplate ? -1 : 1));
        const size = this.options.limits.toolsPerPage;
        const { items, nextCursor } = pageOf(
          all,
          ({ uriTemplate }) => uriTemplate,
          params?.cursor,
          size,
        );
        return { resourceTemplates: [...items], ...(nextCursor !== undefined && { nextCursor }) };
      },
    );
  }

  read(
    mcpCaller: McpCaller,
    { params }: ReadResourceRequest,
    serverContext: ServerContext,
  ): Promise<ReadResourceResult> {
    return guarded(
      this.logger,
      { method: 'resources/read', requestId: mcpCaller.requestId },
      async () => {
        const caller = callerOf(mcpCaller, serverContext, this.registry);
        return (
          (await this.definitions.read(caller, params.uri)) ??
          (await this.readOwn(caller, params.uri)) ??
          Promise.reject(new ResourceNotFoundError(params.uri))
        );
      },
    );
  }

  /** Accepts a subscription. Resources do not change while the service runs, so nothing is sent. */
  subscribe(
    mcpCaller: McpCaller,
    { params }: SubscribeRequest,
    serverContext: ServerContext,
  ): Promise<EmptyResult> {
    return guarded(
      this.logger,
      { method: 'resources/subscribe', requestId: mcpCaller.requestId },
      async () => {
        const caller = callerOf(mcpCaller, serverContext, this.registry);
        const isOwn = (await this.seenBy(caller)).some(
          (member) => variablesOf(member, params.uri) !== null,
        );
        if (isOwn || (await this.definitions.read(caller, params.uri))) return {};
        throw new ResourceNotFoundError(params.uri);
      },
    );
  }

  private async readOwn(caller: Caller, uri: string): Promise<ReadResourceResult | undefined> {
    for (const member of await this.seenBy(caller)) {
      const variables = variablesOf(member, uri);
      if (!variables) continue;
      const given = (await member.call(variables, agentRequest(caller))) as McpResourceContent;
      return contentsOf(given, uri, member.options.mimeType);
    }
    return undefined;
  }

  private async seenBy(caller: Caller): Promise<readonly Own[]> {
    const all = this.members.of('resource');
    const isAllowed = await Promise.all(
      all.map(async ({ options }) => (await options.canSee?.(agentRequest(caller))) ?? true),
    );
    return all.filter((_member, at) => isAllowed[at]);
  }
}

const describeOwn = ({ name, title, description, mimeType }: Own['options']) => ({
  name,
  mimeType: mimeType ?? 'text/plain',
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
});

function variablesOf(
  { options: { uri, uriTemplate } }: Own,
  requested: string,
): UriVariables | null {
  if (uriTemplate === undefined) return uri === requested ? {} : null;
  return new UriTemplate(uriTemplate).match(requested);
}

function contentsOf(
  given: McpResourceContent,
  uri: string,
  mimeType = 'text/plain',
): ReadResourceResult {
  if (typeof given === 'string') return { contents: [{ uri, mimeType, text: given }] };
  if (!(given instanceof Uint8Array)) return given;
  return { contents: [{ uri, mimeType, blob: Buffer.from(given).toString('base64') }] };
}
