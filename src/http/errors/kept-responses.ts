import type { FastifyRequest } from 'fastify';

/** A response as it is sent. */
export interface WrittenResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON text; `null` if there is no body. */
  readonly body: string | null;
}

/** A hook for a feature that keeps responses: it may send one in place of an error. */
export abstract class KeptResponses {
  /**
   * Returns what to send in place of an error; `null` to send the error. The quick `null` is for
   * requests that no response is kept for.
   *
   * @throws another error, which is sent
   */
  abstract find(
    error: unknown,
    httpRequest: FastifyRequest,
  ): Promise<WrittenResponse | null> | null;
}
