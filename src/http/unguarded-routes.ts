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

/**
 * Distinguishes the routes of controllers, where the global guards run, from routes that are
 * declared on Fastify or on the adapter itself.
 *
 * @contract C2.1
 */
export class UnguardedRoutes {
  private readonly found: RouteOptions[] = [];
  private expected: string | undefined;

  /**
   * Expects a route of a controller. Nest asks the adapter to normalize the path of each of these,
   * and declares the route in the same tick.
   */
  expect(path: string): void {
    this.expected = path;
    queueMicrotask(() => (this.expected = undefined));
  }

  /** Adds a route; made for Fastify's `onRoute` hook. */
  add(route: RouteOptions): void {
    if (route.url !== this.expected) this.found.push(route);
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
      done(open.length === 0 ? undefined : new UnguardedRoutesError(open.map(nameOf)));
    });
  }
}

const nameOf = ({ method, url }: RouteOptions): string => `${[method].flat().join(', ')} ${url}`;
