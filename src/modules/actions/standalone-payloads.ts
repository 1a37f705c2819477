import { Injectable } from '@nestjs/common';
import type { Authorizer } from '../../pipeline/authorization/authorizer.js';
import type { RequestOrigin, ResourceRequest } from '../../base/types/register.js';
import type { RuleSet } from '../../rules/entries/rule-context.js';
import { checkPayload } from '../../pipeline/validation/check-payload.js';
import { RuleContexts } from '../records/lookups/rule-contexts.js';

/** The caller of a payload without a resource, and the name that rules see. */
export interface StandalonePayloadCall {
  readonly name: string;
  readonly authorizer: Authorizer;
  readonly languages: readonly string[];
  readonly origin: RequestOrigin;
}

/**
 * Validates payloads that belong to no resource. Custom rules see them as an action of that name.
 */
@Injectable()
export class StandalonePayloads {
  constructor(private readonly contexts: RuleContexts) {}

  /** @throws RequestError `validation_failed` @contract C6.9 */
  check(
    rules: RuleSet,
    payload: unknown,
    { name, authorizer, languages, origin }: StandalonePayloadCall,
  ): Promise<object> {
    const user = authorizer.user as ResourceRequest['user'];
    const request: ResourceRequest = {
      user,
      resource: name,
      operation: 'action',
      id: null,
      query: {},
      origin,
    };
    return checkPayload(
      rules,
      payload,
      this.contexts.of({ request, authorizer, languages }, null, null),
    );
  }
}
