import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  continueTrace,
  joinedTraces,
  type StatementEnd,
  type WorkPart,
  type WorkTrace,
} from '../../base/work-trace.js';
import { onResponseEnd } from './on-response-end.js';
import { traceIdIn } from './trace-id.js';

/** What traces a request, as the log needs it. */
export interface RequestSpan {
  /** 32 hexadecimal digits; `undefined` if the span is not recorded anywhere. */
  readonly traceId: string | undefined;
  readonly trace: WorkTrace;
  /** Notes a fault of the service. */
  fail(error: unknown, code: string): void;
}

/** What is observed of a request, for its line in the log and its span. */
export interface Observation {
  /** Bytes that its connection had sent before; `undefined` without a connection. */
  readonly bytesBefore: number | undefined;
  /** Resolves when the response has been sent; absent until something waits for it. */
  ended?: Promise<void>;
  /** Absent if statements are not counted. */
  count?: StatementCount;
  /** Absent if the request is not traced. */
  span?: RequestSpan;
  /** The key of the user who sent it, once that is known. */
  user?: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent if the request is neither logged nor traced. */
    observation?: Observation;
  }
}

/** Counts the statements of a request. */
export class StatementCount implements WorkTrace {
  statements = 0;

  enter(): void {}

  send(): StatementEnd {
    this.statements += 1;
    return ignore;
  }

  sent(): void {
    this.statements += 1;
  }

  within<Result>(_part: WorkPart, work: (inside: WorkTrace) => Promise<Result>): Promise<Result> {
    return work(this);
  }
}

const ignore = (): void => undefined;

/** Begins to observe a request, unless that has happened. */
export const observe = (httpRequest: FastifyRequest): Observation =>
  (httpRequest.observation ??= { bytesBefore: httpRequest.raw.socket.bytesWritten });

/**
 * Runs the next steps of a request, so that what they do belongs to it. Call it again once the body
 * is there: it arrives in the asynchronous context of the connection.
 */
export function continueRequest(
  observation: Observation,
  reply: FastifyReply,
  next: () => void,
): void {
  const { count, span } = observation;
  observation.ended ??= new Promise((resolve) => onResponseEnd(reply)(resolve));
  const { ended } = observation;
  void continueTrace(joinedTraces(count, span?.trace), () => {
    next();
    return ended;
  });
}

/** Returns the id of the request's trace, also of one that only the client records. */
export const traceIdOf = ({ observation, headers }: FastifyRequest): string | undefined =>
  observation?.span?.traceId ?? traceIdIn(headers.traceparent);
