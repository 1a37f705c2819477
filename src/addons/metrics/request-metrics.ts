import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram, Registry } from 'prom-client';
import {
  RESOURCE_PREDICATE,
  type ResourcePredicate,
} from '../../http/requests/resource-predicate.js';

const LABELS = ['method', 'route', 'resource'] as const;
/** Seconds: from an index from memory to the statement timeout. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** All unknown paths share one label, so that callers cannot create labels. */
const UNMATCHED = 'unmatched';

/** Measures the number and duration of responses. */
@Injectable()
export class RequestMetrics implements OnModuleInit {
  private readonly total: Counter<(typeof LABELS)[number] | 'status'>;
  private readonly durations: Histogram<(typeof LABELS)[number]>;

  constructor(
    registry: Registry,
    private readonly host: HttpAdapterHost,
    @Inject(RESOURCE_PREDICATE) private readonly isResource: ResourcePredicate,
  ) {
    this.total = new Counter({
      name: 'http_requests_total',
      help: 'Completed requests, by method, route template, resource and status; resource is empty if the route does not name one, and the route is "unmatched" if no route serves the path.',
      labelNames: [...LABELS, 'status'],
      registers: [registry],
    });
    this.durations = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Seconds from the headers of a request to the end of its response.',
      labelNames: LABELS,
      buckets: BUCKETS,
      registers: [registry],
    });
  }

  onModuleInit(): void {
    const adapter = this.host.httpAdapter as HttpAdapterHost['httpAdapter'] | null;
    // A script starts the application without a server.
    const instance = adapter?.getInstance<FastifyInstance>();
    instance?.addHook('onResponse', (httpRequest, reply, done) => {
      this.count(httpRequest, reply);
      done();
    });
  }

  private count(httpRequest: FastifyRequest, reply: FastifyReply): void {
    const labels = this.labelsOf(httpRequest);
    this.durations.observe(labels, reply.elapsedTime / 1000);
    const { method, route, resource } = labels;
    this.total.inc({ method, route, resource, status: reply.statusCode });
  }

  private labelsOf(httpRequest: FastifyRequest) {
    const { url = UNMATCHED } = httpRequest.routeOptions;
    const { resource } = (httpRequest.params ?? {}) as { readonly resource?: string };
    return {
      method: METHODS.has(httpRequest.method) ? httpRequest.method : 'OTHER',
      route: url === '/*' ? UNMATCHED : url,
      resource: resource !== undefined && this.isResource(resource) ? resource : '',
    };
  }
}
