import type { FastifyReply } from 'fastify';

/**
 * Registers work for when a response has been sent or its client has disconnected. Runs it at once
 * if that has already happened.
 */
export const onResponseEnd =
  ({ raw }: FastifyReply) =>
  (work: () => void): void => {
    if (raw.closed || raw.writableFinished) return work();
    raw.once('finish', work);
    raw.once('close', work);
  };
