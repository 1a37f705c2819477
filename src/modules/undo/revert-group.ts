import type { Authorizer } from '../../authorization/authorizer.js';
import { describeUnparsed, type RequestContext } from '../../authorization/request-context.js';
import type { Transaction } from '../../execution/database/database.js';
import type { ColumnValues } from '../../execution/writes/record-writer.js';
import { levelsOf } from '../../execution/writes/self-references.js';
import type { CompiledColumn, CompiledResource } from '../../registry/compiled-resource.js';
import type { Operation, ResourceRequest } from '../../types/register.js';
import { valuesAfter, valuesBefore, type LoggedChange } from './logged-change.js';
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
}

/**
 * Splits changes into groups, in their order. Each change of pivots is a group of its own. Records
 * that refer to each other are stored again after those that they refer to, and deleted before
 * them.
 */
export function groupsOf(changes: readonly LoggedChange[]): readonly RevertGroup[] {
  return alike(changes).flatMap((group) => inLevels(group));
}

function inLevels({ resource, changes }: RevertGroup): readonly RevertGroup[] {
  const { event } = changes[0]!.snapshot;
  if (event !== 'deleted' && event !== 'stored') return [{ resource, changes }];
  const valuesOf = event === 'deleted' ? valuesBefore : valuesAfter;
  const values = new Map(changes.map((change) => [change, withKey(change, valuesOf(change))]));
  const levels = levelsOf(resource.full, changes, (change, column) =>
    values.get(change)!.get(column),
  );
  const ordered = event === 'deleted' ? levels : [...levels].reverse();
  return ordered.map((level) => ({ resource, changes: level }));
}

/** Adds the key of the record to its values. */
export const withKey = ({ resource, key }: LoggedChange, values: ColumnValues): ColumnValues =>
  new Map<CompiledColumn, unknown>([...values, [resource.keyColumn, key]]);

/** Joins consecutive changes that are reverted together. */
function alike(changes: readonly LoggedChange[]): readonly RevertGroup[] {
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
