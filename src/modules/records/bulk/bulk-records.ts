import { Inject, Injectable } from '@nestjs/common';
import {
  aboutRecord,
  type RequestContext,
} from '../../../pipeline/authorization/request-context.js';
import { RequestError } from '../../../base/errors/index.js';
import {
  DATABASE,
  type Database,
  type Transaction,
} from '../../../database/connection/database.js';
import { RecordLocks, type RowLockMode } from '../../../database/write/record-locks.js';
import type { ResolvedCondition } from '../../../pipeline/authorization/resolved-condition.js';
import type { RecordsResult } from '../../../serialization/results.js';
import type { Key, ResourceRequest } from '../../../base/types/register.js';
import { invalidReference } from '../../../pipeline/validation/references.js';
import { ChangeLog } from '../../action-log/change-log.js';
import { ReadRecords } from '../reading/read-records.js';
import { targetOf } from '../writing/change-targets.js';
import { keyIn } from '../lookups/column-values.js';
import { keepReferences, type ReferringWrite } from '../writing/kept-references.js';
import { authorizeAgain, copyOf, verifySecretsUnchanged } from '../writing/locked-record.js';
import { deletedChange, storedChange, updatedChange } from '../writing/logged-changes.js';
import { RecordChanges } from '../writing/record-changes.js';
import { WriteFaults, withoutHidden } from '../writing/write-faults.js';
import type { WriteSubject } from '../writing/write-request.js';
import {
  inOrder,
  type AuthorizedBulkDelete,
  type AuthorizedBulkStore,
  type AuthorizedBulkUpdate,
  type ListedRecord,
} from './bulk-authorizer.js';
import { BulkValidator, type BulkBodies } from './bulk-validator.js';
import { joinErrors, ofElement } from '../writing/element-errors.js';

/** What a bulk write locks: its elements, in the scope of the caller. */
interface LockedElements {
  readonly context: RequestContext;
  readonly scope: ResolvedCondition;
  readonly elements: readonly ListedRecord[];
}

/**
 * Bulk store, update and delete, after the policy has allowed them for every record. Each is one
 * transaction with the steps of a single write, and sends each of their statements once for all
 * records. The first element that fails rolls everything back.
 *
 * @contract C13.5
 */
