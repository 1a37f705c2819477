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
import { describeLoggedError, LOGGER } from '../../../base/logging/index.js';
import { disconnectSignal } from '../../../http/requests/disconnect-signal.js';
import { UserTable } from '../../../modules/auth/user-table.js';
import { findParamsFault } from './find-params-fault.js';
import { calledId, cancelledId } from './message.js';
import { RunningCalls } from '../tool/running-calls.js';
import { McpServers } from './mcp-servers.js';
import { HEADER_MISMATCH } from './verify-headers.js';
import type { McpCaller } from './mcp-caller.js';

/** The transports require both types, even if the client accepts only one. */
const BOTH_TYPES = 'application/json, text/event-stream';

/** The status for a client that disconnected. */
const DISCONNECTED = 499;

/**
 * Handles one message of either era of the protocol: revisions from 2026-07-28 on, and the earlier
 * ones with a handshake. Stateless between requests. A client that does not accept a stream gets
 * plain JSON. A call is aborted when its client disconnects, or cancels it by another message of
 * its session.
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
    // Mostly malformed messages; faults of the service are logged where they happen.
    const onerror = (error: Error) =>
      logger.debug({ event: 'protocol', error: describeLoggedError(error) });
    const serverFor = (serverContext: McpRequestContext) =>
      servers.for(mcpCallerOf(serverContext), serverContext.era);
    this.handler = createMcpHandler(serverFor, { onerror });
  }

  /** @param reply closed when the response is sent, or the client disconnects before */
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
    const webRequest = await toWebRequest(raw, body, { signal });
    webRequest.headers.set('accept', BOTH_TYPES);
    if (await isLegacyRequest(webRequest, body)) {
      const fault = findParamsFault(body);
      if (fault) return Response.json(fault);
      if (!mcpCaller.streams) return this.handleAsJson(webRequest, body, mcpCaller);
    }
    return withStatus(
      await this.handler.fetch(webRequest, { parsedBody: body, authInfo: authInfoOf(mcpCaller) }),
    );
  }

  private cancelCall(body: unknown, { user, session }: McpCaller): void {
    const id = cancelledId(body);
    if (id !== undefined && session !== undefined)
      this.running.cancel({ user: this.users.userKey(user), session, id });
  }

  /** Aborted when the client of a session cancels the call by another message. */
  private cancelling(
    body: unknown,
    { user, session }: McpCaller,
    { raw }: FastifyReply,
  ): readonly AbortSignal[] {
    const id = calledId(body);
    if (id === undefined || session === undefined) return [];
    const { signal, end } = this.running.begin({ user: this.users.userKey(user), session, id });
    raw.once('close', end);
    return [signal];
  }

  /** Handles a message of the older era with a JSON response; the handler supports only streams. */
  private async handleAsJson(
    webRequest: Request,
    parsedBody: unknown,
    mcpCaller: McpCaller,
  ): Promise<Response> {
    const server = this.servers.for(mcpCaller, 'legacy');
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await Promise.race([
        transport.handleRequest(webRequest, { parsedBody }),
        disconnected(webRequest.signal),
      ]);
    } finally {
      await server.close();
    }
  }
}

/**
 * Sets the status 400 if headers contradict the body: the library sends 200 for handler errors.
 */
async function withStatus(response: Response): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return response;
  const json = await response.text();
  const isMismatch =
    json.includes(String(HEADER_MISMATCH)) && errorCodeOf(json) === HEADER_MISMATCH;
  return new Response(json, {
    status: isMismatch ? 400 : response.status,
    headers: response.headers,
  });
}

const errorCodeOf = (json: string): unknown =>
  (JSON.parse(json) as { error?: { code?: unknown } }).error?.code;

const disconnected = (signal: AbortSignal): Promise<Response> =>
  new Promise((resolve) => {
    const respond = () => resolve(new Response(null, { status: DISCONNECTED }));
    if (signal.aborted) respond();
    else signal.addEventListener('abort', respond, { once: true });
  });

/** The handler passes on only the auth info, so the caller travels in it; the token does not. */
const authInfoOf = (mcpCaller: McpCaller): AuthInfo => ({
  token: '',
  clientId: '',
  scopes: [],
  extra: { mcpCaller },
});

const mcpCallerOf = ({ authInfo }: McpRequestContext): McpCaller =>
  authInfo!.extra!.mcpCaller as McpCaller;
