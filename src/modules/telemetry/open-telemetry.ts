import type { Context, Span, Tracer } from '@opentelemetry/api';
import { isError, statusOf } from '../../errors/index.js';
import { operationOf } from '../../execution/statement-kind.js';
import type {
  RequestSpan,
  SpanAttributes,
  StatementSpan,
  TracedRequest,
  Tracing,
} from '../../telemetry/index.js';
import type { Api } from './telemetry-packages.js';

/** The name of the tracer and of the meter. */
export const SCOPE = 'resource-api';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']);

/** The names of databases in OpenTelemetry's conventions, where they are not ours. */
const systems: Readonly<Record<string, string>> = { postgres: 'postgresql' };

/** Returns the name of a database in OpenTelemetry's conventions. */
export const systemOf = (dialect: string): string => systems[dialect] ?? dialect;

/** Returns the method of a request as an attribute: clients can send any word. */
export const methodOf = (method: string): string => (METHODS.has(method) ? method : '_OTHER');

/** Creates spans by the global tracer provider, registered by the application or by us. */
export class OpenTelemetry implements Tracing {
  private readonly tracer: Tracer;

  constructor(private readonly api: Api) {
    this.tracer = api.trace.getTracer(SCOPE);
  }

  /**
   * A request is a child of the span that its `traceparent` names, or of one that is active
   * already: that of an instrumentation of Node's server.
   */
  request({ method, route, headers, attributes }: TracedRequest): RequestSpan {
    const { context, propagation, trace, SpanKind } = this.api;
    const active = context.active();
    const isInside = trace.getSpan(active) !== undefined;
    const parent = isInside ? active : propagation.extract(active, headers);
    const name = METHODS.has(method) ? method : 'HTTP';
    const span = this.tracer.startSpan(
      route === undefined ? name : `${name} ${route}`,
      {
        kind: isInside ? SpanKind.INTERNAL : SpanKind.SERVER,
        attributes: {
          'http.request.method': methodOf(method),
          ...(route !== undefined && { 'http.route': route }),
          ...attributes,
        },
      },
      parent,
    );
    return new OpenRequestSpan(this.api, span, trace.setSpan(parent, span));
  }

  span<Result>(name: string, attributes: SpanAttributes, work: () => Result): Result {
    const span = this.tracer.startSpan(name, { attributes });
    return this.within(span, work);
  }

  statement(sql: string, dialect: string, milliseconds?: number): StatementSpan {
    const operation = operationOf(sql);
    const span = this.tracer.startSpan(operation, {
      kind: this.api.SpanKind.CLIENT,
      ...(milliseconds !== undefined && { startTime: Date.now() - milliseconds }),
      attributes: {
        'db.system.name': systemOf(dialect),
        'db.operation.name': operation,
        'db.query.text': sql,
      },
    });
    return {
      end: (rows, error) => {
        if (rows !== undefined) span.setAttribute('db.response.returned_rows', rows);
        if (error !== undefined) {
          const code = codeOf(error);
          span.setAttributes({ 'error.type': code, 'db.response.status_code': code });
          span.setStatus({ code: this.api.SpanStatusCode.ERROR });
        }
        span.end();
      },
    };
  }

  private within<Result>(span: Span, work: () => Result): Result {
    const { context, trace, SpanStatusCode } = this.api;
    // A rejected request, such as one for a missing record, does not mean that the service failed.
    const fail = (error: unknown): never => {
      span.setAttribute('error.type', codeOf(error));
      if (statusOf(error) >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
      throw error;
    };
    try {
      const result = context.with(trace.setSpan(context.active(), span), work);
      if (result instanceof Promise)
        return result.then((value: unknown) => {
          span.end();
          return value;
        }, fail) as Result;
      span.end();
      return result;
    } catch (error) {
      return fail(error);
    }
  }
}

class OpenRequestSpan implements RequestSpan {
  readonly traceId: string | undefined;
  readonly traceparent: string | undefined;
  private isOver = false;

  constructor(
    private readonly api: Api,
    private readonly span: Span,
    private readonly inside: Context,
  ) {
    const { traceId, spanId, traceFlags } = span.spanContext();
    if (!api.isSpanContextValid(span.spanContext())) return;
    this.traceId = traceId;
    this.traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  run(work: () => void): void {
    this.api.context.with(this.inside, work);
  }

  /** The stack of an error begins with its message, which is left out as well. */
  fail(error: unknown, code: string): void {
    const frames = isError(error) ? framesOf(error.stack) : [];
    this.span.setAttribute('error.type', code);
    this.span.addEvent('exception', {
      'exception.type': isError(error) ? error.name : typeof error,
      'exception.message': code,
      'exception.stacktrace': frames.join('\n'),
    });
  }

  end(attributes: SpanAttributes, status: number): void {
    if (this.isOver) return;
    this.isOver = true;
    this.span.setAttributes({ ...attributes, 'http.response.status_code': status });
    if (status >= 500) this.span.setStatus({ code: this.api.SpanStatusCode.ERROR });
    this.span.end();
  }
}

const framesOf = (stack = ''): readonly string[] =>
  stack.split('\n').filter((line) => line.startsWith('    at '));

/** Returns the code of an error, or its type: its message may contain values. */
function codeOf(error: unknown): string {
  if (!isError(error)) return typeof error;
  const { code, cause } = error as Error & { readonly code?: unknown };
  if (code !== undefined) return String(code);
  return cause === undefined ? error.name : codeOf(cause);
}
