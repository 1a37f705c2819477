import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Registry } from 'prom-client';
import {
  RESOURCE_PREDICATE,
  type ResourcePredicate,
} from '../../http/requests/resource-predicate.js';
import { type Durations, DurationHistogram } from './durations.js';

const LABELS = ['method', 'route', 'resource'] as const;
/** Seconds: from an index from memory to the statement timeout. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** All unknown paths share one label, so that callers cannot create labels. */
const UNMATCHED = 'unmatched';

/** The requests of one method to one route of one resource. */
interface Series {
  readonly labels: Readonly<Record<(typeof LABELS)[number], string>>;
  readonly durations: Durations;
  readonly counts: Map<number, number>;
}

/** Measures the number and duration of responses, with one lookup per request. */
@Injectable()
export class RequestMetrics implements OnModuleInit {
  private readonly series = new Map<string, Series>();
  private readonly durations: DurationHistogram<(typeof LABELS)[number]>;

  constructor(
    registry: Registry,
    private readonly host: HttpAdapterHost,
    @Inject(RESOURCE_PREDICATE) private readonly isResource: ResourcePredicate,
  ) {
    const { series } = this;
    new Counter({
      name: 'http_requests_total',
      help: 'Completed requests, by method, route template, resource and status; resource is empty if the route does not name one, and the route is "unmatched" if no route serves the path.',
      labelNames: [...LABELS, 'status'],
      registers: [registry],
      collect() {
        this.reset();
        for (const { labels, counts } of series.values())
          for (const [status, count] of counts) this.inc({ ...labels, status }, count);
      },
    });
    this.durations = new DurationHistogram({
      name: 'http_request_duration_seconds',
      help: 'Seconds from the headers of a request to the end of its response.',
      labelNames: LABELS,
      buckets: BUCKETS,
      registers: [registry],
    });
  }

  onModuleInit(): void {
    const instance = this.host.httpAdapter.getInstance<FastifyInstance>();
    instance.addHook('onResponse', (request, reply, done) => {
      this.count(request, reply);
      done();
    });
  }

  private count(request: FastifyRequest, reply: FastifyReply): void {
    const { durations, counts } = this.seriesOf(request);
    durations.observe(reply.elapsedTime / 1000);
    counts.set(reply.statusCode, (counts.get(reply.statusCode) ?? 0) + 1);
  }

  private seriesOf(request: FastifyRequest): Series {
    const method = METHODS.has(request.method) ? request.method : 'OTHER';
    const { url = UNMATCHED } = request.routeOptions;
    const resource = this.resourceOf(request);
    const key = `${method} ${resource} ${url}`;
    return (
      this.series.get(key) ??
      this.addSeries(key, { method, route: url === '/*' ? UNMATCHED : url, resource })
    );
  }

  private resourceOf({ params }: FastifyRequest): string {
    const { resource } = (params ?? {}) as { readonly resource?: string };
    return resource !== undefined && this.isResource(resource) ? resource : '';
  }

  private addSeries(key: string, labels: Series['labels']): Series {
    const series = {
      labels,
      durations: this.durations.seriesOf(labels),
      counts: new Map<number, number>(),
    };
    this.series.set(key, series);
    return series;
  }
}
