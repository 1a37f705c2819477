import { Inject, Injectable } from '@nestjs/common';
import {
  authorizeMembers,
  authorizeRecord,
  authorizeStore,
  type WriteOperation,
} from '../authorization/authorize-write.js';
import { notDeleted } from '../authorization/resolve-condition.js';
import type { Key, ResourceRequest } from '../definition/register.js';
import { RequestError } from '../errors/index.js';
import { DATABASE, type Database, type Transaction } from '../execution/database/database.js';
import { RecordLocks } from '../execution/writes/record-locks.js';
import { OPTIONS, type ResolvedOptions } from '../options/resource-api-options.js';
import type { CompiledColumn, CompiledResource } from '../registry/compiled-resource.js';
import { getKey } from '../request/parse-key.js';
import { invalidReference, morphReferencesOf } from '../validation/references.js';
import { validateWrite, type ValidWrite } from '../validation/validate-write.js';
import { ChangeLog, type FailedOperation } from './change-log.js';
import { keyIn } from './column-values.js';
import { isFailure } from './failures.js';
import { ReadRecords, type FoundRecords, type Planned } from './read-records.js';
import { RecordChanges } from './record-changes.js';
import type { LookupSubject } from './row-lookup.js';
import { RuleContexts } from './rule-contexts.js';
import type { Visit } from './visit.js';
import type { DeleteCall, UpdateCall, WriteCall } from './write-call.js';
import { explainDeletionFault, explainWriteFault } from './write-faults.js';

type Properties = Readonly<Record<string, unknown>>;

/** A stored record, with the key that its address is made of. */
export interface StoredRecord extends FoundRecords {
  readonly key: string;
}

/**
 * Store, update and delete. Each reads like its request: the answer is planned, policies are asked, the body is
 * validated; then, in one transaction, the row is locked, policies are asked again, the change is made and the answer
 * read. Whatever fails undoes all of it.
 *
 * @contract C4
 */
