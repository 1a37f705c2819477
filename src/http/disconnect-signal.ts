import type { FastifyReply } from 'fastify';

/** Aborted when the client is gone before it has its answer. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) leaving.abort();
  });
  return leaving.signal;
}
