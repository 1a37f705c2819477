import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Attributes, Histogram, Meter, UpDownCounter } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { operationOf } from '../../database/connection/statement-kind.js';
import { hooksOn } from '../../http/hooks/hooks-on.js';
import { OWN_ROUTES, type OwnRoutes } from '../../http/requests/own-routes.js';
import {
  RESOURCE_PREDICATE,
  type ResourcePredicate,
} from '../../http/requests/resource-predicate.js';
import { RunObservers } from '../../modules/actions/run-observers.js';
import { methodOf, routeOf, systemOf } from './conventions.js';
import { TELEMETRY_PACKAGES, type TelemetryPackages } from './load-telemetry.js';

/** The boundaries that OpenTelemetry's conventions recommend, in seconds. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const STATEMENT_SECONDS = [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];
const CHUNK_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

interface Instruments {
  readonly durations: Histogram;
  readonly active: UpDownCounter;
}

/** Measures what `/metrics` does, by the names of OpenTelemetry's conventions. */
@Injectable()
export class TelemetryMetrics implements OnModuleInit {
  private instruments: Instruments | undefined;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(TELEMETRY_PACKAGES) private readonly packages: TelemetryPackages | null,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OWN_ROUTES) private readonly own: OwnRoutes,
    @Inject(RESOURCE_PREDICATE) private readonly isResource: ResourcePredicate,
    private readonly runs: RunObservers,
  ) {}

  onModuleInit(): void {
    const adapter = this.host.httpAdapter as HttpAdapterHost['httpAdapter'] | null;
    if (!this.packages || !adapter) return;
    const hooks = hooksOn(adapter.getInstance<FastifyInstance>(), this.own);
    hooks.addHook('onRequest', (httpRequest, reply, done) => {
      if (this.instruments) countActive(httpRequest, reply, this.instruments);
      done();
    });
    hooks.addHook('onResponse', (httpRequest, reply, done) => {
      this.instruments?.durations.record(reply.elapsedTime / 1000, {
        'http.response.status_code': reply.statusCode,
        ...commonOf(httpRequest),
        ...this.placeOf(httpRequest),
      });
      done();
    });
  }

  /** Starts the measurements, and returns the function that ends them. */
  start(meter: Meter): () => void {
    this.instruments = {
      durations: meter.createHistogram('http.server.request.duration', {
        unit: 's',
        advice: { explicitBucketBoundaries: REQUEST_SECONDS },
      }),
      active: meter.createUpDownCounter('http.server.active_requests', { unit: '{request}' }),
    };
    const stops = [this.observeStatements(meter), this.observeRuns(meter), this.observePool(meter)];
    return () => {
      this.instruments = undefined;
      for (const stop of stops) stop();
    };
  }

  /** Only values of the application, so that callers cannot create series. */
  private placeOf({ routeOptions, params }: FastifyRequest): Attributes {
    const route = routeOf(routeOptions);
    const { resource } = (params ?? {}) as { readonly resource?: string };
    return {
      ...(route !== undefined && { 'http.route': route }),
      ...(resource !== undefined &&
        this.isResource(resource) && { 'resource_api.resource': resource }),
    };
  }

  private observeStatements(meter: Meter): () => void {
    const durations = meter.createHistogram('db.client.operation.duration', {
      unit: 's',
      advice: { explicitBucketBoundaries: STATEMENT_SECONDS },
    });
    const system = systemOf(this.database.dialect);
    return this.database.observe((sql, milliseconds) =>
      durations.record(milliseconds / 1000, {
        'db.system.name': system,
        'db.operation.name': operationOf(sql),
      }),
    );
  }

  private observeRuns(meter: Meter): () => void {
    const durations = meter.createHistogram('resource_api.action.chunk.duration', {
      unit: 's',
      advice: { explicitBucketBoundaries: CHUNK_SECONDS },
    });
    const records = meter.createCounter('resource_api.action.records', { unit: '{record}' });
    return this.runs.observe(({ resource, action, records: given, milliseconds }) => {
      const attributes = { 'resource_api.resource': resource, 'resource_api.action': action };
      durations.record(milliseconds / 1000, attributes);
      records.add(given, attributes);
    });
  }

  private observePool(meter: Meter): () => void {
    const count = meter.createObservableUpDownCounter('db.client.connection.count', {
      unit: '{connection}',
    });
    const max = meter.createObservableUpDownCounter('db.client.connection.max', {
      unit: '{connection}',
    });
    const waiting = meter.createObservableUpDownCounter('db.client.connection.pending_requests', {
      unit: '{request}',
    });
    const pool = { 'db.client.connection.pool.name': systemOf(this.database.dialect) };
    const observe: Parameters<Meter['addBatchObservableCallback']>[0] = (result) => {
      const { load } = this.database;
      result.observe(count, load.idle, { ...pool, 'db.client.connection.state': 'idle' });
      result.observe(count, load.open - load.idle, {
        ...pool,
        'db.client.connection.state': 'used',
      });
      result.observe(max, load.max, pool);
      result.observe(waiting, load.waiting, pool);
    };
    const observed = [count, max, waiting];
    meter.addBatchObservableCallback(observe, observed);
    return () => meter.removeBatchObservableCallback(observe, observed);
  }
}

const commonOf = ({ method, protocol }: FastifyRequest) => ({
  'http.request.method': methodOf(method),
  'url.scheme': protocol,
});

function countActive(
  httpRequest: FastifyRequest,
  reply: FastifyReply,
  { active }: Instruments,
): void {
  const attributes = commonOf(httpRequest);
  active.add(1, attributes);
  reply.raw.once('close', () => active.add(-1, attributes));
}
