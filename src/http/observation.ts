import type { FastifyRequest } from 'fastify';
import { traceIdIn, type RequestSpan, type RequestTally } from '../telemetry/index.js';

/** What is observed of a request, for its log line and its span. */
export interface Observation {
  /** `undefined` while OpenTelemetry is not in use. */
  readonly span: RequestSpan | undefined;
  /** `undefined` if its statements are not counted. */
  readonly tally: RequestTally | undefined;
  /** Bytes that the connection had sent before. */
  readonly bytesBefore: number;
  /** The key of the user, once authentication has found one. */
  user?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Absent if the request is neither logged nor traced. */
    observation?: Observation;
  }
}

/** Returns the id of the request's trace, also of one that only the client records. */
export const traceIdOf = ({ observation, headers }: FastifyRequest): string | undefined =>
  observation?.span?.traceId ?? traceIdIn(headers.traceparent);
