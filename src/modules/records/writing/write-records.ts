import { Inject, Injectable } from '@nestjs/common';
import { enterStage } from '../../../base/work-trace.js';
import { aboutRecord } from '../../../pipeline/authorization/request-context.js';
import type { WriteOperation } from '../../../pipeline/authorization/authorize-write.js';
import type { Key, ResourceRequest } from '../../../base/types/register.js';
import { RequestError } from '../../../base/errors/index.js';
import {
  DATABASE,
  type Database,
  type Row,
  type Transaction,
} from '../../../database/connection/database.js';
import { RecordLocks, type RowLockMode } from '../../../database/write/record-locks.js';
import { invalidReference } from '../../../pipeline/validation/references.js';
import type { WriteBody } from '../../../pipeline/validation/write-body.js';
import type { ValidWrite } from '../../../pipeline/validation/validate-write.js';
import { ChangeLog } from '../../action-log/change-log.js';
import type { ElementErrors } from '../authorizing/element-errors.js';
import {
  inOrder,
  type AuthorizedDelete,
  type AuthorizedStore,
  type AuthorizedUpdate,
  type KnownRecord,
} from '../authorizing/record-authorizer.js';
import { keyIn } from '../lookups/column-values.js';
import type { Planned } from '../reading/read-plans.js';
import type { LoadedRecords } from '../reading/read-records.js';
import { WrittenRecords } from '../reading/written-records.js';
import { BodyValidator, type WrittenBodies } from './body-validator.js';
import type { Returnable, UpdatedRecord } from './change-contracts.js';
import { targetOf } from './change-targets.js';
import { keepReferences, type ReferringWrite } from './kept-references.js';
import { authorizeAgain, copyOf, verifySecretsUnchanged } from './locked-record.js';
import { deletedChange, storedChange, updatedChange } from './logged-changes.js';
import { RecordChanges } from './record-changes.js';
import { ChangedMeanwhile } from './update-records.js';
import { WriteFaults, withoutHidden } from './write-faults.js';
import type { WriteSubject } from './write-request.js';
import { WriteShortcuts, type KnownRow } from './write-shortcuts.js';

/** The bodies of an update, one for each record. */
export interface SentUpdates {
  readonly bodies: readonly WriteBody[];
  /**
   * Whether fields that are not sent are validated too, as for PUT but not for PATCH, forms and
   * lists.
   * @contract C4.1
   */
  readonly whole: boolean;
}

/** A write with bodies. */
type Authorized = AuthorizedStore | AuthorizedUpdate;

/**
 * Store, update and delete, after the policy has allowed them, of one record or a list of them. The
 * bodies are validated first; then, in one transaction, the rows are locked, the changes are made and
 * the response is read, each with one statement for all records. The policy is checked again only if
 * one of its columns has changed since the guard read the record. The first record that fails rolls
 * everything back.
 *
 * @contract C4, C13.5
 */
