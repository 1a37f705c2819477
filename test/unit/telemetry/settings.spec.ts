import { asksForTelemetry } from '../../../src/addons/telemetry/telemetry-settings.js';
import { loadTelemetry } from '../../../src/addons/telemetry/load-telemetry.js';

describe('the variables OTEL_*', () => {
  it.each([
    [{ OTEL_TRACES_EXPORTER: 'otlp' }],
    [{ OTEL_METRICS_EXPORTER: 'console' }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://collector.example.com/v1/traces' }],
    [{ OTEL_METRICS_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }],
  ])('ask for telemetry: %j', (variables) => {
    expect(asksForTelemetry(variables)).toBe(true);
  });

  it.each([
    [{}],
    [{ OTEL_SERVICE_NAME: 'books' }],
    [{ OTEL_TRACES_EXPORTER: '', OTEL_EXPORTER_OTLP_ENDPOINT: ' ' }],
    [{ OTEL_TRACES_EXPORTER: 'none' }],
    [
      {
        OTEL_TRACES_EXPORTER: 'none',
        OTEL_METRICS_EXPORTER: 'none',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      },
    ],
  ])('do not ask for telemetry: %j', async (variables) => {
    expect(asksForTelemetry(variables)).toBe(false);
    expect(await loadTelemetry(variables)).toBeNull();
  });

  it('are ignored with OTEL_SDK_DISABLED', async () => {
    const variables = { OTEL_TRACES_EXPORTER: 'otlp', OTEL_SDK_DISABLED: 'true' };
    expect(await loadTelemetry(variables)).toBeNull();
  });

  it('are reported all at once, without their values', async () => {
    const loading = loadTelemetry({
      OTEL_EXPORTER_OTLP_ENDPOINT: 'user:secret@collector',
      OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: 'ftp://collector',
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/xml',
    });
    await expect(loading).rejects.toThrow(
      [
        'These environment variables have a wrong value:',
        '  OTEL_EXPORTER_OTLP_ENDPOINT must be an HTTP or HTTPS URL.',
        '  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT must be an HTTP or HTTPS URL.',
        '  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL must be one of grpc, http/protobuf, http/json.',
      ].join('\n'),
    );
  });
});
