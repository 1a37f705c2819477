import { Inject, Injectable } from '@nestjs/common';
import { toWebRequest } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
  type McpRequestContext,
} from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { describeFault, LOGGER } from '../../../logging/index.js';
import { Stopping } from '../http/stopping.js';
import { McpServers } from './mcp-servers.js';
import type { Visitor } from './visitor.js';

/** The transports want both, whatever their answer is; the service answers what the client takes. */
const BOTH_TYPES = 'application/json, text/event-stream';

/** A client that left reads nothing. */
const LEFT = 499;

/**
 * Answers one message, of either era of the protocol: revisions from 2026-07-28 on, and those with a handshake before.
 * Nothing is kept between two requests. A client that takes no stream is answered in plain JSON.
 *
 * @contract C11.1
 */
@Injectable()
export class McpEndpoint {
  private readonly handler;

  constructor(
    private readonly servers: McpServers,
    private readonly stopping: Stopping,
    @Inject(LOGGER) logger: Logger,
  ) {
    // Mostly of messages that are none; faults of the service are logged where they happen.
    const onerror = (error: Error) => logger.debug({ event: 'protocol', error: describeFault(error) });
    this.handler = createMcpHandler((context) => servers.for(visitorOf(context)), { onerror });
  }

  /** @param leaving aborted when the client is gone before it has its answer */
  async answer({ raw, body }: FastifyRequest, visitor: Visitor, leaving: AbortSignal): Promise<Response> {
    const signal = isSubscription(body) ? AbortSignal.any([leaving, this.stopping.signal]) : leaving;
    const request = await toWebRequest(raw, body, { signal });
    request.headers.set('accept', BOTH_TYPES);
    if (!visitor.streams && (await isLegacyRequest(request, body))) return this.answerPlainly(request, body, visitor);
    return this.handler.fetch(request, { parsedBody: body, authInfo: carrying(visitor) });
  }

  /** The transport of the older era as JSON, which the handler only has as a stream. */
  private async answerPlainly(request: Request, parsedBody: unknown, visitor: Visitor): Promise<Response> {
    const server = this.servers.for(visitor);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      return await Promise.race([transport.handleRequest(request, { parsedBody }), left(request.signal)]);
    } finally {
      await server.close();
    }
  }
}

const isSubscription = (body: unknown): boolean =>
  (body as { method?: unknown } | null)?.method === 'subscriptions/listen';

const left = (signal: AbortSignal): Promise<Response> =>
  new Promise((resolve) => {
    const leave = () => resolve(new Response(null, { status: LEFT }));
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });

/** The handler passes on what was found out about a token, and nothing else; no token travels in it. */
const carrying = (visitor: Visitor): AuthInfo => ({ token: '', clientId: '', scopes: [], extra: { visitor } });

const visitorOf = ({ authInfo }: McpRequestContext): Visitor => authInfo!.extra!.visitor as Visitor;
