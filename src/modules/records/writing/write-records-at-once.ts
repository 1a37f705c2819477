import { Inject, Injectable } from '@nestjs/common';
import type { ResolvedCondition } from '../../../authorization/resolved-condition.js';
import { DATABASE, type Database } from '../../../execution/database/database.js';
import { bytesOf } from '../../../execution/database/row-bytes.js';
import { isConstraintViolation } from '../../../execution/database/translate-failure.js';
import { dialects } from '../../../execution/dialects/index.js';
import { EntityReader } from '../../../execution/entity-reader.js';
import type { SqlPart } from '../../../execution/sql/compose.js';
import { filledWhenChanged, filledWhenStored } from '../../../execution/writes/filled-columns.js';
import type { RecordStatements, WrittenRow } from '../../../execution/writes/record-statements.js';
import type { ColumnValues } from '../../../execution/writes/record-writer.js';
import { isStoredExactly } from '../../../execution/writes/stored-exactly.js';
import type { CompiledColumn, CompiledResource } from '../../../registry/compiled-resource.js';
import { writableRelationsOf } from '../../../registry/writable-relations.js';
import type { ResourceRequest } from '../../../types/register.js';
import { isOfMorph, morphReferencesOf } from '../../../validation/references.js';
import { ChangeLog, type InsertableChanges } from '../../action-log/change-log.js';
import type { LoadedRecords, Planned } from '../reading/read-records.js';
import { WrittenRecords } from '../reading/written-records.js';
import type {
  AuthorizedDelete,
  AuthorizedStore,
  AuthorizedUpdate,
  OfReadRecord,
} from '../record-authorizer.js';
import { targetOf } from './change-targets.js';
import { changedFrom } from './column-values.js';
import { copyOf } from './locked-record.js';
import { updatedChange } from './logged-changes.js';
import { RecordChanges, setColumns } from './record-changes.js';
import type { ResourceEvent } from './resource-events.js';
import type { ValidRecord } from './write-records.js';
import type { WriteSubject } from './write-request.js';

/**
 * Store, update and delete in one statement, where the database can run it and nothing must happen
 * between its parts: no files, no related or dependent records, no hook after the write, and a
 * response that the written row contains. It writes only if the row has not changed since the guard
 * read it, so the policy is not asked again.
 *
 * The methods return `null` or `false` if this is not so, or if the statement failed because
 * something is wrong. Then {@link WriteRecords} writes step by step, and finds the error to return.
 *
 * @contract C4
 */
