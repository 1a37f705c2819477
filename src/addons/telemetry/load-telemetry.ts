import { EnvironmentError } from '../../options/read-environment.js';
import type { Variables } from '../../options/settings.js';
import { asksForTelemetry, isDisabled } from './telemetry-settings.js';

/** The API of OpenTelemetry, an optional peer. */
export type Api = typeof import('@opentelemetry/api');
/** The SDK with its exporters, an optional peer. */
export type Sdk = typeof import('@opentelemetry/sdk-node');

/** The packages that this process uses. */
export interface TelemetryPackages {
  readonly api: Api;
  /** `undefined` if the application has started an SDK of its own. */
  readonly sdk: Sdk | undefined;
}

/** Nest's token for the {@link TelemetryPackages}; `null` if OpenTelemetry is not in use. */
export const TELEMETRY_PACKAGES = Symbol('resource-api:telemetry-packages');

/** The name of the tracer and of the meter. */
export const SCOPE = 'resource-api';

/**
 * Loads OpenTelemetry if the application has started it, or if the variables `OTEL_*` ask for it.
 * prom-client loads the API in any case; the SDK costs half a second, and is loaded only if it is
 * wanted.
 *
 * @throws EnvironmentError if a package is missing or a variable is wrong
 */
export async function loadTelemetry(variables: Variables): Promise<TelemetryPackages | null> {
  if (isDisabled(variables)) return null;
  const isAsked = asksForTelemetry(variables);
  const api = await orMissing(import('@opentelemetry/api'));
  if (api && (hasTracer(api) || hasMeter(api))) return { api, sdk: undefined };
  if (!isAsked) return null;
  if (!api) throw missing('@opentelemetry/api');
  const sdk = await orMissing(import('@opentelemetry/sdk-node'));
  if (!sdk) throw missing('@opentelemetry/sdk-node');
  return { api, sdk };
}

/** Whether an SDK has registered a provider of tracers. */
export const hasTracer = ({ trace, ProxyTracerProvider }: Api): boolean => {
  const provider = trace.getTracerProvider();
  return (
    !(provider instanceof ProxyTracerProvider) || provider.getDelegateTracer(SCOPE) !== undefined
  );
};

/** Whether an SDK has registered a provider of meters. */
export const hasMeter = ({ metrics, createNoopMeter }: Api): boolean =>
  metrics.getMeterProvider().getMeter(SCOPE) !== createNoopMeter();

/** Returns `undefined` for a package that is not installed. */
const orMissing = <Package>(loading: Promise<Package>): Promise<Package | undefined> =>
  loading.catch((error: unknown) => {
    if ((error as { readonly code?: unknown }).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  });

const missing = (name: string): EnvironmentError =>
  new EnvironmentError([
    `OTEL_*: OpenTelemetry needs the package ${name}, which is not installed. Install it with \`npm install ${name}\`, or set OTEL_SDK_DISABLED=true.`,
  ]);
