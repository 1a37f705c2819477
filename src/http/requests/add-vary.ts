import type { FastifyReply } from 'fastify';

/** Adds the name of a request's header that the response depends on. */
export function addVary(reply: FastifyReply, name: string): void {
  const vary = reply.getHeader('vary');
  reply.header('vary', vary === undefined ? name : `${String(vary)}, ${name}`);
}
