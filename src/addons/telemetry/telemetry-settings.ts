import { EnvironmentError } from '../../options/read-environment.js';
import type { Variables } from '../../options/settings.js';

const EXPORTERS = ['OTEL_TRACES_EXPORTER', 'OTEL_METRICS_EXPORTER'];
const SIGNALS = ['', 'TRACES_', 'METRICS_'];
const ENDPOINTS = SIGNALS.map((signal) => `OTEL_EXPORTER_OTLP_${signal}ENDPOINT`);
const PROTOCOLS = SIGNALS.map((signal) => `OTEL_EXPORTER_OTLP_${signal}PROTOCOL`);
const protocols = ['grpc', 'http/protobuf', 'http/json'];

/** Whether `OTEL_SDK_DISABLED` switches OpenTelemetry off, also for an SDK of the application. */
export const isDisabled = ({ OTEL_SDK_DISABLED }: Variables): boolean =>
  OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true';

/**
 * Whether the variables ask for an export: they name an exporter, or where to send the data.
 *
 * @throws EnvironmentError that lists every wrong endpoint and protocol
 */
export function asksForTelemetry(variables: Variables): boolean {
  const exporters = EXPORTERS.flatMap((name) => valueOf(variables, name) ?? []);
  const isAsked =
    exporters.some((exporter) => exporter !== 'none') ||
    (exporters.length < EXPORTERS.length && ENDPOINTS.some((name) => valueOf(variables, name)));
  if (isAsked) verify(variables);
  return isAsked;
}

/** Whether a variable names the service. */
export const namesService = ({
  OTEL_SERVICE_NAME = '',
  OTEL_RESOURCE_ATTRIBUTES = '',
}: Variables): boolean =>
  OTEL_SERVICE_NAME !== '' || /(?:^|,)\s*service\.name\s*=/.test(OTEL_RESOURCE_ATTRIBUTES);

function verify(variables: Variables): void {
  const isProtocol = (value: string) => protocols.includes(value);
  const faults = [
    ...faultsOf(variables, ENDPOINTS, isWebAddress, 'an HTTP or HTTPS URL'),
    ...faultsOf(variables, PROTOCOLS, isProtocol, `one of ${protocols.join(', ')}`),
  ];
  if (faults.length > 0) throw new EnvironmentError(faults);
}

/** Values may contain credentials, and are not shown. */
const faultsOf = (
  variables: Variables,
  names: readonly string[],
  isValid: (value: string) => boolean,
  allowed: string,
): readonly string[] =>
  names.flatMap((name) => {
    const value = valueOf(variables, name);
    return value === undefined || isValid(value) ? [] : [`${name} must be ${allowed}.`];
  });

const isWebAddress = (value: string): boolean =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/** An empty variable counts as absent. */
function valueOf(variables: Variables, name: string): string | undefined {
  const value = variables[name]?.trim();
  return value === '' ? undefined : value;
}
