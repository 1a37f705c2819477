import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OwnRoutes } from '../own-routes.js';

type Done = (error?: Error) => void;
type Hook = (request: FastifyRequest, reply: FastifyReply, done: Done) => void;

/** What hooks of a request are added to: a Fastify instance, or a part of its routes. */
export interface HookTarget {
  addHook(name: 'onRequest' | 'preValidation' | 'onResponse', hook: Hook): unknown;
}

/** Adds hooks that run for the given routes and leave every other request alone. */
export const hooksOn = (instance: FastifyInstance, routes: OwnRoutes): HookTarget => ({
  addHook: (name, hook) =>
    instance.addHook(name as 'onRequest', (request, reply, done) =>
      routes.has(request) ? hook(request, reply, done) : done(),
    ),
});
