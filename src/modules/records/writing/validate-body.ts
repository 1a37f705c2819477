import {
  authorizeMembers,
  usableNames,
  type WriteOperation,
} from '../../../pipeline/authorization/authorize-write.js';
import type { RequestContext } from '../../../pipeline/authorization/request-context.js';
import type { RuleContext } from '../../../rules/entries/rule-context.js';
import {
  validateWrite,
  type ValidWrite,
  type WriteValidation,
} from '../../../pipeline/validation/validate-write.js';

/** A body, and the request that writes it. */
export interface BodyOfWrite extends Pick<
  WriteValidation,
  'whole' | 'body' | 'record' | 'limits' | 'asStored'
> {
  readonly context: RequestContext;
  readonly operation: WriteOperation;
  readonly rules: RuleContext;
}

/**
 * Validates a body by the members that the caller may write in this request.
 * @throws RequestError `validation_failed`, `unauthorized`
 */
export async function validateBody({ context, rules, ...write }: BodyOfWrite): Promise<ValidWrite> {
  const { resource, authorizer } = context;
  const { request } = rules;
  return validateWrite({
    ...write,
    resource,
    members: await authorizeMembers(resource, write.operation, request),
    relationNames: await usableNames(resource, request, authorizer),
    context: rules,
  });
}
