/** The attributes of a span, by the names of OpenTelemetry's semantic conventions. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** The span of one request. */
export interface RequestSpan {
  /** 32 hexadecimal digits; `undefined` if the span is not recorded anywhere. */
  readonly traceId: string | undefined;
  /** The header that names the span: `00-<trace id>-<span id>-<flags>`. */
  readonly traceparent: string | undefined;
  /** Runs code whose spans become children of this one. */
  run(work: () => void): void;
  /** Notes a fault of the service. Its message is not recorded, since it may contain values. */
  fail(error: unknown, code: string): void;
  /** Ends the span; later calls have no effect. */
  end(attributes: SpanAttributes, status: number): void;
}

/** A request as its span describes it. */
export interface TracedRequest {
  readonly method: string;
  /** The template of the route; `undefined` for a path without one. */
  readonly route: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly attributes: SpanAttributes;
}

/** The span of a statement. */
export interface StatementSpan {
  /** @param rows `undefined` if their number is not known */
  end(rows: number | undefined, error?: unknown): void;
}

/** Creates spans. Implemented by `modules/telemetry` with OpenTelemetry. */
export interface Tracing {
  request(request: TracedRequest): RequestSpan;
  /** Runs work in a span, which ends with the work's promise if it returns one. */
  span<Result>(name: string, attributes: SpanAttributes, work: () => Result): Result;
  /** @param milliseconds the duration of a statement that has ended already */
  statement(sql: string, dialect: string, milliseconds?: number): StatementSpan;
}

/**
 * The tracing of this process; `undefined` while OpenTelemetry is not in use, so that its price is
 * this one comparison. Like OpenTelemetry's own providers, it is shared by all applications of the
 * process.
 */
export let tracing: Tracing | undefined;

/** Replaces {@link tracing}. */
export function setTracing(next: Tracing | undefined): void {
  tracing = next;
}

const NONE: SpanAttributes = {};

/** Runs work in a span if OpenTelemetry is in use. */
export function inSpan<Result>(
  name: string,
  work: () => Result,
  attributes: SpanAttributes = NONE,
): Result {
  return tracing === undefined ? work() : tracing.span(name, attributes, work);
}
