import { Injectable } from '@nestjs/common';
import type { RequestCaller } from '../../pipeline/authorization/request-context.js';
import type { ResourceRequest } from '../../base/types/register.js';
import type { RuleSet } from '../../rules/entries/rule-context.js';
import { checkPayload } from '../../pipeline/validation/check-payload.js';
import { RuleContexts } from '../records/lookups/rule-contexts.js';

/**
 * Validates payloads that belong to no resource. Custom rules see them as an action of that name.
 */
@Injectable()
export class StandalonePayloads {
  constructor(private readonly contexts: RuleContexts) {}

  /** @throws RequestError `validation_failed` @contract C6.9 */
  check(rules: RuleSet, payload: unknown, name: string, caller: RequestCaller): Promise<object> {
    const request: ResourceRequest = {
      user: caller.authorizer.user as ResourceRequest['user'],
      resource: name,
      operation: 'action',
      id: null,
      query: {},
      origin: caller.origin,
    };
    const { authorizer, languages } = caller;
    return checkPayload(
      rules,
      payload,
      this.contexts.of({ request, authorizer, languages }, null, null),
    );
  }
}