@Injectable()
export class BulkRecords {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly reads: ReadRecords,
    private readonly locks: RecordLocks,
    private readonly changes: RecordChanges,
    private readonly validator: BulkValidator,
    private readonly log: ChangeLog,
    private readonly faults: WriteFaults,
  ) {}

  /** @throws RequestError `validation_failed`, `unauthorized`, `conflict`, `invalid_query` */
  async store(
    { context, planned, bodies }: AuthorizedBulkStore,
    languages: readonly string[],
  ): Promise<RecordsResult> {
    const { resource } = context;
    const { request } = planned.question;
    const elements = bodies.map((body) => ({ request, body, before: null }));
    const sent: BulkBodies = { context, operation: 'store', languages, elements };
    const valid = await this.validator.validate(sent);
    const writing = this.database.transaction(async (transaction) => {
      const writes = valid.map((each) => ({ valid: each, record: null }));
      await this.keepReferences(transaction, context, writes);
      const subject = subjectOf(transaction, context, request, () => request);
      const stored = await this.changes.store(subject, targetOf(resource), valid);
      const changed = stored.map((each) => storedChange(resource, each));
      await this.log.recordAll(transaction, request, changed);
      const keys = stored.map(({ record }) => keyIn(record, resource));
      return this.reads.writtenTogether(planned, keys, transaction);
    });
    const written = await writing.catch(async (error: unknown) => {
      const explained = await this.validator.explain(error, sent, valid);
      throw await this.logged(context, request, 'Stored', explained);
    });
    return this.reads.describeTogether(planned, written);
  }

  /** @throws RequestError as {@link store}, and `not_found` */
  async update(
    { context, planned, scope, elements }: AuthorizedBulkUpdate,
    languages: readonly string[],
  ): Promise<RecordsResult> {
    const { resource } = context;
    const { request } = planned.question;
    const requestOf = requestsOf(request, elements);
    const sent: BulkBodies = {
      context,
      operation: 'update',
      languages,
      elements: elements.map((each, at) => ({ ...each, request: requestOf(at) })),
    };
    const valid = await this.validator.validate(sent);
    const writing = this.database.transaction(async (transaction) => {
      const records = await this.lock(transaction, { context, scope, elements }, request, 'change');
      await forEach(records, (record, at) =>
        verifySecretsUnchanged(resource, valid[at]!.values, elements[at]!.before, record),
      );
      const writes = records.map((record, at) => ({ valid: valid[at]!, record }));
      await this.keepReferences(transaction, context, writes);
      const updates = writes.map(({ valid: { values }, record }) => ({
        record: copyOf(record),
        before: record,
        values,
      }));
      const subject = subjectOf(transaction, context, request, requestOf);
      const updated = await this.changes.update(subject, targetOf(resource), updates);
      const changed = updated.flatMap((each) => updatedChange(resource, each));
      await this.log.recordAll(transaction, request, changed);
      return this.reads.writtenTogether(planned, keysOf(elements), transaction);
    });
    const written = await writing.catch(async (error: unknown) => {
      const explained = await this.validator.explain(error, sent, valid);
      throw await this.logged(context, request, 'Updated', explained);
    });
    return this.reads.describeTogether(planned, written);
  }

  /** @throws RequestError `not_found`, `unauthorized`, `conflict` */
  async delete({ context, request, scope, elements }: AuthorizedBulkDelete): Promise<void> {
    const { resource } = context;
    const deleting = this.database.transaction(async (transaction) => {
      const records = await this.lock(transaction, { context, scope, elements }, request, 'delete');
      const subject = subjectOf(transaction, context, request, requestsOf(request, elements));
      const gone = await this.changes.delete(subject, targetOf(resource), records);
      const deleted = [...gone.listed, ...gone.dependents];
      await this.log.recordAll(transaction, request, deleted.map(deletedChange));
    });
    await deleting.catch(async (error: unknown) => {
      const statement = {
        table: resource.table,
        resource,
        written: [],
        records: elements.length,
      };
      const explained = await this.faults.ofRows(error, statement);
      throw await this.logged(context, request, 'Deleted', explained);
    });
  }

  /**
   * Locks the records, and checks the policy again for those that have changed. Returns them in the
   * order of the elements.
   */
  private async lock(
    transaction: Transaction,
    { context, scope, elements }: LockedElements,
    request: ResourceRequest,
    purpose: RowLockMode,
  ): Promise<readonly object[]> {
    const { resource } = context;
    const keys = keysOf(elements);
    const locked = await this.locks.lockListed(transaction, resource, keys, scope, purpose);
    const records = inOrder(keys, locked, resource);
    await forEach(records, (record, at) =>
      authorizeAgain(context, request, elements[at]!.before, record),
    );
    return records;
  }

  /** @throws RequestError `validation_failed` */
  private async keepReferences(
    transaction: Transaction,
    context: RequestContext,
    writes: readonly ReferringWrite[],
  ): Promise<void> {
    const lost = await keepReferences(transaction, this.locks, context, writes);
    const errors: (RequestError | undefined)[] = [];
    for (const { at, name } of lost) errors[at] = invalidReference(name);
    const error = joinErrors(Array.from(errors));
    if (error) throw error;
  }

  /** Logs a failure, but not a rejection, and returns the error. @contract C8.2 */
  private async logged(
    { resource }: RequestContext,
    request: ResourceRequest,
    name: string,
    error: unknown,
  ): Promise<unknown> {
    await this.log.recordIfFailed(request, { name, resource, key: null, error });
    return error;
  }
}

const keysOf = (elements: readonly ListedRecord[]): readonly Key[] =>
  elements.map(({ key }) => key);

/** Returns the request as it is about the record of each element. */
function requestsOf(
  request: ResourceRequest,
  elements: readonly ListedRecord[],
): (at: number) => ResourceRequest {
  const requests = elements.map(({ key }) => aboutRecord(request, String(key)));
  return (at) => requests[at]!;
}

/** Errors of hooks are those of their element. */
const subjectOf = (
  transaction: Transaction,
  { resource }: RequestContext,
  request: ResourceRequest,
  requestOf: (at: number) => ResourceRequest,
): WriteSubject => ({
  transaction,
  request,
  elements: {
    requestOf,
    explain: (error, at) =>
      error instanceof RequestError ? ofElement(withoutHidden(error, resource), at) : error,
  },
});

/** Checks each record; an error is that of its element. */
async function forEach(
  records: readonly object[],
  check: (record: object, at: number) => void | Promise<void>,
): Promise<void> {
  for (const [at, record] of records.entries())
    try {
      await check(record, at);
    } catch (error) {
      throw error instanceof RequestError ? ofElement(error, at) : error;
    }
}
