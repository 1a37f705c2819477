import { randomUUID } from 'node:crypto';
import { Authorizer } from '../../authorization/authorizer.js';
import { describeUnparsed, type RequestContext } from '../../authorization/request-context.js';
import type { ResourceClass } from '../../definition/resource-of.js';
import { RequestError } from '../../errors/index.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';
import type { ResourceRegistry } from '../../registry/resource-registry.js';
import type { Operation } from '../../types/register.js';

/** A resource whose policy is asked as one user. */
export interface AskedResource {
  readonly full: CompiledResource;
  /** Of requests that the user would send; their resource contains all members. */
  readonly context: RequestContext;
}

/**
 * Returns a resource for questions about a user.
 *
 * @param user with the facts that requests load (`authentication.user.facts`)
 */
export function askedResource(
  registry: ResourceRegistry,
  user: object,
  definition: ResourceClass,
): AskedResource {
  const full = registry.getByDefinition(definition);
  const origin = { channel: 'test', client: null, batchId: randomUUID() };
  return { full, context: { resource: full, authorizer: new Authorizer(user), origin } };
}

/** Passes the collection's gate, and leaves out the members that the user does not see. */
export async function passGate(
  registry: ResourceRegistry,
  { full, context }: AskedResource,
  operation: Operation,
  id: string | null,
  queryString = '',
): Promise<{
  readonly context: RequestContext;
  readonly request: ReturnType<typeof describeUnparsed>;
}> {
  await context.authorizer.authorize(full);
  const request = describeUnparsed(context, operation, queryString, id);
  const resource = await registry.seenBy(request, full);
  return { context: { ...context, resource }, request };
}

/** Returns the key of a record in paths. */
export const keyIn = ({ keyColumn }: CompiledResource, record: object): string =>
  String((record as Readonly<Record<string, unknown>>)[keyColumn.property]);

/** Codes of errors that a policy, a scope or a hidden member causes. */
const refusals: readonly string[] = ['unauthorized', 'not_found'];

/** Whether the work is not refused; other errors are thrown. */
export async function isAllowed(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof RequestError && refusals.includes(error.code)) return false;
    throw error;
  }
}
