import { context, metrics, propagation, trace } from '@opentelemetry/api';
import { NodeSDK, tracing } from '@opentelemetry/sdk-node';
import { ObservedDemo } from './observed-demo.js';

describe('an application that has started an SDK of its own', () => {
  const exporter = new tracing.InMemorySpanExporter();
  let sdk: NodeSDK;
  beforeEach(() => {
    sdk = new NodeSDK({
      spanProcessors: [new tracing.SimpleSpanProcessor(exporter)],
      metricReaders: [],
      logRecordProcessors: [],
      autoDetectResources: false,
    });
    sdk.start();
  });
  afterEach(async () => {
    await sdk.shutdown();
    for (const each of [trace, metrics, context, propagation]) each.disable();
    exporter.reset();
    delete process.env.OTEL_SDK_DISABLED;
  });

  it('receives the spans of requests, without any variable', async () => {
    const demo = await ObservedDemo.start();
    const response = await demo.fetch('/api/users/1');
    const [, traceId] = response.headers.get('traceparent')!.split('-');
    await demo.close();
    const names = exporter
      .getFinishedSpans()
      .filter((span) => span.spanContext().traceId === traceId)
      .map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['SELECT', 'execute', 'GET /api/:resource/:id']));
    // It belongs to the application, which may send more.
    trace.getTracer('application').startSpan('later').end();
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toContain('later');
  });

  it('receives nothing with OTEL_SDK_DISABLED', async () => {
    process.env.OTEL_SDK_DISABLED = 'true';
    const demo = await ObservedDemo.start();
    const response = await demo.fetch('/api/users/1');
    await demo.close();
    expect(response.headers.has('traceparent')).toBe(false);
    expect(exporter.getFinishedSpans()).toEqual([]);
  });
});