@Injectable()
export class WriteRecords {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly written: WrittenRecords,
    private readonly locks: RecordLocks,
    private readonly changes: RecordChanges,
    private readonly validator: BodyValidator,
    private readonly log: ChangeLog,
    private readonly faults: WriteFaults,
    private readonly shortcuts: WriteShortcuts,
  ) {}

  /** @throws RequestError `validation_failed` */
  validateStore(
    authorized: AuthorizedStore,
    bodies: readonly WriteBody[],
  ): Promise<readonly ValidWrite[]> {
    enterStage('validate');
    return this.validator.validate(bodiesOf(authorized, { bodies, whole: true }, 'store'));
  }

  /** @throws RequestError `validation_failed` */
  validateUpdate(authorized: AuthorizedUpdate, sent: SentUpdates): Promise<readonly ValidWrite[]> {
    enterStage('validate');
    return this.validator.validate(bodiesOf(authorized, sent, 'update'));
  }

  /**
   * Returns the stored records, as the caller sees them.
   * @throws RequestError `invalid_query` past the row budget, `validation_failed`, `conflict`
   */
  store(authorized: AuthorizedStore, valid: readonly ValidWrite[]): Promise<LoadedRecords> {
    const { context, planned, errors } = authorized;
    const { resource } = context;
    const { request } = planned.question;
    const storing = async (transaction: Transaction) => {
      const writes = valid.map((each) => ({ valid: each, record: null }));
      await this.keepReferences(transaction, authorized, writes);
      const subject = subjectOf(transaction, authorized, request, () => request);
      const terms = this.shortcuts.termsOf(authorized);
      const stored = await this.changes.store(subject, targetOf(resource), valid, terms);
      const changed = stored.map((each) => storedChange(resource, each));
      await this.log.recordAll(transaction, request, changed);
      const rows = terms.returned && allReturned(stored);
      if (rows) return this.written.returned(planned, rows, errors.areListed);
      const keys = stored.map(({ record }) => keyIn(record, resource));
      return this.readWritten(planned, keys, errors, transaction);
    };
    return this.explained(authorized, 'Stored', valid, () => this.database.transaction(storing));
  }

  /**
   * Returns the updated records, as the caller sees them.
   * @throws RequestError as {@link store}, and `not_found`, `unauthorized`
   */
  update(authorized: AuthorizedUpdate, valid: readonly ValidWrite[]): Promise<LoadedRecords> {
    const known = this.shortcuts.findKnown(authorized, valid);
    return this.explained(authorized, 'Updated', valid, async () => {
      if (known) {
        const writing = this.database.transaction((transaction) =>
          this.updateIn(transaction, authorized, valid, known),
        );
        const loaded = await writing.catch((error: unknown) => {
          if (!(error instanceof ChangedMeanwhile)) throw error;
        });
        if (loaded) return loaded;
      }
      return this.database.transaction((transaction) =>
        this.updateIn(transaction, authorized, valid, null),
      );
    });
  }

  /** @param known the record as the guard read it; it is not locked before the update */
  private async updateIn(
    transaction: Transaction,
    authorized: AuthorizedUpdate,
    valid: readonly ValidWrite[],
    known: KnownRow | null,
  ): Promise<LoadedRecords> {
    const { context, planned, records, errors } = authorized;
    const { resource } = context;
    const { request } = planned.question;
    const locked = known
      ? [known.before]
      : await this.lock(transaction, authorized, request, 'change');
    await forEach(locked, errors, (record, at) =>
      verifySecretsUnchanged(resource, valid[at]!.values, records[at]!.before, record),
    );
    const writes = locked.map((record, at) => ({ valid: valid[at]!, record }));
    await this.keepReferences(transaction, authorized, writes);
    const subject = subjectOf(transaction, authorized, request, requestsOf(request, authorized));
    const updates = writes.map(({ valid: { values, files }, record }) => ({
      record: copyOf(record),
      before: record,
      values,
      files,
      row: known?.row ?? null,
    }));
    const logOf = (change: UpdatedRecord) =>
      this.log.insertions(request, updatedChange(resource, change));
    const terms = known
      ? { logOf: known.logsAlong ? logOf : undefined, ...known }
      : this.shortcuts.termsOf(authorized);
    const updated = await this.changes.update(subject, targetOf(resource), updates, terms);
    const changed = updated.flatMap((each) => (each.isLogged ? [] : updatedChange(resource, each)));
    await this.log.recordAll(transaction, request, changed);
    const rows = allReturned(updated);
    if (rows) return this.written.returned(planned, rows, errors.areListed);
    const keys = records.map(({ key }) => key);
    return this.readWritten(planned, keys, errors, transaction);
  }

  /** @throws RequestError `not_found`, `unauthorized`, `conflict` */
  async delete(authorized: AuthorizedDelete): Promise<void> {
    const { context, request, records, errors } = authorized;
    const { resource } = context;
    enterStage('write');
    const deleting = this.database.transaction(async (transaction) => {
      const locked = await this.lock(transaction, authorized, request, 'delete');
      const subject = subjectOf(transaction, authorized, request, requestsOf(request, authorized));
      const gone = await this.changes.delete(subject, targetOf(resource), locked);
      const deleted = [...gone.listed, ...gone.dependents];
      await this.log.recordAll(transaction, request, deleted.map(deletedChange));
    });
    await deleting.catch(async (error: unknown) => {
      const statement = { table: resource.table, resource, written: [], records: records.length };
      const explained = await this.faults.ofRows(error, statement, errors);
      throw await this.logged(authorized, request, 'Deleted', explained);
    });
  }

  /**
   * Locks the records, and checks the policy again for those that have changed. Returns them in the
   * order of the request.
   *
   * @throws RequestError `not_found`, `unauthorized`
   */
  private async lock(
    transaction: Transaction,
    { context, scope, records, errors, verifyLocked }: Omit<AuthorizedDelete, 'request'>,
    request: ResourceRequest,
    purpose: RowLockMode,
  ): Promise<readonly object[]> {
    const { resource } = context;
    const keys = records.map(({ key }) => key);
    const found = await this.locks.lock(transaction, resource, keys, scope, purpose);
    const locked = inOrder(keys, found, resource, errors);
    await forEach(locked, errors, async (record, at) => {
      const { before } = records[at]!;
      if (before) await authorizeAgain(context, request, before, record);
    });
    await verifyLocked?.(transaction);
    return locked;
  }

  /** @throws RequestError `validation_failed` */
  private async keepReferences(
    transaction: Transaction,
    { context, errors }: Authorized,
    writes: readonly ReferringWrite[],
  ): Promise<void> {
    const lost = await keepReferences(transaction, this.locks, context, writes);
    const failed: RequestError[] = [];
    for (const { at, name } of lost) failed[at] ??= invalidReference(name);
    const error = errors.join(Array.from(failed));
    if (error) throw error;
  }

  private readWritten(
    planned: Planned,
    keys: readonly Key[],
    { areListed }: ElementErrors,
    transaction: Transaction,
  ): Promise<LoadedRecords> {
    return areListed
      ? this.written.together(planned, keys, transaction)
      : this.written.one(planned, keys[0]!, transaction);
  }

  /** Runs a write, and explains its errors by the fields of the bodies. */
  private async explained(
    authorized: Authorized,
    name: 'Stored' | 'Updated',
    valid: readonly ValidWrite[],
    write: () => Promise<LoadedRecords>,
  ): Promise<LoadedRecords> {
    enterStage('write');
    try {
      return await write();
    } catch (error) {
      const { request } = authorized.planned.question;
      const explained = await this.validator.explain(error, authorized, knownIn(authorized), valid);
      throw await this.logged(authorized, request, name, explained);
    }
  }

  /** Logs a failure, but not a rejection, and returns the error. @contract C8.2 */
  private async logged(
    { context: { resource }, errors, ...others }: Authorized | AuthorizedDelete,
    request: ResourceRequest,
    name: string,
    error: unknown,
  ): Promise<unknown> {
    const key = 'records' in others && !errors.areListed ? others.records[0]!.key : null;
    await this.log.recordIfFailed(request, { name, resource, key, error });
    return error;
  }
}

