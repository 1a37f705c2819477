import { RequestMethod } from '@nestjs/common';
import type { FastifyInstance, RouteOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** On a route that is declared on Fastify itself, where no guard runs: the route is public. */
    public?: true;
  }
}

/** Reports public routes that are not marked as public. */
export class UnguardedRoutesError extends Error {
  constructor(routes: readonly string[]) {
    super(
      [
        'These routes are declared on Fastify itself, where no guard runs:',
        ...routes.map((route) => `  ${route}`),
        'Declare them in a controller, or mark them as public: { config: { public: true } }.',
      ].join('\n'),
    );
    this.name = 'UnguardedRoutesError';
  }
}

/** The adapter's methods: `get` for `RequestMethod.GET`, and so on. */
const methodNames = Object.keys(RequestMethod)
  .filter((name) => !/^\d+$/.test(name))
  .map((name) => name.toLowerCase());

type Declare = (...parameters: readonly unknown[]) => unknown;

/**
 * Distinguishes the routes of controllers, where the global guards run, from routes that are
 * declared on Fastify or on the adapter itself.
 *
 * @contract C2.1
 */
export class UnguardedRoutes {
  private readonly found: RouteOptions[] = [];
  private isNest = false;

  /** Adds a route; made for Fastify's `onRoute` hook. */
  add(route: RouteOptions): void {
    if (!this.isNest) this.found.push(route);
  }

  /** Nest declares each route with the adapter's method of the same name as the HTTP method. */
  watch(adapter: object): void {
    const methods = adapter as Record<string, Declare>;
    for (const name of methodNames) {
      const declare = methods[name]!.bind(adapter);
      methods[name] = (...parameters) =>
        isHandlerOfNest(parameters.at(-1))
          ? this.fromNest(declare, parameters)
          : declare(...parameters);
    }
  }

  /**
   * Fails at startup if there is an unguarded route. Refusing routes have a handler of Nest.
   * @throws UnguardedRoutesError
   */
  refuse(instance: FastifyInstance): void {
    instance.addHook('onReady', (done) => {
      const open = this.found.filter(
        ({ config }) => config?.public !== true && config?.allow === undefined,
      );
      done(open.length === 0 ? undefined : new UnguardedRoutesError(open.map(routeName)));
    });
  }

  private fromNest(declare: Declare, parameters: readonly unknown[]): unknown {
    this.isNest = true;
    try {
      return declare(...parameters);
    } finally {
      this.isNest = false;
    }
  }
}

/**
 * Nest copies the metadata of a controller's method, its decorators, to the handler that it
 * declares.
 */
const isHandlerOfNest = (handler: unknown): boolean =>
  typeof handler === 'function' && Reflect.getMetadataKeys(handler).length > 0;

const routeName = ({ method, url }: RouteOptions): string => `${[method].flat().join(', ')} ${url}`;