@Injectable()
export class WriteRecordsAtOnce {
  private readonly statements: RecordStatements | null;
  private readonly possible = new Map<CompiledResource, Promise<InsertableChanges>>();

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly entities: EntityReader,
    private readonly responses: WrittenRecords,
    private readonly changes: RecordChanges,
    private readonly log: ChangeLog,
  ) {
    const dialect = dialects[database.dialect];
    this.statements = dialect.recordStatements?.(dialect) ?? null;
  }

  async store(
    { context, planned }: AuthorizedStore,
    valid: ValidRecord,
  ): Promise<LoadedRecords | null> {
    const { resource } = context;
    const scope = this.scopeOf(planned, valid, null);
    if (!scope || resource.hooks.stored || !(await this.canWrite(resource)).whole) return null;
    const target = targetOf(resource);
    const written = await this.run(
      resource,
      planned.question.request,
      async (subject, statements) => {
        const given = await this.changes.valuesToStore(subject, 0, target, valid);
        const values = new Map([...filledWhenStored(resource.table), ...given]);
        if (!fits(planned, [...values.values()])) throw new NotAtOnce();
        const change = { name: 'Stored', resource } as const;
        const log = this.log.insertOfRow(subject.request, change, [...given.keys()]);
        return { event: 'stored', statement: statements.store({ ...target, values, scope }, log) };
      },
    );
    return written && this.responses.fromWritten(planned, written);
  }

  async update(
    { context, planned, key, scope: changeable, before, version }: OfReadRecord<AuthorizedUpdate>,
    valid: ValidRecord,
  ): Promise<LoadedRecords | null> {
    const { resource } = context;
    const scope = this.scopeOf(planned, valid, before);
    if (!scope || version === null || resource.hooks.updated) return null;
    if (!(await this.canWrite(resource)).changed) return null;
    const target = targetOf(resource);
    const written = await this.run(
      resource,
      planned.question.request,
      async (subject, statements) => {
        const record = copyOf(before);
        const given = await this.changes.valuesToWrite(subject, 0, target, {
          record,
          before,
          values: valid.values,
        });
        const changed = changedFrom(before, given);
        const values: ColumnValues =
          changed.size === 0 ? changed : new Map([...filledWhenChanged(resource.table), ...given]);
        setColumns(record, values);
        if (!fits(planned, Object.values(record))) throw new NotAtOnce();
        this.changes.discardImages(subject, target, before, changed);
        const [change] = updatedChange(resource, { record, before, changed });
        const log = change ? this.log.insertOfChange(subject.request, change) : null;
        const row = { ...target, key, version, changeable, values, scope };
        return { event: change ? 'updated' : null, statement: statements.update(row, log) };
      },
    );
    return written && this.responses.fromWritten(planned, written);
  }

  /** Whether the resource allows {@link updateUnread} at all. */
  canUpdateUnread({ hooks, full }: CompiledResource): boolean {
    if (!this.statements || this.database.isJoined) return false;
    return !hooks.updating && !hooks.updated && writableRelationsOf(full).length === 0;
  }

  /**
   * Updates a record that nothing has read. The statement itself finds out what it changes, and
   * fails if it changes nothing, or if the response might be too large.
   */
  async updateUnread(
    { context, planned, key, scope: changeable }: AuthorizedUpdate,
    valid: ValidRecord,
  ): Promise<LoadedRecords | null> {
    const { resource } = context;
    const columns = [...valid.values.keys()];
    const scope = this.scopeOf(planned, valid, null);
    if (!scope || columns.length === 0 || !columns.every((column) => isPlain(column, resource)))
      return null;
    if (!(await this.canWrite(resource)).changed) return null;
    const { request } = planned.question;
    const log = this.log.insertOfDifferences(request, resource, columns);
    if (log === 'impossible') return null;
    const target = targetOf(resource);
    const values = new Map([...filledWhenChanged(resource.table), ...valid.values]);
    const maxBytes = planned.bounds.bytes.bytesOfRecord(planned.plan.attributes.length);
    const row = { ...target, key, changeable, values, compared: columns, scope, maxBytes };
    const written = await this.run(resource, request, (_subject, statements) =>
      Promise.resolve({ event: 'updated', statement: statements.updateUnread(row, log) }),
    );
    return written && this.responses.fromWritten(planned, written);
  }

  /** Returns whether the record is deleted. */
  async delete({
    context: { resource },
    request,
    key,
    scope: changeable,
    before,
    version,
  }: AuthorizedDelete): Promise<boolean> {
    const isSettled = before === null || version !== null;
    if (!this.statements || this.database.isJoined || !isSettled) return false;
    if (!this.changes.deletesOnlyRow(resource) || !(await this.canWrite(resource)).whole)
      return false;
    const target = targetOf(resource);
    const columns = [...target.table.columns.values()];
    const deleted = await this.run(resource, request, (_subject, statements) => {
      const log = this.log.insertOfRow(request, { name: 'Deleted', resource }, columns);
      const statement = statements.delete({ ...target, key, version, changeable }, log);
      return Promise.resolve({ event: 'deleted', statement });
    });
    return deleted !== null;
  }

  /**
   * Returns which rows of the response the caller may see; `null` if one statement is not enough.
   *
   * @param before `null` for a new record
   */
  private scopeOf(
    planned: Planned,
    { values, files, nested }: ValidRecord,
    before: object | null,
  ): ResolvedCondition | null {
    const { resource } = planned.plan;
    // The transaction reports what changes to those who count.
    if (!this.statements || this.database.isJoined || nested || files.size > 0) return null;
    const record = before as Readonly<Record<string, unknown>> | null;
    if (morphReferencesOf(resource, values, record).length > 0) return null;
    return this.responses.visibleInRow(planned);
  }

  /** Whether the statement can write the table and its log. Asks the database once per resource. */
  private canWrite(resource: CompiledResource): Promise<InsertableChanges> {
    const known = this.possible.get(resource) ?? this.findPossible(resource);
    this.possible.set(resource, known);
    known.catch(() => this.possible.delete(resource));
    return known;
  }

  private async findPossible(resource: CompiledResource): Promise<InsertableChanges> {
    const { sql, values } = this.statements!.triggers(targetOf(resource));
    const isPlain = !resource.table.isView && (await this.database.query(sql, values)).length === 0;
    return isPlain ? this.log.canInsert(resource) : { whole: false, changed: false };
  }

  /**
   * Runs the statement in a transaction, so that hooks can use it, and in one round trip. Returns
   * the row; `null` if it failed because something is wrong.
   */
  private async run(
    resource: CompiledResource,
    request: ResourceRequest,
    prepare: (subject: WriteSubject, statements: RecordStatements) => Promise<PreparedWrite>,
  ): Promise<WrittenRow | null> {
    const target = targetOf(resource);
    const statements = this.statements!;
    let written: WrittenRow | null = null;
    const records = () => this.entities.readWhole(target.table, written ? [written.row] : []);
    try {
      await this.database.transaction(async (transaction) => {
        const subject = { transaction, request };
        const { event, statement } = await prepare(subject, statements);
        transaction.later([statement], ([rows]) => {
          written = statements.read(target, rows![0]!);
        });
        if (event) this.changes.announce(subject, target, event, records);
      });
    } catch (error) {
      if (error instanceof NotAtOnce || isConstraintViolation(error)) return null;
      throw error;
    }
    return written;
  }
}

/** A statement to run, and the event to emit when it has changed a record. */
interface PreparedWrite {
  readonly statement: SqlPart;
  readonly event: ResourceEvent['name'] | null;
}

/** The response may be too large, which must be known before the commit. */
class NotAtOnce extends Error {}

/** Whether the response can contain these values of a row in any case. */
const fits = ({ plan, bounds }: Planned, values: readonly unknown[]): boolean => {
  const asStored = values.map((value) => (isObject(value) ? JSON.stringify(value) : value));
  return bytesOf(asStored) <= bounds.bytes.bytesOfRecord(plan.attributes.length);
};

/**
 * Whether a value of the column is written as it was given, without knowing the record: no file, no
 * transformed value, no half of a morph.
 */
function isPlain(column: CompiledColumn, { full }: CompiledResource): boolean {
  const ofFields = [...full.fields.values()].filter((field) => field.column === column);
  return (
    isStoredExactly(column) &&
    ofFields.every(({ options }) => !options.image && !options.transform) &&
    !isOfMorph(column, full)
  );
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
