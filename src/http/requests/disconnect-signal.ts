import type { FastifyReply } from 'fastify';

/** Returns a signal that aborts when the client disconnects before it has its response. */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) leaving.abort();
  });
  return leaving.signal;
}
