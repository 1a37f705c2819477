import type { FastifyReply } from 'fastify';

/** The body of a response, and its content type. */
export interface CompleteBody {
  readonly body: unknown;
  readonly type: string;
}

const unsent = new WeakMap<FastifyReply, CompleteBody>();

/** Makes the response a 304 in place of a 200 with this body, whose `Vary` it has. */
export function setNotModified(reply: FastifyReply, complete: CompleteBody): void {
  reply.code(304);
  unsent.set(reply, complete);
}

/** Returns the body in whose place a 304 is. */
export const unsentBody = (reply: FastifyReply): CompleteBody | undefined => unsent.get(reply);
