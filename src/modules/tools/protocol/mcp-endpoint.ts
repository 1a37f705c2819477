import { Inject, Injectable } from '@nestjs/common';
import { toWebRequest } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
  type McpRequestContext,
} from '@modelcontextprotocol/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { describeFault, LOGGER } from '../../../logging/index.js';
import { disconnectSignal } from '../../../http/disconnect-signal.js';
import { UserTable } from '../../auth/user-table.js';
import { findParamsFault } from './find-params-fault.js';
import { calledId, cancelledId } from '../http/message.js';
import { RunningCalls } from '../http/running-calls.js';
import { McpServers } from './mcp-servers.js';
import { HEADER_MISMATCH } from './verify-headers.js';
import type { McpCaller } from './mcp-caller.js';

/**
 * The transports want both, whatever their answer is; the service answers what the client takes.
 */
const BOTH_TYPES = 'application/json, text/event-stream';

/** A client that left reads nothing. */
const LEFT = 499;

/**
 * Answers one message, of either era of the protocol: revisions from 2026-07-28 on, and those with
 * a handshake before. Nothing is kept between two requests. A client that takes no stream is
 * answered in plain JSON. A call ends when its client leaves, or says by another message of its
 * session that it gives the call up.
 *
 * @contract C11.1
 */
@Injectable()
export class McpEndpoint {
  private readonly handler;

  constructor(
    private readonly servers: McpServers,
    private readonly running: RunningCalls,
    private readonly users: UserTable,
    @Inject(LOGGER) logger: Logger,
  ) {
    // Mostly of messages that are none; faults of the service are logged where they happen.
    const onerror = (error: Error) =>
      logger.debug({ event: 'protocol', error: describeFault(error) });
    this.handler = createMcpHandler((context) => servers.for(mcpCallerOf(context), context.era), {
      onerror,
    });
  }

  /** @param reply tells when the client has its answer, or is gone before */
  async handle(
    { raw, body }: FastifyRequest,
    mcpCaller: McpCaller,
    reply: FastifyReply,
  ): Promise<Response> {
    this.cancelCall(body, mcpCaller);
    const signal = AbortSignal.any([
      disconnectSignal(reply),
      ...this.cancelling(body, mcpCaller, reply),
    ]);
    const request = await toWebRequest(raw, body, { signal });
    request.headers.set('accept', BOTH_TYPES);
    if (await isLegacyRequest(request, body)) {
      const fault = findParamsFault(body);
      if (fault) return Response.json(fault);
      if (!mcpCaller.streams) return this.handleAsJson(request, body, mcpCaller);
    }
    return withStatus(
      await this.handler.fetch(request, { parsedBody: body, authInfo: carrying(mcpCaller) }),
    );
  }

  private cancelCall(body: unknown, { user, session }: McpCaller): void {
    const id = cancelledId(body);
    if (id !== undefined && session !== undefined)
      this.running.cancel({ user: this.users.keyOf(user), session, id });
  }

  /** Aborted when the client of a session cancels the call by another message. */
  private cancelling(
    body: unknown,
    { user, session }: McpCaller,
    { raw }: FastifyReply,
  ): readonly AbortSignal[] {
    const id = calledId(body);
    if (id === undefined || session === undefined) return [];
    const { signal, end } = this.running.begin({ user: this.users.keyOf(user), session, id });
    raw.once('close', end);
    return [signal];
  }

  /** The transport of the older era as JSON, which the handler only has as a stream. */
  private async handleAsJson(
    request: Request,
    parsedBody: unknown,
    mcpCaller: McpCaller,
  ): Promise<Response> {
    const server = this.servers.for(mcpCaller, 'legacy');
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await Promise.race([
        transport.handleRequest(request, { parsedBody }),
        left(request.signal),
      ]);
    } finally {
      await server.close();
    }
  }
}

/**
 * Errors of handlers are 200 for the library; headers that contradict the body are a bad request of
 * HTTP, too.
 */
async function withStatus(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
  const text = await response.text();
  const isMismatch =
    text.includes(String(HEADER_MISMATCH)) && errorCodeOf(text) === HEADER_MISMATCH;
  return new Response(text, {
    status: isMismatch ? 400 : response.status,
    headers: response.headers,
  });
}

const errorCodeOf = (text: string): unknown =>
  (JSON.parse(text) as { error?: { code?: unknown } }).error?.code;

const left = (signal: AbortSignal): Promise<Response> =>
  new Promise((resolve) => {
    const leave = () => resolve(new Response(null, { status: LEFT }));
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });

/**
 * The handler passes on what was found out about a token, and nothing else; no token travels in it.
 */
const carrying = (mcpCaller: McpCaller): AuthInfo => ({
  token: '',
  clientId: '',
  scopes: [],
  extra: { visitor: mcpCaller },
});

const mcpCallerOf = ({ authInfo }: McpRequestContext): McpCaller =>
  authInfo!.extra!.visitor as McpCaller;
