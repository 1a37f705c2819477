import type { FastifyInstance, RouteHandlerMethod, RouteOptions } from 'fastify';
import type { ErrorResponse } from './describe-error.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** On a route that refuses: the methods that its path does take. */
    allow?: string;
    /** Words the refusals of a route whose clients read another form. */
    describeError?: (response: ErrorResponse) => ErrorResponse;
    /**
     * Returns how many requests a body holds, for a route that takes several at once; rates count
     * each of them.
     */
    countRequests?: (body: unknown) => number;
  }
}

/** A path of the application, as a template, and the methods that it takes. */
export interface DeclaredRoute {
  readonly url: string;
  readonly methods: readonly string[];
}

/**
 * The routes of the running application, as Fastify tells of them. From it come the refusals: each
 * path also gets the methods that it does not take, answered by the guarded catch-all. So one
 * router decides everything, a static segment wins over a `:parameter` for every method alike, and
 * nothing is matched a second time.
 *
 * @contract C2.1
 */
export class RouteTable {
  private readonly methods = new Map<string, Set<string>>();
  private refusal: RouteHandlerMethod | undefined;

  /** @param catchAllPath where the guarded catch-all lies */
  constructor(private readonly catchAllPath = '/*') {}

  /**
   * The handler of the catch-all, guards and filters included; `undefined` until it is declared.
   */
  get catchAll(): RouteHandlerMethod | undefined {
    return this.refusal;
  }

  /** Every route but the catch-all and those that refuse. */
  get declared(): readonly DeclaredRoute[] {
    return [...this.methods].map(([url, methods]) => ({ url, methods: [...methods].sort() }));
  }

  /** Takes note of a route; made for Fastify's `onRoute` hook. */
  add(route: RouteOptions): void {
    if (route.url === this.catchAllPath) this.refusal ??= route.handler;
    else if (route.config?.allow === undefined) this.remember(route.url, [route.method].flat());
  }

  /** Adds the refusing routes. Called once, after the last route was declared. */
  refuseOtherMethods(instance: FastifyInstance): void {
    if (!this.refusal) return;
    for (const [url, taken] of [...this.methods]) {
      const method = instance.supportedMethods.filter((each) => !taken.has(each));
      const config = { allow: [...taken].sort().join(', '), resourceApi: true as const };
      if (method.length > 0) instance.route({ method, url, config, handler: this.refusal });
    }
  }

  private remember(url: string, methods: readonly string[]): void {
    const known = this.methods.get(url) ?? new Set<string>();
    for (const method of methods) known.add(method);
    this.methods.set(url, known);
  }
}
