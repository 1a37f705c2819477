import { Controller, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FrameworkController } from '../../../http/errors/framework-controller.js';
import { acceptedLanguages } from '../../../http/requests/accepted-languages.js';
import { nameSession, readSession, SESSION_HEADER } from '../protocol/session-name.js';
import type { McpCaller } from '../protocol/mcp-caller.js';
import { ChallengeFilter } from './challenge.filter.js';
import { HostGuard } from './host.guard.js';
import { MCP_PATH } from './mcp-path.js';
import { countMessages, describeMalformed, verifyMessages } from './malformed-message.js';
import { introducedName, isHandshake } from '../protocol/message.js';
import { LazyTools } from './lazy-tools.js';

/** The MCP endpoint. @contract C11.1 */
@FrameworkController()
@Controller(MCP_PATH)
@UseGuards(HostGuard)
@UseFilters(ChallengeFilter)
export class McpController {
  constructor(private readonly tools: LazyTools) {}

  @Post()
  @RouteConfig({ describeError: describeMalformed, countRequests: countMessages })
  async serve(
    @Req() httpRequest: FastifyRequest & { user: object },
    @Res() reply: FastifyReply,
  ): Promise<void> {
    verifyMessages(httpRequest.body);
    const endpoint = await this.tools.endpoint();
    const response = await endpoint.handle(httpRequest, mcpCallerOf(httpRequest), reply);
    const type = response.headers.get('content-type');
    reply.code(response.status);
    if (response.ok && isHandshake(httpRequest.body))
      reply.header(SESSION_HEADER, nameSession(introducedName(httpRequest.body)));
    if (type !== null) reply.type(type);
    if (!type?.startsWith('text/event-stream')) return void reply.send(await response.text());
    // A proxy that buffers the stream would delay progress until the end.
    return void reply.header('x-accel-buffering', 'no').send(response.body);
  }
}

const mcpCallerOf = (httpRequest: FastifyRequest & { user: object }): McpCaller => ({
  user: httpRequest.user,
  languages: acceptedLanguages(httpRequest),
  session: readSession(httpRequest.headers[SESSION_HEADER]),
  userAgent: httpRequest.headers['user-agent'],
  requestId: httpRequest.id,
  streams: httpRequest.headers.accept?.includes('text/event-stream') ?? false,
});
