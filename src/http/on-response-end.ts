import type { FastifyReply } from 'fastify';

/**
 * Registers what to do once a response is sent, or its caller is gone; at once where that is so
 * already.
 */
export const onResponseEnd =
  ({ raw }: FastifyReply) =>
  (work: () => void): void => {
    if (raw.closed || raw.writableFinished) return work();
    raw.once('finish', work);
    raw.once('close', work);
  };
