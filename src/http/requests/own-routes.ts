import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** On routes of the API. */
    resourceApi?: true;
    /** On routes of a team's own controllers: parsers of the application read other media types. */
    anyBody?: true;
  }
}

/** The part of an application that belongs to the API. */
export interface OwnRoutes {
  /** The path under which every request belongs to the API. Empty if all requests do. */
  readonly root: string;
  has(httpRequest: FastifyRequest): boolean;
}

/** Nest's token for the {@link OwnRoutes}. */
export const OWN_ROUTES = Symbol('resource-api:own-routes');

/** In an application that the framework creates, every request belongs to the API. */
export const everyRoute: OwnRoutes = { root: '', has: () => true };

/** In a team's own application: the framework's controllers, and everything under the prefix. */
export const routesUnder = (prefix: string): OwnRoutes => ({
  root: prefix,
  // Guards also run for messages that are not HTTP, which have no route.
  has: ({ routeOptions }: Partial<FastifyRequest>) => routeOptions?.config.resourceApi === true,
});
