import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OwnRoutes } from '../requests/own-routes.js';

type Done = (error?: Error) => void;
type Hook = (httpRequest: FastifyRequest, reply: FastifyReply, done: Done) => void;

/** A target for hooks of requests: a Fastify instance, or some of its routes. */
export interface HookTarget {
  addHook(name: 'onRequest' | 'preValidation' | 'onResponse', hook: Hook): unknown;
}

type SendDone = (error: Error | null, payload?: unknown) => void;
type SendHook = (
  httpRequest: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  done: SendDone,
) => void;

/** A target for hooks that change the body of a response. */
export interface SendHookTarget {
  addHook(name: 'onSend', hook: SendHook): unknown;
}

/** Returns a target that adds such hooks for the given routes only. */
export const sendHooksOn = (instance: FastifyInstance, routes: OwnRoutes): SendHookTarget => ({
  addHook: (name, hook) =>
    instance.addHook(name, (httpRequest, reply, payload, done) =>
      routes.has(httpRequest) ? hook(httpRequest, reply, payload, done) : done(null, payload),
    ),
});

/** Returns a target that adds hooks for the given routes only. */
export const hooksOn = (instance: FastifyInstance, routes: OwnRoutes): HookTarget => ({
  addHook: (name, hook) =>
    instance.addHook(name as 'onRequest', (httpRequest, reply, done) =>
      routes.has(httpRequest) ? hook(httpRequest, reply, done) : done(),
    ),
});
