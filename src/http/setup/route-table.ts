import type { FastifyInstance, RouteHandlerMethod, RouteOptions } from 'fastify';
import type { ErrorResponse } from '../errors/describe-error.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** On a refusing route: the methods that its path supports. */
    allow?: string;
    /** Describes errors of a route whose clients expect another form. */
    describeError?: (response: ErrorResponse) => ErrorResponse;
    /**
     * Returns how many requests a body counts as, for a route that accepts several at once or is not
     * limited. Rate limits count each of them.
     */
    countRequests?: (body: unknown) => number;
  }
}

/** A path of the application, as a template, and the methods that it supports. */
export interface DeclaredRoute {
  readonly url: string;
  readonly methods: readonly string[];
}

/**
 * The routes of the running application, as Fastify reports them. For each path, it adds routes for
 * the methods that the path does not support, handled by the guarded catch-all. So one router
 * decides everything, a static segment wins over a `:parameter` for all methods alike, and nothing
 * is matched twice.
 *
 * @contract C2.1
 */
export class RouteTable {
  private readonly methods = new Map<string, Set<string>>();
  private refusal: RouteHandlerMethod | undefined;

  /** @param catchAllPath the path of the guarded catch-all */
  constructor(private readonly catchAllPath: string) {}

  /**
   * Returns the handler of the catch-all, including guards and filters, or `undefined` before it is
   * declared.
   */
  get catchAll(): RouteHandlerMethod | undefined {
    return this.refusal;
  }

  /** Returns all routes except the catch-all and the refusing ones. */
  get declared(): readonly DeclaredRoute[] {
    return [...this.methods].map(([url, methods]) => ({ url, methods: [...methods].sort() }));
  }

  /** Adds a route; made for Fastify's `onRoute` hook. */
  add(route: RouteOptions): void {
    if (route.url === this.catchAllPath) this.refusal ??= route.handler;
    else if (route.config?.allow === undefined) this.remember(route.url, [route.method].flat());
  }

  /** Adds the refusing routes. Call it once, after the last route is declared. */
  refuseOtherMethods(instance: FastifyInstance): void {
    if (!this.refusal) return;
    for (const [url, supported] of [...this.methods]) {
      const method = instance.supportedMethods.filter((each) => !supported.has(each));
      const config = { allow: [...supported].sort().join(', '), resourceApi: true as const };
      if (method.length > 0) instance.route({ method, url, config, handler: this.refusal });
    }
  }

  private remember(url: string, methods: readonly string[]): void {
    const known = this.methods.get(url) ?? new Set<string>();
    for (const method of methods) known.add(method);
    this.methods.set(url, known);
  }
}
