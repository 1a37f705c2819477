import { Inject, Injectable } from '@nestjs/common';
import type { WriteOperation } from '../../../authorization/authorize-write.js';
import type { Key, ResourceRequest } from '../../../types/register.js';
import { RequestError } from '../../../errors/index.js';
import { DATABASE, type Database, type Transaction } from '../../../execution/database/database.js';
import { RecordLocks } from '../../../execution/writes/record-locks.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import type { CompiledResource } from '../../../registry/compiled-resource.js';
import { invalidReference } from '../../../validation/references.js';
import type { NestedWrite } from '../nested/nested-write.js';
import { NestedWrites } from '../nested/nested-writes.js';
import type { WriteBody } from '../../../validation/write-body.js';
import type { ValidWrite } from '../../../validation/validate-write.js';
import { ChangeLog, type FailedOperation } from '../../action-log/change-log.js';
import { keyIn } from './column-values.js';
import { keepReferences } from './kept-references.js';
import { authorizeAgain, copyOf, verifySecretsUnchanged } from './locked-record.js';
import type {
  AuthorizedDelete,
  AuthorizedStore,
  AuthorizedUpdate,
  OfReadRecord,
} from '../record-authorizer.js';
import type { LoadedRecords, Planned } from '../reading/read-records.js';
import { WrittenRecords } from '../reading/written-records.js';
import { targetOf } from './change-targets.js';
import { deletedChange, storedChange, updatedChange } from './logged-changes.js';
import { RecordChanges } from './record-changes.js';
import type { LookupSubject } from './row-lookup.js';
import { RuleContexts } from './rule-contexts.js';
import type { RecordResult } from '../../../serialization/results.js';
import type { RequestContext } from '../../../authorization/request-context.js';
import { validateBody, withTransforms } from './validate-body.js';
import { WriteRecordsAtOnce } from './write-records-at-once.js';
import type { WriteSubject } from './write-request.js';
import { explainDeletionFault, explainWriteFault } from './write-faults.js';

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

/** A write of one record. */
interface Write {
  readonly context: RequestContext;
  readonly request: ResourceRequest;
  /** `null` for a new record. */
  readonly key: Key | null;
  readonly valid: ValidRecord;
  /** Writes with one statement; returns `null` if that is not enough. */
  readonly atOnce: () => Promise<LoadedRecords | null>;
}

/** The valid values of a record, and the related records of the same body, if there are any. */
export interface ValidRecord extends ValidWrite {
  readonly nested: NestedWrite | null;
}

