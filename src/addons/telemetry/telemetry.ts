import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Logger } from 'pino';
import { LOGGER } from '../../base/logging/create-logger.js';
import { describeLoggedError } from '../../base/logging/describe-logged-error.js';
import { withTimeout } from '../../base/schedule/with-timeout.js';
import {
  hasMeter,
  hasTracer,
  SCOPE,
  TELEMETRY_PACKAGES,
  type Api,
  type Sdk,
  type TelemetryPackages,
} from './load-telemetry.js';
import { RequestTracing } from './request-tracing.js';
import { TelemetryMetrics } from './telemetry-metrics.js';
import { namesService } from './telemetry-settings.js';

/** Milliseconds for the last export: the SDK itself would try for eight seconds. */
const FLUSH_TIMEOUT = 3_000;

/**
 * Starts and ends OpenTelemetry. An SDK of the application is used from the boot on. Our own starts
 * when the service listens, so that commands export nothing.
 */
@Injectable()
export class Telemetry implements OnModuleInit, OnApplicationShutdown {
  /** What ends it, in this order. */
  private readonly stops: (() => unknown)[] = [];

  constructor(
    @Inject(TELEMETRY_PACKAGES) private readonly packages: TelemetryPackages | null,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly host: HttpAdapterHost,
    private readonly requests: RequestTracing,
    private readonly metrics: TelemetryMetrics,
  ) {}

  onModuleInit(): void {
    if (!this.packages) return;
    const { api, sdk } = this.packages;
    if (!sdk) return this.use(api);
    this.host.listen$.subscribe(() => this.start(api, sdk));
  }

  async onApplicationShutdown(): Promise<void> {
    for (const stop of this.stops.splice(0)) await stop();
  }

  private start(api: Api, { NodeSDK }: Sdk): void {
    // Another application of this process has started it.
    if (hasTracer(api) || hasMeter(api)) return this.use(api);
    this.logProblems(api);
    const name = namesService(process.env) ? {} : { serviceName: SCOPE };
    const sdk = new NodeSDK({ ...name, logRecordProcessors: [] });
    sdk.start();
    this.use(api);
    this.stops.push(async () => {
      await withTimeout(FLUSH_TIMEOUT, (timeout) => Promise.race([sdk.shutdown(), timeout])).catch(
        (error: unknown) => this.warn('The last spans and metrics were not exported.', error),
      );
      // Another application may start an SDK in this process.
      for (const each of [api.trace, api.metrics, api.context, api.propagation, api.diag])
        each.disable();
    });
  }

  /** Traces and measures by the providers that are registered. */
  private use(api: Api): void {
    if (hasTracer(api)) this.stops.push(this.requests.start(api));
    if (hasMeter(api)) this.stops.push(this.metrics.start(api.metrics.getMeter(SCOPE)));
  }

  /** Logs the SDK's own warnings and errors, such as a collector that cannot be reached. */
  private logProblems({ diag, DiagLogLevel }: Api): void {
    const ignore = (): void => undefined;
    const warn = (message: string) => this.warn(message);
    const logger = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
    diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  }

  private warn(message: string, error?: unknown): void {
    const described = error === undefined ? undefined : describeLoggedError(error);
    this.logger.warn({ event: 'telemetry', message, error: described });
  }
}
