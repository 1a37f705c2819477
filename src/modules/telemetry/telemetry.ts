import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Logger } from 'pino';
import { LOGGER } from '../../logging/create-logger.js';
import { describeFault } from '../../logging/describe-fault.js';
import { withTimeout } from '../../schedule/with-timeout.js';
import { setTracing } from '../../telemetry/index.js';
import { OpenTelemetry, SCOPE } from './open-telemetry.js';
import { TelemetryMetrics } from './telemetry-metrics.js';
import { findApi, loadSdk, missing, type Api, type Sdk } from './telemetry-packages.js';
import { asksForTelemetry, isDisabled, type Variables } from './telemetry-settings.js';

/** Milliseconds for the last export: the SDK itself would try for eight seconds. */
const FLUSH_TIMEOUT = 3_000;

/** The packages that this process uses. */
export interface TelemetryPackages {
  readonly api: Api;
  /** `undefined` if the application has started an SDK of its own. */
  readonly sdk: Sdk | undefined;
}

/** Nest's token for the {@link TelemetryPackages}; `null` if OpenTelemetry is not in use. */
export const TELEMETRY_PACKAGES = Symbol('resource-api:telemetry-packages');

/**
 * Loads OpenTelemetry if the application has started it, or if the variables `OTEL_*` ask for it.
 * prom-client loads the API in any case; the SDK costs half a second, and is loaded only if it is
 * wanted.
 *
 * @throws TelemetryError if a package is missing or a variable is wrong
 */
export async function loadTelemetry(variables: Variables): Promise<TelemetryPackages | null> {
  if (isDisabled(variables)) return null;
  const isAsked = asksForTelemetry(variables);
  const api = await findApi();
  if (api && (hasTracer(api) || hasMeter(api))) return { api, sdk: undefined };
  if (!isAsked) return null;
  if (!api) throw missing('@opentelemetry/api');
  return { api, sdk: await loadSdk() };
}

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
    private readonly metrics: TelemetryMetrics,
  ) {
    metrics.isWanted = packages !== null;
  }

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
    if (hasTracer(api)) {
      setTracing(new OpenTelemetry(api));
      this.stops.push(() => setTracing(undefined));
    }
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
    const fault = error === undefined ? undefined : describeFault(error);
    this.logger.warn({ event: 'telemetry', message, error: fault });
  }
}

const namesService = ({ OTEL_SERVICE_NAME = '', OTEL_RESOURCE_ATTRIBUTES = '' }: Variables) =>
  OTEL_SERVICE_NAME !== '' || /(?:^|,)\s*service\.name\s*=/.test(OTEL_RESOURCE_ATTRIBUTES);

/** Whether an SDK has registered a provider of tracers. */
const hasTracer = ({ trace, ProxyTracerProvider }: Api): boolean => {
  const provider = trace.getTracerProvider();
  return (
    !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(SCOPE) !== undefined
  );
};

/** Whether an SDK has registered a provider of meters. */
const hasMeter = ({ metrics, createNoopMeter }: Api): boolean =>
  metrics.getMeterProvider().getMeter(SCOPE) !== createNoopMeter();