/**
 * Store, update and delete, after the policy has allowed them. The body is validated first; then,
 * in one transaction, the row is locked, the change is made and the response is read. The policy is
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
    private readonly responses: WrittenRecords,
    private readonly rows: RecordLocks,
    private readonly changes: RecordChanges,
    private readonly contexts: RuleContexts,
    private readonly nestedWrites: NestedWrites,
    private readonly log: ChangeLog,
    private readonly atOnce: WriteRecordsAtOnce,
  ) {}

  /** @throws RequestError `validation_failed` */
  validateStore({ context, planned }: AuthorizedStore, sent: SentBody): Promise<ValidRecord> {
    return this.validate(context, planned, { ...sent, whole: true }, 'store', null);
  }

  /** @throws RequestError `validation_failed` */
  validateUpdate(
    { context, planned, before }: OfReadRecord<AuthorizedUpdate>,
    sent: SentUpdate,
  ): Promise<ValidRecord> {
    return this.validate(context, planned, sent, 'update', before);
  }

  /** @throws RequestError `invalid_query` past the row budget, `conflict` */
  async store(authorized: AuthorizedStore, valid: ValidRecord): Promise<RecordResult> {
    const { context, planned } = authorized;
    const { resource } = context;
    const { request } = planned.question;
    const atOnce = () => this.atOnce.store(authorized, valid);
    const written = await this.inTransaction(
      { context, request, key: null, valid, atOnce },
      async (transaction) => {
        await this.keepReferences(transaction, context, valid, null);
        const subject = { transaction, request };
        const [stored] = await this.changes.store(subject, targetOf(resource), [valid]);
        const nested = await valid.nested?.write(subject, [stored!.record]);
        const changes = [storedChange(resource, stored!), ...(nested ?? [])];
        await this.log.recordAll(transaction, request, changes);
        return this.responses.written(planned, keyIn(stored!.record, resource), transaction);
      },
    );
    return this.responses.describe(planned, written);
  }

  /**
   * Updates a record that nothing has read, if one statement can. Returns `null` if the record must
   * be read first: only then is it known whether it exists, and with it the error of a wrong body.
   *
   * @throws RequestError `invalid_query` past the row budget, `unavailable`
   * @contract C4.3
   */
  async updateUnread(authorized: AuthorizedUpdate, sent: SentUpdate): Promise<RecordResult | null> {
    const { context, planned, key } = authorized;
    const { resource } = context;
    if (authorized.before || sent.whole || !this.atOnce.canUpdateUnread(resource)) return null;
    const valid = await this.validate(context, planned, sent, 'update', null, key).catch(
      nullIfRejected,
    );
    if (valid === null) return null;
    const { request } = planned.question;
    const atOnce = () => this.atOnce.updateUnread(authorized, valid);
    const write = { context, request, key, valid, atOnce };
    const written = await this.explaining(write, atOnce);
    return written && this.responses.describe(planned, written);
  }

  /**
   * @throws RequestError `invalid_query` past the row budget, `not_found`, `unauthorized`,
   * `conflict`
   */
  async update(
    authorized: OfReadRecord<AuthorizedUpdate>,
    valid: ValidRecord,
  ): Promise<RecordResult> {
    const { context, planned, key, scope, before } = authorized;
    const { resource } = context;
    const { request } = planned.question;
    const atOnce = () => this.atOnce.update(authorized, valid);
    const written = await this.inTransaction(
      { context, request, key, valid, atOnce },
      async (transaction) => {
        const record = getRecord(await this.rows.lock(transaction, resource, key, scope, 'change'));
        await authorizeAgain(context, request, before, record);
        verifySecretsUnchanged(resource, valid.values, before, record);
        await this.keepReferences(transaction, context, valid, record);
        await this.change({ transaction, request }, resource, record, valid);
        return this.responses.written(planned, key, transaction);
      },
    );
    return this.responses.describe(planned, written);
  }

  /** @throws RequestError `not_found`, `unauthorized`, `conflict` */
  async delete(authorized: AuthorizedDelete): Promise<void> {
    const { context, request, key, scope, before } = authorized;
    const { resource } = context;
    const deleteInSteps = async (transaction: Transaction) => {
      const record = getRecord(await this.rows.lock(transaction, resource, key, scope, 'delete'));
      if (before) await authorizeAgain(context, request, before, record);
      const { listed, dependents } = await this.changes.delete(
        { transaction, request },
        targetOf(resource),
        [record],
      );
      await this.log.recordAll(transaction, request, [...listed, ...dependents].map(deletedChange));
    };
    try {
      if (!(await this.atOnce.delete(authorized))) await this.database.transaction(deleteInSteps);
    } catch (error) {
      const explained = explainDeletionFault(error);
      throw await this.toRequestError(request, { name: 'Deleted', resource, key }, explained);
    }
  }

  private async change(
    subject: WriteSubject,
    resource: CompiledResource,
    before: object,
    { values, files, nested }: ValidRecord,
  ): Promise<void> {
    const [updated] = await this.changes.update(subject, targetOf(resource), [
      { record: copyOf(before), before, values, files },
    ]);
    const changes = [
      ...updatedChange(resource, updated!),
      ...((await nested?.write(subject, [updated!.record])) ?? []),
    ];
    await this.log.recordAll(subject.transaction, subject.request, changes);
  }

  private async validate(
    context: RequestContext,
    { question: { request } }: Planned,
    { body, whole, languages }: SentUpdate,
    operation: WriteOperation,
    record: object | null,
    key = record ? keyIn(record, context.resource) : null,
  ): Promise<ValidRecord> {
    const { resource, authorizer } = context;
    const parents = [{ body, record }];
    const nested = await this.nestedWrites.open({ context, request, languages, parents });
    const { limits } = this.options;
    const caller = { request, authorizer, languages };
    const validating = validateBody({
      context,
      operation,
      whole,
      body,
      record: record as Properties | null,
      limits,
      rules: this.contexts.of(caller, subjectOf(resource, key), null),
    });
    const valid = await (nested?.validateWith(validating) ?? validating);
    return { ...(await withTransforms(resource, valid)), nested };
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

  /** Writes at once, or else in a transaction. */
  private inTransaction(
    write: Write,
    work: (transaction: Transaction) => Promise<LoadedRecords>,
  ): Promise<LoadedRecords> {
    return this.explaining(write, async () => {
      const written = await write.atOnce();
      if (written) return written;
      return this.database.transaction((transaction) => {
        write.valid.nested?.begin();
        return work(transaction);
      });
    });
  }

  /** Explains errors by the fields of the body, and logs failures. */
  private async explaining<Written>(
    { context: { resource, authorizer }, request, key, valid: { nested, ...valid } }: Write,
    work: () => Promise<Written>,
  ): Promise<Written> {
    try {
      return await work();
    } catch (error) {
      const name = key === null ? 'Stored' : 'Updated';
      const rows = this.contexts.rows(authorizer, subjectOf(resource, key), null);
      const explained =
        (await nested?.explain(error)) ?? (await explainWriteFault(error, resource, valid, rows));
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

/** @throws what is not the fault of a body */
function nullIfRejected(error: unknown): null {
  if (error instanceof RequestError) return null;
  throw error;
}

/** @throws RequestError `not_found` */
function getRecord(record: object | undefined): object {
  if (!record) throw new RequestError('not_found');
  return record;
}
