import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface KeyValue {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly KeyValue[];
  readonly events: readonly { readonly name: string; readonly attributes: readonly KeyValue[] }[];
  readonly status: { readonly code?: number; readonly message?: string };
}

type Attributes = Readonly<Record<string, unknown>>;

/** A span as tests compare it. */
export interface CollectedSpan extends Omit<SentSpan, 'attributes' | 'events'> {
  readonly attributes: Attributes;
  readonly events: readonly { readonly name: string; readonly attributes: Attributes }[];
}

export interface CollectedMetric {
  readonly name: string;
  readonly points: readonly Attributes[];
}

interface Points {
  readonly dataPoints: readonly { readonly attributes: readonly KeyValue[] }[];
}

interface Sent {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly KeyValue[] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
  readonly resourceMetrics?: readonly {
    readonly scopeMetrics: readonly {
      readonly metrics: readonly ({ readonly name: string } & Readonly<
        Partial<Record<'sum' | 'gauge' | 'histogram', Points>>
      >)[];
    }[];
  }[];
}

/** Receives what an SDK exports as OTLP in JSON, on a free port of this machine. */
export class OtlpCollector {
  readonly spans: CollectedSpan[] = [];
  readonly metrics: CollectedMetric[] = [];
  readonly resources: Attributes[] = [];
  /** Everything as it was sent. */
  text = '';
  private readonly waiting = new Set<() => void>();

  private constructor(private readonly server: Server) {
    server.on('request', (request: IncomingMessage, response) => {
      void this.receive(request).then(() => response.end('{}'));
    });
  }

  static async start(): Promise<OtlpCollector> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new OtlpCollector(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Returns the spans of a span's trace once it has arrived: those below it arrive before. */
  async traceOf(spanId: string): Promise<readonly CollectedSpan[]> {
    const find = () => this.spans.find((span) => span.spanId === spanId);
    await this.until(() => find() !== undefined);
    return this.spans.filter(({ traceId }) => traceId === find()!.traceId);
  }

  async until(isReached: () => boolean): Promise<void> {
    while (!isReached()) await new Promise<void>((resolve) => this.waiting.add(resolve));
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async receive(request: IncomingMessage): Promise<void> {
    const sent = (await json(request)) as Sent;
    this.text += JSON.stringify(sent);
    for (const { resource, scopeSpans } of sent.resourceSpans ?? []) {
      this.resources.push(valuesOf(resource.attributes));
      this.spans.push(...scopeSpans.flatMap(({ spans }) => spans.map(collected)));
    }
    for (const { scopeMetrics } of sent.resourceMetrics ?? [])
      for (const { metrics } of scopeMetrics)
        for (const { name, sum, gauge, histogram } of metrics) {
          const { dataPoints } = (sum ?? gauge ?? histogram)!;
          const points = dataPoints.map(({ attributes }) => valuesOf(attributes));
          this.metrics.push({ name, points });
        }
    for (const resolve of this.waiting) resolve();
    this.waiting.clear();
  }
}

const collected = ({ attributes, events, ...span }: SentSpan): CollectedSpan => ({
  ...span,
  attributes: valuesOf(attributes),
  events: events.map((event) => ({ name: event.name, attributes: valuesOf(event.attributes) })),
});

const valuesOf = (attributes: readonly KeyValue[]): Attributes =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** The variables of a process that exports to a collector, without a long wait. */
export const collectedBy = ({ url }: Pick<OtlpCollector, 'url'>) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  OTEL_BSP_SCHEDULE_DELAY: '20',
  OTEL_METRIC_EXPORT_INTERVAL: '100',
  OTEL_METRIC_EXPORT_TIMEOUT: '100',
});

/** Describes the spans below one as indented lines, in the order in which they began. */
export function treeOf(spans: readonly CollectedSpan[], parent: CollectedSpan): string[] {
  const children = spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);
  return [
    parent.name,
    ...children.flatMap((child) => treeOf(spans, child).map((each) => `  ${each}`)),
  ];
}
