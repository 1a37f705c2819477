import { Inject, Injectable } from '@nestjs/common';
import { availableOf } from '../../../authorization/is-available.js';
import { aboutRelated, type RequestContext } from '../../../authorization/request-context.js';
import { allowEach } from '../../../authorization/shown-records.js';
import { DATABASE, type Database } from '../../../execution/database/database.js';
import { RecordLocks } from '../../../execution/writes/record-locks.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import {
  referringColumns,
  writableRelationsOf,
  type WritableRelation,
} from '../../../registry/writable-relations.js';
import type { ResourceRequest } from '../../../types/register.js';
import { FieldErrors } from '../../../validation/field-errors.js';
import { BodiesValidator } from '../writing/bodies-validator.js';
import { keyIn } from '../writing/column-values.js';
import { refuseElements } from '../writing/element-errors.js';
import { RecordChanges } from '../writing/record-changes.js';
import type { Child, ChildGroup } from './child-group.js';
import { ChildrenReader, contains, type ParentBody } from './children-reader.js';
import { findMeant, type GivenChildren } from './meant-records.js';
import { NestedWrite } from './nested-write.js';
import { OwnedChildren } from './owned-children.js';
import { refusedMembers } from './refused-members.js';

/** The bodies of a store or an update that may contain related records. */
export interface NestedCall {
  readonly context: RequestContext;
  readonly request: ResourceRequest;
  readonly languages: readonly string[];
  readonly parents: readonly Parent[];
}

/** A body, and the record that it updates; `null` for a new one. */
interface Parent extends ParentBody {
  readonly record: object | null;
}

const UNAUTHORIZED = 'This action is unauthorized.';

/**
 * Prepares the writes of related records that bodies of stores and updates contain. The steps are
 * those of single writes: policies, validation, and then the changes, in the transaction of the
 * parents. The number of statements does not depend on the number of records.
 *
 * @contract C4.7
 */
@Injectable()
export class NestedWrites {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly locks: RecordLocks,
    private readonly validator: BodiesValidator,
    private readonly changes: RecordChanges,
  ) {}

  /**
   * Reads the related records of the bodies, and checks the policies for them. Faults are reported
   * together with those of the parents, by {@link NestedWrite.validateWith}.
   *
   * @returns `null` if no body contains any
   * @throws RequestError `unauthorized` if the caller may not store the related records,
   * `validation_failed` for too many
   */
  async open(call: NestedCall): Promise<NestedWrite | null> {
    const relations = await relationsIn(call);
    if (relations.length === 0) return null;
    const errors = new FieldErrors();
    const given: GivenChildren[] = [];
    for (const relation of relations) given.push(await this.read(relation, call, errors));
    this.verifyCount(given);
    const groups: ChildGroup[] = [];
    for (const children of given) groups.push(await this.authorize(children, call, errors));
    const { changes, locks, validator } = this;
    return new NestedWrite(groups, errors, { changes, locks, validator });
  }

  private async read(
    relation: WritableRelation,
    { context: { authorizer, origin }, request, parents }: NestedCall,
    errors: FieldErrors,
  ): Promise<GivenChildren> {
    const context = { resource: relation.resource, authorizer, origin };
    const refused = await refusedMembers(relation, context, request);
    const reader = new ChildrenReader({ relation, refused }, errors);
    const children = reader.read(parents);
    const owned = new OwnedChildren(this.locks, context, relation);
    const records = parents.map(({ record }) => record);
    return { relation, context, owned, children, records, absent: reader.absent };
  }

  private verifyCount(given: readonly GivenChildren[]): void {
    const { bulk: max } = this.options.limits;
    const count = given.reduce((sum, { children }) => sum + children.length, 0);
    if (count <= max) return;
    const keys = given.map(({ relation }) => relation.key);
    const message = `At most ${max} related records can be written at once.`;
    throw refuseElements('validation_failed', keys, message);
  }

  private async authorize(
    given: GivenChildren,
    { request, languages }: NestedCall,
    errors: FieldErrors,
  ): Promise<ChildGroup> {
    const { relation, context, owned, children } = given;
    const meant = await findMeant(this.database, given, errors);
    const elements = children.flatMap(({ body, parent, path: name }, at): readonly Child[] => {
      const before = meant[at];
      if (before === undefined) return [];
      return [{ parent, name, body, before, request: requestFor(context, request, before) }];
    });
    await verifyMayStore(context, elements);
    const allowed = await allowedOf(given, elements, errors);
    const supplied = referringColumns(relation);
    const bodies = { context, languages, elements: allowed, supplied };
    return { relation, context, owned, bodies };
  }
}

async function relationsIn({
  context,
  request,
  parents,
}: NestedCall): Promise<readonly WritableRelation[]> {
  const mentioned = writableRelationsOf(context.resource).filter(({ key }) =>
    parents.some(({ body }) => contains(body, key)),
  );
  return availableOf(mentioned, request, context.authorizer);
}

/** Returns the request as it is about a related record. */
const requestFor = (
  { resource }: RequestContext,
  request: ResourceRequest,
  record: object | null,
): ResourceRequest =>
  record
    ? aboutRelated(request, resource.key, 'update', String(keyIn(record, resource)))
    : aboutRelated(request, resource.key, 'store', null);

/** @throws RequestError `unauthorized` with the paths of the new records */
async function verifyMayStore(
  { authorizer, resource }: RequestContext,
  elements: readonly Child[],
): Promise<void> {
  const stores = elements.filter(({ before }) => before === null);
  if (stores.length === 0 || (await authorizer.mayStore(resource))) return;
  throw refuseElements(
    'unauthorized',
    stores.map(({ name }) => name),
    UNAUTHORIZED,
  );
}

/** Returns the records without those that the policy does not let the caller update. */
async function allowedOf(
  { relation, context: { authorizer, resource } }: GivenChildren,
  elements: readonly Child[],
  errors: FieldErrors,
): Promise<readonly Child[]> {
  const updates = elements.flatMap(({ before }) => before ?? []);
  const ability = resource.policy.update;
  const allowed = ability
    ? await allowEach(ability, authorizer.user, updates.length, updates)
    : updates.map(() => false);
  const refused = new Set(updates.filter((_record, at) => !allowed[at]));
  return elements.filter(({ before, name }) => {
    const isAllowed = before === null || !refused.has(before);
    if (!isAllowed) errors.add(relation.many ? `${name}.id` : name, UNAUTHORIZED);
    return isAllowed;
  });
}
