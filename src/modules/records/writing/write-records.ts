import { Inject, Injectable } from '@nestjs/common';
import type { WriteOperation } from '../../../pipeline/authorization/authorize-write.js';
import type { Key, ResourceRequest } from '../../../base/types/register.js';
import { RequestError } from '../../../base/errors/index.js';
import {
  DATABASE,
  type Database,
  type Transaction,
} from '../../../database/connection/database.js';
import { RecordLocks } from '../../../database/write/record-locks.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import { invalidReference } from '../../../pipeline/validation/references.js';
import type { WriteBody } from '../../../pipeline/validation/write-body.js';
import type { ValidWrite } from '../../../pipeline/validation/validate-write.js';
import { ChangeLog, type FailedOperation } from '../../action-log/change-log.js';
import { keyIn } from '../lookups/column-values.js';
import { keepReferences } from './kept-references.js';
import { authorizeAgain, copyOf, verifySecretsUnchanged } from './locked-record.js';
import type {
  AuthorizedDelete,
  AuthorizedStore,
  AuthorizedUpdate,
} from '../reading/record-authorizer.js';
import { ReadRecords, type Planned } from '../reading/read-records.js';
import { targetOf } from './change-targets.js';
import { deletedChange, storedChange, updatedChange } from './logged-changes.js';
import { RecordChanges } from './record-changes.js';
import type { LookupSubject } from '../lookups/row-lookup.js';
import { RuleContexts } from '../lookups/rule-contexts.js';
import type { RecordResult } from '../../../serialization/results.js';
import type { RequestContext } from '../../../pipeline/authorization/request-context.js';
import { Transforms } from './transforms.js';
import { validateBody } from './validate-body.js';
import type { WriteSubject } from './write-request.js';
import { WriteFaults } from './write-faults.js';

type Properties = Readonly<Record<string, unknown>>;

/** The body of a store. */
export interface SentBody {
  readonly body: WriteBody;
  /** Accepted languages, the preferred one first. */
  readonly languages: readonly string[];
}

/** The body of an update. */
export interface SentUpdate extends SentBody {
  /**
   * Whether fields that are not sent are validated too, as for PUT but not for PATCH and forms.
   * @contract C4.1
   */
  readonly whole: boolean;
}

