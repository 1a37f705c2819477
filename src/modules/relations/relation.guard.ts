import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { acceptedLanguages } from '../../http/accepted-languages.js';
import { queryStringOf } from '../../http/query-string-of.js';
import type { PivotVisit } from '../../operations/pivot-call.js';
import { WritePivots } from '../../operations/write-pivots.js';
import type { ResourceHttpRequest } from '../records/resource.guard.js';
import { PivotRoute } from './pivot-route.decorator.js';

interface Params {
  readonly resource: string;
  readonly id: string;
  readonly relation: string;
  readonly related: string;
}

/** A request about a many-to-many relation, once its guards have let it pass. */
export interface RelationHttpRequest extends FastifyRequest<{ Params: Params }> {
  pivots: PivotVisit;
}

/**
 * Asks what can be asked before the keys of the body are known: whether this user may use that relation. The policies of
 * attach, detach and sync are asked about the records themselves, once they are locked.
 *
 * @contract C7.4
 */
@Injectable()
export class RelationGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly pivots: WritePivots,
  ) {}

  /** @throws RequestError `invalid_query`, `malformed_request`, `not_found` */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<RelationHttpRequest & ResourceHttpRequest>();
    const { id, relation } = request.params;
    request.pivots = await this.pivots.admit({
      visit: request.visit,
      operation: this.reflector.get(PivotRoute, context.getHandler()),
      id,
      relation,
      queryString: queryStringOf(request),
      body: request.body,
      languages: acceptedLanguages(request),
    });
    return true;
  }
}
