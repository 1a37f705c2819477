import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { hooksOn } from '../../http/hooks/hooks-on.js';
import { continueRequest, observe, StatementCount } from '../../http/requests/observation.js';
import { onResponseEnd } from '../../http/requests/on-response-end.js';
import { OWN_ROUTES, type OwnRoutes } from '../../http/requests/own-routes.js';
import { systemOf } from './conventions.js';
import { SCOPE, TELEMETRY_PACKAGES, type Api, type TelemetryPackages } from './load-telemetry.js';
import { TracedRequest } from './traced-request.js';
import type { SpanSource } from './work-span.js';

/** Gives each request of the API a span, between {@link start} and the call of what it returns. */
@Injectable()
export class RequestTracing implements OnModuleInit {
  private source: SpanSource | undefined;

  constructor(
    @Inject(TELEMETRY_PACKAGES) private readonly packages: TelemetryPackages | null,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OWN_ROUTES) private readonly own: OwnRoutes,
    private readonly host: HttpAdapterHost,
  ) {}

  /** Adds no hook if OpenTelemetry is not in use. */
  onModuleInit(): void {
    const adapter = this.host.httpAdapter as HttpAdapterHost['httpAdapter'] | null;
    if (!this.packages || !adapter) return;
    const hooks = hooksOn(adapter.getInstance<FastifyInstance>(), this.own);
    hooks.addHook('onRequest', (httpRequest, reply, done) => {
      if (!this.source) return done();
      this.begin(this.source, httpRequest, reply).run(() =>
        continueRequest(observe(httpRequest), reply, done),
      );
    });
    hooks.addHook('preValidation', (httpRequest, reply, done) => {
      const span = httpRequest.observation?.span;
      if (!(span instanceof TracedRequest)) return done();
      span.run(() => continueRequest(observe(httpRequest), reply, done));
    });
    hooks.addHook('onResponse', (httpRequest, reply, done) => {
      if (this.source) this.traceRefused(this.source, httpRequest, reply);
      done();
    });
  }

  /** Starts to trace requests, and returns the function that ends it. */
  start(api: Api): () => void {
    const system = systemOf(this.database.dialect);
    this.source = { api, system, tracer: api.trace.getTracer(SCOPE) };
    return () => (this.source = undefined);
  }

  private begin(
    source: SpanSource,
    httpRequest: FastifyRequest,
    reply: FastifyReply,
  ): TracedRequest {
    const span = new TracedRequest(source, httpRequest);
    const observation = observe(httpRequest);
    observation.span = span;
    observation.count ??= new StatementCount();
    if (span.traceparent !== undefined) reply.header('traceparent', span.traceparent);
    onResponseEnd(reply)(() => span.end(httpRequest, reply));
    return span;
  }

  /** Requests that are refused before the first hook of a feature have no span yet. */
  private traceRefused(source: SpanSource, httpRequest: FastifyRequest, reply: FastifyReply): void {
    if (httpRequest.observation?.span) return;
    const started = Date.now() - reply.elapsedTime;
    new TracedRequest(source, httpRequest, started).end(httpRequest, reply);
  }
}