/**
 * Store, update and delete, after the policy has allowed them. The body is validated first; then, in
 * one transaction, the row is locked, the change is made and the response is read. The policy is
 * checked again only if one of its columns has changed since the guard read the record. Any failure
 * rolls everything back.
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
    private readonly transforms: Transforms,
    private readonly log: ChangeLog,
    private readonly faults: WriteFaults,
  ) {}

  /** @throws RequestError `validation_failed` */
  validateStore({ context, planned }: AuthorizedStore, sent: SentBody): Promise<ValidWrite> {
    return this.validate(context, planned, { ...sent, whole: true }, 'store', null);
  }

  /** @throws RequestError `validation_failed` */
  validateUpdate(
    { context, planned, before }: AuthorizedUpdate,
    sent: SentUpdate,
  ): Promise<ValidWrite> {
    return this.validate(context, planned, sent, 'update', before);
  }

  /** @throws RequestError `invalid_query` past the row budget, `conflict` */
  async store({ context, planned }: AuthorizedStore, valid: ValidWrite): Promise<RecordResult> {
    const { resource } = context;
    const { request } = planned.question;
    const written = await this.inTransaction(context, request, null, valid, async (transaction) => {
      await this.keepReferences(transaction, context, valid, null);
      const [stored] = await this.changes.store({ transaction, request }, targetOf(resource), [
        valid,
      ]);
      await this.log.record(transaction, request, storedChange(resource, stored!));
      return this.reads.written(planned, keyIn(stored!.record, resource), transaction);
    });
    return this.reads.describe(planned, written);
  }

  /**
   * @throws RequestError `invalid_query` past the row budget, `not_found`, `unauthorized`,
   * `conflict`
   */
  async update(
    { context, planned, key, scope, before }: AuthorizedUpdate,
    valid: ValidWrite,
  ): Promise<RecordResult> {
    const { resource } = context;
    const { request } = planned.question;
    const written = await this.inTransaction(context, request, key, valid, async (transaction) => {
      const record = getRecord(await this.rows.lock(transaction, resource, key, scope, 'change'));
      await authorizeAgain(context, request, before, record);
      verifySecretsUnchanged(resource, valid.values, before, record);
      await this.keepReferences(transaction, context, valid, record);
      await this.change({ transaction, request }, resource, record, valid);
      return this.reads.written(planned, key, transaction);
    });
    return this.reads.describe(planned, written);
  }

  /** @throws RequestError `not_found`, `unauthorized`, `conflict` */
  async delete({ context, request, key, scope, before }: AuthorizedDelete): Promise<void> {
    const { resource } = context;
    const deleting = this.database.transaction(async (transaction) => {
      const record = getRecord(await this.rows.lock(transaction, resource, key, scope, 'delete'));
      if (before) await authorizeAgain(context, request, before, record);
      const { listed, dependents } = await this.changes.delete(
        { transaction, request },
        targetOf(resource),
        [record],
      );
      await this.log.recordAll(transaction, request, [...listed, ...dependents].map(deletedChange));
    });
    await deleting.catch(async (error: unknown) => {
      throw await this.toRequestError(
        request,
        { name: 'Deleted', resource, key },
        await this.faults.ofStatement(error, {
          table: resource.table,
          resource,
          written: [],
          records: 1,
        }),
      );
    });
  }

  private async change(
    subject: WriteSubject,
    resource: CompiledResource,
    before: object,
    { values, files }: ValidWrite,
  ): Promise<void> {
    const [updated] = await this.changes.update(subject, targetOf(resource), [
      { record: copyOf(before), before, values, files },
    ]);
    await this.log.recordAll(
      subject.transaction,
      subject.request,
      updatedChange(resource, updated!),
    );
  }

  private async validate(
    context: RequestContext,
    { question: { request } }: Planned,
    { body, whole, languages }: SentUpdate,
    operation: WriteOperation,
    record: object | null,
  ): Promise<ValidWrite> {
    const { resource, authorizer } = context;
    const key = record ? keyIn(record, resource) : null;
    const { limits } = this.options;
    const caller = { request, authorizer, languages };
    const valid = await validateBody({
      context,
      operation,
      whole,
      body,
      record: record as Properties | null,
      limits,
      rules: this.contexts.of(caller, subjectOf(resource, key), null),
    });
    const [transformed] = await this.transforms.apply(context, [valid]);
    return transformed!;
  }

  /** @throws RequestError `validation_failed` */
  private async keepReferences(
    transaction: Transaction,
    context: RequestContext,
    valid: ValidWrite,
    record: object | null,
  ): Promise<void> {
    const [lost] = await keepReferences(transaction, this.rows, context, [{ valid, record }]);
    if (lost) throw invalidReference(lost.name);
  }

  /** Runs a transaction, and explains its errors by the fields of the body. */
  private async inTransaction<Result>(
    { resource, authorizer }: RequestContext,
    request: ResourceRequest,
    key: Key | null,
    valid: ValidWrite,
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    try {
      return await this.database.transaction(work);
    } catch (error) {
      const name = key === null ? 'Stored' : 'Updated';
      const rows = this.contexts.rows(authorizer, subjectOf(resource, key), null);
      const explained = await this.faults.ofBody(error, resource, valid, rows);
      throw await this.toRequestError(request, { name, resource, key }, explained);
    }
  }

  /**
   * Logs a failure, but not a rejection, and returns the error for the caller.
   * @contract C8.2
   */
  private async toRequestError(
    request: ResourceRequest,
    operation: Omit<FailedOperation, 'error'>,
    explained: unknown,
  ): Promise<unknown> {
    await this.log.recordIfFailed(request, { ...operation, error: explained });
    return explained;
  }
}

/**
 * Returns the subject of lookups: rules compare with all rows except an existing one that is
 * updated.
 */
const subjectOf = (resource: CompiledResource, key: Key | null): LookupSubject => ({
  resource,
  written: key === null ? null : { key },
});

/** @throws RequestError `not_found` */
function getRecord(record: object | undefined): object {
  if (!record) throw new RequestError('not_found');
  return record;
}
