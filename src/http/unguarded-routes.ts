import { RequestMethod } from '@nestjs/common';
import type { FastifyInstance, RouteOptions } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** On a route that is declared on Fastify itself, where no guard runs: anybody may call it. */
    public?: true;
  }
}

/** Routes that anybody could call, though nobody said so. */
export class UnguardedRoutesError extends Error {
  constructor(routes: readonly string[]) {
    super(
      [
        'These routes are declared on Fastify itself, where no guard runs:',
        ...routes.map((route) => `  ${route}`),
        'Declare them in a controller, or say that anybody may call them: { config: { public: true } }.',
      ].join('\n'),
    );
    this.name = 'UnguardedRoutesError';
  }
}

/** The adapter's methods: `get` for `RequestMethod.GET`, and so on. */
const methodNames = Object.keys(RequestMethod)
  .filter((name) => !/^\d+$/.test(name))
  .map((name) => name.toLowerCase());

type Declare = (...words: readonly unknown[]) => unknown;

/**
 * Tells routes of controllers, which the global guards stand before, from those that somebody
 * declares on Fastify or on the adapter itself.
 *
 * @contract C2.1
 */
export class UnguardedRoutes {
  private readonly found: RouteOptions[] = [];
  private isNest = false;

  /** Takes note of a route; made for Fastify's `onRoute` hook. */
  add(route: RouteOptions): void {
    if (!this.isNest) this.found.push(route);
  }

  /** Nest declares each route by the method of its adapter that is called as the HTTP method is. */
  watch(adapter: object): void {
    const methods = adapter as Record<string, Declare>;
    for (const name of methodNames) {
      const declare = methods[name]!.bind(adapter);
      methods[name] = (...words) =>
        isHandlerOfNest(words.at(-1)) ? this.fromNest(declare, words) : declare(...words);
    }
  }

  /**
   * Stops the start where there is one. Routes that refuse have a handler of Nest.
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

  private fromNest(declare: Declare, words: readonly unknown[]): unknown {
    this.isNest = true;
    try {
      return declare(...words);
    } finally {
      this.isNest = false;
    }
  }
}

/**
 * Nest copies the metadata of a controller's method, its decorators, to the handler that it
 * declares for it.
 */
const isHandlerOfNest = (handler: unknown): boolean =>
  typeof handler === 'function' && Reflect.getMetadataKeys(handler).length > 0;

const nameOf = ({ method, url }: RouteOptions): string => `${[method].flat().join(', ')} ${url}`;
