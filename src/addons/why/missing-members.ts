import { attributeNames } from '../../pipeline/authorization/authorize-include.js';
import {
  authorizeMembers,
  type WriteOperation,
} from '../../pipeline/authorization/authorize-write.js';
import { availableKeys } from '../../pipeline/authorization/is-available.js';
import { seenActions } from '../../modules/actions/find-action.js';
import type { AskedAccess } from './asked-access.js';
import { memberNames } from './verify-member.js';

/** The members of a resource that a request does without. @contract C18.2 */
export interface MissingMembers {
  /** What the response does not contain, or what the body of a write cannot set. */
  readonly fields: readonly string[];
  readonly relations: readonly string[];
  /** The actions that do not exist for the account, by their `uriKey`. */
  readonly actions: readonly string[];
}

/**
 * Returns the members that the account does not have in this request, by the names that the
 * serialization, the writes and the lists of actions use; `null` for a question about a member, and
 * for operations without members.
 */
export async function missingMembers(asked: AskedAccess): Promise<MissingMembers | null> {
  const { full, question, request, context } = asked;
  const { operation, field, relation } = question;
  if (field !== null || relation !== null || !isDescribed(operation)) return null;
  const { resource, authorizer } = context;
  const actions = await seenActions(resource.actions, request);
  const present = {
    field: ['id', ...(await usedFields(asked, operation))],
    relation: await availableKeys(resource, request, authorizer),
    action: actions.map(({ uriKey }) => uriKey),
  };
  const missing = (kind: keyof typeof present) =>
    memberNames[kind](full).filter((name) => !present[kind].includes(name));
  return {
    fields: missing('field'),
    relations: missing('relation'),
    actions: missing('action'),
  };
}

type DescribedOperation = 'index' | 'show' | WriteOperation;

const isDescribed = (operation: string | null): operation is DescribedOperation =>
  operation !== null && ['index', 'show', 'store', 'update'].includes(operation);

async function usedFields(
  { context: { resource }, request }: AskedAccess,
  operation: DescribedOperation,
): Promise<readonly string[]> {
  if (operation === 'index' || operation === 'show') return attributeNames(resource);
  const { fields, inputs } = await authorizeMembers(resource, operation, request);
  return [...fields, ...inputs].map(({ name }) => name);
}
