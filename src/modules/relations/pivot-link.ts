import { allOf, type ResolvedCondition } from '../../pipeline/authorization/resolved-condition.js';
import { shownOf, verifyShown } from '../../pipeline/authorization/shown-records.js';
import { RequestError } from '../../base/errors/index.js';
import type { Transaction } from '../../database/connection/database.js';
import type {
  FoundEnds,
  ParentEnd,
  PivotEnds,
  RelatedEnd,
} from '../../database/pivots/pivot-ends.js';
import type { UnlockedPivots } from '../../database/pivots/pivot-statements.js';
import type { StatementRunner } from '../../database/read/statement-runner.js';
import type { CompiledColumn, PivotRelation } from '../../registry/resources/compiled-resource.js';
import { hasUniquePairs, refusesDuplicates } from '../../registry/resources/pivot-relations.js';
import type { KeyList, ListedKey } from '../../pipeline/request/parse-key-list.js';
import { getKey, parseKey } from '../../pipeline/request/parse-key.js';
import type { PivotContext } from './pivot-call.js';
import { invalidList } from './pivot-refusals.js';

type Entity = Readonly<Record<string, unknown>>;

/** A listed key with its record. */
export interface LinkedRecord {
  readonly listed: ListedKey;
  readonly record: object;
  /** The record's value in the pivot table. */
  readonly value: unknown;
}

/** Both ends of a relation's pivot rows. */
export interface LinkedEnds {
  readonly context: PivotContext;
  readonly parent: object;
  /** The parent's value in the pivot table. */
  readonly value: unknown;
  /** The listed records that the user may see, in the order given. */
  readonly linked: readonly LinkedRecord[];
  /** The listed keys without a visible record. */
  readonly missing: readonly ListedKey[];
  /** The versions of the records, as {@link FoundEnds}. */
  readonly versions: readonly string[] | null;
}

/** Both ends, locked inside the transaction that writes their rows. */
export interface PivotLink extends LinkedEnds {
  readonly transaction: Transaction;
}

/**
 * Reads the parent and the listed records without locks.
 *
 * @throws RequestError `not_found` for the parent, then `validation_failed` for the list
 * @contract C7.4
 */
export async function findEnds(
  runner: StatementRunner,
  ends: PivotEnds,
  context: PivotContext,
  list: KeyList,
): Promise<LinkedEnds> {
  return linkedOf(
    context,
    list,
    await ends.find(runner, parentOf(context), relatedOf(context, list, false)),
  );
}

/**
 * Locks the parent and the listed records.
 *
 * @param takesTurns whether requests from the other side wait until this one is done
 * @throws RequestError `not_found` for the parent, then `validation_failed` for the list
 * @contract C7.4
 */
export async function openLink(
  transaction: Transaction,
  ends: PivotEnds,
  context: PivotContext,
  list: KeyList,
  takesTurns: boolean,
): Promise<PivotLink> {
  const found = await ends.lock(
    transaction,
    parentOf(context),
    relatedOf(context, list, takesTurns),
  );
  return { transaction, ...(await linkedOf(context, list, found)) };
}

/**
 * Returns both ends for a write that locks them itself; `null` if the path contains no valid key.
 *
 * @param versions the versions in which the policy saw them, if it did
 */
export function unlockedPivotsOf(
  context: PivotContext,
  list: KeyList,
  versions: readonly string[] | null,
): UnlockedPivots | null {
  if (parseKey(context.id, context.resource.keyColumn) === undefined) return null;
  const related = relatedOf(context, list, false);
  return { relation: context.relation, parent: parentOf(context), related, versions };
}

const parentOf = ({ resource, authorizer, id }: PivotContext): ParentEnd => ({
  resource,
  key: getKey(id, resource.keyColumn),
  scope: authorizer.scope(resource),
});

const relatedOf = (
  { authorizer, relation }: PivotContext,
  list: KeyList,
  takesTurns: boolean,
): RelatedEnd => ({
  resource: relation.resource,
  keys: keysIn(list).map(({ key }) => key),
  scope: linkable(relation, authorizer.scope(relation.resource)),
  purpose: takesTurns || needsTurns(relation) ? 'change' : 'keep',
});

async function linkedOf(
  context: PivotContext,
  list: KeyList,
  { parent, related, versions }: FoundEnds,
): Promise<LinkedEnds> {
  const { authorizer, resource, relation } = context;
  if (!parent) throw new RequestError('not_found');
  await verifyShown(authorizer, resource, parent);
  if ('faults' in list) throw invalidList(relation, list.faults);
  const shown = await shownOf(authorizer, relation.resource, related);
  return {
    context,
    parent,
    value: joiningValue(parent, relation),
    versions,
    ...match(list.keys, shown, relation),
  };
}

const keysIn = (list: KeyList): readonly ListedKey[] => ('keys' in list ? list.keys : []);

/**
 * Without a unique index the database would accept a pair twice, so attaching it from one side
 * waits for the other side.
 */
const needsTurns = (relation: PivotRelation): boolean =>
  refusesDuplicates(relation) && !hasUniquePairs(relation.join);

/** Excludes records without a value to join on: they cannot be related. */
function linkable(
  { join: { target } }: PivotRelation,
  scope: ResolvedCondition,
): ResolvedCondition {
  return target.nullable
    ? allOf([scope, { kind: 'compare', column: target, comparison: 'ne', value: null }])
    : scope;
}

/** @throws RequestError `conflict` if the parent has no value to join on */
function joiningValue(parent: object, { join: { source } }: PivotRelation): unknown {
  const value = valueIn(parent, source);
  if (value !== null) return value;
  throw new RequestError('conflict', {
    message: `The record has no value for ${source.name}, on which the relation is joined.`,
  });
}

function match(
  keys: readonly ListedKey[],
  related: readonly object[],
  { resource, join }: PivotRelation,
) {
  const byKey = new Map(related.map((record) => [valueIn(record, resource.keyColumn), record]));
  const linked = keys.flatMap((listed): LinkedRecord[] => {
    const record = byKey.get(listed.key);
    return record ? [{ listed, record, value: valueIn(record, join.target) }] : [];
  });
  return { linked, missing: keys.filter(({ key }) => !byKey.has(key)) };
}

const valueIn = (record: object, { property }: CompiledColumn): unknown =>
  (record as Entity)[property];
