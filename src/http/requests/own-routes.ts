import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** On routes of the API, in an application that also has others. */
    resourceApi?: true;
  }
}

/** Decides which requests belong to the API. */
export interface OwnRoutes {
  has(request: FastifyRequest): boolean;
}

/** Nest's token for the {@link OwnRoutes}. */
export const OWN_ROUTES = Symbol('resource-api:own-routes');

/** In an application that the framework creates, every request belongs to the API. */
export const everyRoute: OwnRoutes = { has: () => true };

/** In a team's own application: the framework's controllers, and everything under the prefix. */
export const markedRoutes: OwnRoutes = {
  // Guards also run for messages that are not HTTP, which have no route.
  has: ({ routeOptions }: Partial<FastifyRequest>) => routeOptions?.config.resourceApi === true,
};
