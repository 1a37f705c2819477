import type { Authorizer } from '../../pipeline/authorization/authorizer.js';
import {
  describeUnparsed,
  type RequestContext,
} from '../../pipeline/authorization/request-context.js';
import { RequestError, type ErrorTexts } from '../../base/errors/index.js';
import type { Transaction } from '../../database/connection/database.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import type { Operation, ResourceRequest } from '../../base/types/register.js';
import type { LoggedChange } from './logged-change.js';
import type { RevertConflicts } from './revert-conflicts.js';

/** Changes of different records of one resource by the same event, which are reverted together. */
export interface RevertGroup {
  readonly resource: CompiledResource;
  readonly changes: readonly LoggedChange[];
}

/** A revert that is running. */
export interface RunningRevert {
  readonly context: RequestContext;
  readonly transaction: Transaction;
  readonly conflicts: RevertConflicts;
  /** Whether it reverts all rows of a batch. Errors then name their record. */
  readonly isBatch: boolean;
  /** The members of the request's body, which contains the inputs of the resources. */
  readonly given: Readonly<Record<string, unknown>>;
}

/** Splits changes into groups, in their order. Each change of pivots is a group of its own. */
export function revertGroupsOf(changes: readonly LoggedChange[]): readonly RevertGroup[] {
  const groups: { resource: CompiledResource; changes: LoggedChange[] }[] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (last && fits(change, last)) last.changes.push(change);
    else groups.push({ resource: change.resource, changes: [change] });
  }
  return groups;
}

const fits = (change: LoggedChange, { resource, changes }: RevertGroup): boolean =>
  change.snapshot.event !== 'pivots' &&
  change.snapshot.event === changes[0]!.snapshot.event &&
  change.resource.full === resource.full &&
  !changes.some(({ key }) => key === change.key);

/** Returns the request of an inverse operation, for policies and hooks. */
export const inverseRequest = (
  { context: { authorizer, origin } }: { readonly context: OfCaller },
  resource: CompiledResource,
  operation: Operation,
  id: string | null,
): ResourceRequest => describeUnparsed({ resource, authorizer, origin }, operation, '', id);

type OfCaller = { readonly authorizer: Authorizer } & Pick<RequestContext, 'origin'>;

/**
 * Returns the faults of a change by field; in a batch by `<type>.<id>.<field>`, except those of
 * inputs, which all records share.
 *
 * @throws every other error
 */
export function faultsIn(
  error: unknown,
  { resource, key }: LoggedChange,
  { isBatch }: RunningRevert,
): ErrorTexts {
  if (!(error instanceof RequestError) || error.code !== 'validation_failed') throw error;
  const { errors = {} } = error;
  const memberName = (name: string) =>
    isBatch && !resource.inputs.has(name) ? `${resource.key}.${key}.${name}` : name;
  return Object.fromEntries(
    Object.entries(errors).map(([name, texts]) => [memberName(name), texts]),
  );
}
