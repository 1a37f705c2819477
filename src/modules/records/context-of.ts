import type { ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authorizer } from '../../authorization/authorizer.js';
import { DeprecatedUses } from '../../authorization/deprecated-uses.js';
import { describeUnparsed, type RequestContext } from '../../authorization/request-context.js';
import { Origin } from '../../authorization/request-origin.js';
import { onResponseEnd } from '../../http/on-response-end.js';
import { queryStringOf } from '../../http/query-string-of.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';
import type { ResourceRegistry } from '../../registry/resource-registry.js';
import type { Operation } from '../../types/register.js';

/** What a guard knows about a request when it has found the resource. */
export interface FoundResource {
  readonly resource: CompiledResource;
  readonly authorizer: Authorizer;
  readonly operation: Operation;
  /** The key of the record; `null` for a collection. */
  readonly id: string | null;
}

/**
 * Returns the context of an HTTP request, without the members of the resource that the caller does
 * not see.
 * @contract C5.9
 */
export async function contextOf(
  context: ExecutionContext,
  registry: ResourceRegistry,
  { resource, authorizer, operation, id }: FoundResource,
): Promise<RequestContext> {
  const http = context.switchToHttp();
  const request = http.getRequest<FastifyRequest>();
  const origin = new Origin('http', request.headers['user-agent']);
  const onEnd = onResponseEnd(http.getResponse<FastifyReply>());
  const full = { resource, authorizer, origin, onEnd, deprecations: new DeprecatedUses() };
  const described = describeUnparsed(full, operation, queryStringOf(request), id);
  return { ...full, resource: await registry.seenBy(described, resource) };
}