/** Returns the rows that statements returned; `null` if one of the records must be read. */
function allReturned(records: readonly Returnable[]): readonly Row[] | null {
  const rows = records.flatMap(({ returned }) => (returned ? [returned] : []));
  return rows.length === records.length ? rows : null;
}

/** Returns the records that an update changes. */
const knownIn = (authorized: Authorized): readonly KnownRecord[] =>
  'records' in authorized ? authorized.records : [];

function bodiesOf(
  authorized: Authorized,
  { bodies, whole }: SentUpdates,
  operation: WriteOperation,
): WrittenBodies {
  const { context, planned, errors } = authorized;
  const known = knownIn(authorized);
  const requestOf = requestsOf(planned.question.request, { records: known, errors });
  const elements = bodies.map((body, at) => ({
    request: requestOf(at),
    body,
    before: known[at]?.before ?? null,
  }));
  return { context, operation, whole, elements, errors };
}

/** Returns the request as it is about each record. */
function requestsOf(
  request: ResourceRequest,
  { records, errors }: Pick<AuthorizedDelete, 'records' | 'errors'>,
): (at: number) => ResourceRequest {
  if (!errors.areListed || records.length === 0) return () => request;
  const requests = records.map(({ key }) => aboutRecord(request, String(key)));
  return (at) => requests[at]!;
}

/** Errors of hooks are those of their record. */
const subjectOf = (
  transaction: Transaction,
  { context: { resource }, errors }: Authorized | AuthorizedDelete,
  request: ResourceRequest,
  requestOf: (at: number) => ResourceRequest,
): WriteSubject => ({
  transaction,
  request,
  elements: {
    requestOf,
    explain: (error, at) =>
      error instanceof RequestError ? errors.of(withoutHidden(error, resource), at) : error,
  },
});

/** Checks each record; an error is that of its record. */
async function forEach(
  records: readonly object[],
  errors: ElementErrors,
  check: (record: object, at: number) => void | Promise<void>,
): Promise<void> {
  for (const [at, record] of records.entries())
    try {
      await check(record, at);
    } catch (error) {
      throw error instanceof RequestError ? errors.of(error, at) : error;
    }
}
