import { All, Controller, Inject, Req, Res, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FrameworkController } from './framework-controller.js';
import { RequestError } from '../../base/errors/index.js';
import { isPublicPath } from '../requests/public-path.js';
import { RESOURCE_PREDICATE, type ResourcePredicate } from '../requests/resource-predicate.js';

/**
 * Handles all paths and methods that match no other route, after the guards: 401 first, then 404,
 * then 405 with the methods that the path supports. The parameter for a resource is named
 * `:resource` in every route.
 *
 * @contract C2.1
 */
@FrameworkController()
@Controller()
export class UnmatchedController {
  constructor(@Inject(RESOURCE_PREDICATE) private readonly isResource: ResourcePredicate) {}

  /**
   * Responds to OPTIONS with the methods that the path supports, and refuses every other request.
   *
   * @throws RequestError `not_found` when the path does not exist, `method_not_allowed` when it
   * does not support the method
   */
  @All('*')
  respond(
    @Req() httpRequest: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): void {
    const { allow } = httpRequest.routeOptions.config;
    const { resource } = (httpRequest.params ?? {}) as { resource?: string };
    if (allow === undefined || (resource !== undefined && !this.isResource(resource)))
      throw new RequestError('not_found');
    if (httpRequest.method === 'OPTIONS') return void reply.code(204).header('Allow', allow);
    throw new RequestError('method_not_allowed', {
      message: `This endpoint does not support the method ${httpRequest.method}.`,
      headers: { Allow: allow },
    });
  }
}

/**
 * Whether the catch-all is about to reject the request in a public area. Only here does a URL
 * decide about access, and the response can only be 404 or 405.
 *
 * @contract C2.1
 */
export function isPublicMiss(execution: ExecutionContext, prefix: string): boolean {
  if (!isUnmatched(execution.getClass())) return false;
  const { raw, method } = execution.switchToHttp().getRequest<FastifyRequest>();
  return isPublicPath(raw.url ?? '', prefix, method);
}

const isUnmatched = (controller: Function): boolean =>
  controller === UnmatchedController || controller.prototype instanceof UnmatchedController;
