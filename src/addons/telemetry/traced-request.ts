import type { FastifyReply, FastifyRequest } from 'fastify';
import { isError } from '../../base/errors/index.js';
import { loggedPathOf } from '../../http/hooks/log-requests.js';
import { clientAddressOf } from '../../http/requests/client-address.js';
import type { RequestSpan } from '../../http/requests/observation.js';
import { methodOf, requestSpanName, routeOf } from './conventions.js';
import { WorkSpan, type SpanSource } from './work-span.js';

/** The span of a request. */
export class TracedRequest extends WorkSpan implements RequestSpan {
  readonly trace = this;
  readonly traceId: string | undefined;
  /** The header that names the span: `00-<trace id>-<span id>-<flags>`. */
  readonly traceparent: string | undefined;
  private isOver = false;

  /**
   * A request is a child of the span that its `traceparent` names, or of one that is active
   * already: that of an instrumentation of Node's server.
   *
   * @param startTime of a request that has begun before, in milliseconds since 1970
   */
  constructor(source: SpanSource, httpRequest: FastifyRequest, startTime?: number) {
    const { api, tracer } = source;
    const active = api.context.active();
    const isInside = api.trace.getSpan(active) !== undefined;
    const parent = isInside ? active : api.propagation.extract(active, httpRequest.headers);
    const route = routeOf(httpRequest.routeOptions);
    const options = {
      kind: isInside ? api.SpanKind.INTERNAL : api.SpanKind.SERVER,
      attributes: {
        'http.request.method': methodOf(httpRequest.method),
        ...(route !== undefined && { 'http.route': route }),
        'url.path': loggedPathOf(httpRequest),
        'url.scheme': httpRequest.protocol,
        'client.address': clientAddressOf(httpRequest),
      },
      ...(startTime !== undefined && { startTime }),
    };
    const span = tracer.startSpan(requestSpanName(httpRequest.method, route), options, parent);
    super(source, span, parent);
    const { traceId, spanId, traceFlags } = span.spanContext();
    if (!api.isSpanContextValid(span.spanContext())) return;
    this.traceId = traceId;
    this.traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  }

  /** Runs code whose spans become children of this one. */
  run(work: () => void): void {
    this.source.api.context.with(this.context, work);
  }

  /** Messages of errors may contain values. The stack of an error begins with its message. */
  fail(error: unknown, code: string): void {
    this.span.setAttribute('error.type', code);
    this.span.addEvent('exception', {
      'exception.type': isError(error) ? error.name : typeof error,
      'exception.message': code,
      'exception.stacktrace': isError(error) ? framesOf(error).join('\n') : '',
    });
  }

  /** Ends the span; later calls have no effect. */
  end({ id, observation }: FastifyRequest, { statusCode }: FastifyReply): void {
    if (this.isOver) return;
    this.isOver = true;
    if (statusCode >= 500) this.markFailed();
    this.close({
      'http.response.status_code': statusCode,
      'resource_api.request_id': id,
      ...(observation?.user !== undefined && { 'user.id': observation.user }),
    });
  }
}

const framesOf = ({ stack = '' }: Error): readonly string[] =>
  stack.split('\n').filter((line) => line.startsWith('    at '));