@Injectable()
export class WriteRecords {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly reads: ReadRecords,
    private readonly rows: RecordLocks,
    private readonly changes: RecordChanges,
    private readonly contexts: RuleContexts,
    private readonly log: ChangeLog,
  ) {}

  /** @throws RequestError `invalid_query`, `unauthorized`, `validation_failed`, `conflict` */
  async store(call: WriteCall): Promise<StoredRecord> {
    const { resource, access } = call.visit;
    const answer = await this.reads.plan(call.visit, call.queryString, 'store', null);
    await authorizeStore(access, resource);
    const valid = await this.validate(call, answer, 'store', null);
    const { request } = answer.question;
    const { key, written } = await this.inTransaction(call.visit, request, null, valid, async (transaction) => {
      await this.keepReferences(transaction, call.visit, valid, null);
      const stored = await this.changes.store({ transaction, resource, request }, valid);
      return { key: stored, written: await this.reads.written(answer, stored, transaction) };
    });
    return { key: String(key), ...(await this.reads.describe(answer, written)) };
  }

  /** @throws RequestError `invalid_query`, `not_found`, `unauthorized`, `validation_failed`, `conflict` */
  async update(call: UpdateCall): Promise<FoundRecords> {
    const { resource, access } = call.visit;
    const answer = await this.reads.plan(call.visit, call.queryString, call.operation, call.id);
    const key = getKey(call.id, resource.keyColumn);
    const scope = call.operation === 'profile' ? notDeleted(resource) : access.scope(resource);
    const before = getRecord(await this.rows.find(this.database, resource, key, scope));
    await authorizeRecord(access, resource, 'update', before);
    const valid = await this.validate(call, answer, 'update', before);
    const { request } = answer.question;
    const written = await this.inTransaction(call.visit, request, key, valid, async (transaction) => {
      const record = getRecord(await this.rows.lock(transaction, resource, key, scope, 'change'));
      await authorizeRecord(access, resource, 'update', record);
      verifySecretsStand(resource, valid.values, before, record);
      await this.keepReferences(transaction, call.visit, valid, record);
      await this.changes.update({ transaction, resource, request }, key, record, valid);
      return this.reads.written(answer, key, transaction);
    });
    return this.reads.describe(answer, written);
  }

  /** @throws RequestError `invalid_query`, `not_found`, `unauthorized`, `conflict` */
  async delete(call: DeleteCall): Promise<void> {
    const { resource, access } = call.visit;
    const request = this.reads.describeRequest(call.visit, call.queryString, 'delete', call.id);
    const key = getKey(call.id, resource.keyColumn);
    const scope = access.scope(resource);
    const before = getRecord(await this.rows.find(this.database, resource, key, scope));
    await authorizeRecord(access, resource, 'delete', before);
    const deleting = this.database.transaction(async (transaction) => {
      const record = getRecord(await this.rows.lock(transaction, resource, key, scope, 'delete'));
      await authorizeRecord(access, resource, 'delete', record);
      await this.changes.delete({ transaction, resource, request }, record);
    });
    await deleting.catch(async (error: unknown) => {
      throw await this.told(request, { name: 'Deleted', resource, key }, error, explainDeletionFault(error));
    });
  }

  private async validate(
    call: WriteCall | UpdateCall,
    { question: { request } }: Planned,
    operation: WriteOperation,
    record: object | null,
  ): Promise<ValidWrite> {
    const { visit, body, languages } = call;
    const { resource, access } = visit;
    const key = record ? keyIn(record, resource) : null;
    const valid = await validateWrite({
      resource,
      operation,
      whole: 'whole' in call ? call.whole : true,
      members: await authorizeMembers(resource, operation, request),
      body,
      record: record as Properties | null,
      limits: this.options.limits,
      context: this.contexts.of({ request, access, languages }, subjectOf(resource, key), null),
    });
    return { ...valid, values: await transformed(resource, valid.values) };
  }

  /** What a morph leads to stays until the commit: no foreign key stands behind it. @contract C4.5 */
  private async keepReferences(
    transaction: Transaction,
    { resource, access }: Visit,
    { values, names }: ValidWrite,
    record: object | null,
  ): Promise<void> {
    for (const { field, target, key } of morphReferencesOf(resource, values, record as Properties | null)) {
      const kept = target && (await this.rows.lock(transaction, target, key as Key, access.scope(target), 'keep'));
      if (!kept) throw invalidReference(names.get(field.column) ?? field.name);
    }
  }

  /** A transaction whose faults are told in the words of the body. */
  private async inTransaction<Result>(
    { resource, access }: Visit,
    request: ResourceRequest,
    key: Key | null,
    valid: ValidWrite,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.database.transaction(work);
    } catch (error) {
      const name = key === null ? 'Stored' : 'Updated';
      const rows = this.contexts.rows(access, subjectOf(resource, key), null);
      const explained = await explainWriteFault(error, resource, valid, rows);
      throw await this.told(request, { name, resource, key }, error, explained);
    }
  }

  /** Tells the log of a failure, not of a refusal, and gives what the caller is told. @contract C8.2 */
  private async told(
    request: ResourceRequest,
    operation: Omit<FailedOperation, 'error'>,
    error: unknown,
    explained: unknown,
  ): Promise<unknown> {
    if (isFailure(error)) await this.log.recordFailure(request, { ...operation, error: explained });
    return explained;
  }
}

/** What rules hold values against: all rows but the one that is written, where it is there already. */
const subjectOf = (resource: CompiledResource, key: Key | null): LookupSubject => ({
  resource,
  written: key === null ? null : { key },
});

/**
 * What was validated against a secret, as a password is against the current one, holds only while that is the secret.
 *
 * @throws RequestError `conflict`
 */
function verifySecretsStand(
  { fields }: CompiledResource,
  values: ValidWrite['values'],
  before: object,
  record: object,
): void {
  const secrets = [...fields.values()].filter(({ column, options }) => options.transform && values.has(column));
  const isChanged = secrets.some(({ column: { property } }) => valueOf(before, property) !== valueOf(record, property));
  if (isChanged) throw new RequestError('conflict', { message: 'The record was changed meanwhile.' });
}

const valueOf = (record: object, property: string): unknown => (record as Properties)[property];

/** @throws RequestError `not_found` */
function getRecord(record: object | undefined): object {
  if (!record) throw new RequestError('not_found');
  return record;
}

/** What is kept in place of a validated value: a password's hash. */
async function transformed(
  { fields }: CompiledResource,
  values: ValidWrite['values'],
): Promise<ReadonlyMap<CompiledColumn, unknown>> {
  const kept = new Map(values);
  for (const { column, options } of fields.values()) {
    const value = values.get(column) ?? null;
    if (options.transform && value !== null) kept.set(column, await options.transform(value as never));
  }
  return kept;
}
