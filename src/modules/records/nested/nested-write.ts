import { RequestError } from '../../../errors/index.js';
import type { Transaction } from '../../../execution/database/database.js';
import type { RecordLocks } from '../../../execution/writes/record-locks.js';
import type { ColumnValues } from '../../../execution/writes/record-writer.js';
import type { FieldErrors } from '../../../validation/field-errors.js';
import { invalidReference } from '../../../validation/references.js';
import type { Change } from '../../action-log/change-log.js';
import type { BodiesValidator } from '../writing/bodies-validator.js';
import { targetOf } from '../writing/change-targets.js';
import { invalidTogether, joinErrors, ofElement, orRejection } from '../writing/element-errors.js';
import { keepReferences } from '../writing/kept-references.js';
import { authorizeAgain, copyOf, verifySecretsUnchanged } from '../writing/locked-record.js';
import { storedChange, updatedChange } from '../writing/logged-changes.js';
import type { RecordChanges } from '../writing/record-changes.js';
import { conflict, withoutHidden } from '../writing/write-faults.js';
import type { WriteSubject } from '../writing/write-request.js';
import { keyIn } from '../writing/column-values.js';
import { childrenOf, type ChildGroup, type ValidChild, type ValidGroup } from './child-group.js';

/** What a nested write uses. */
export interface NestedTools {
  readonly changes: RecordChanges;
  readonly locks: RecordLocks;
  readonly validator: BodiesValidator;
}

type StoredChild = ValidChild & { readonly before: object };

/**
 * The related records of one request: {@link validateWith}, then {@link begin} and {@link write} in
 * the transaction of their parents, and {@link explain} for errors of the database.
 *
 * @contract C4.7
 */
export class NestedWrite {
  private groups: readonly ValidGroup[] = [];
  /** The group whose records are being written. */
  private writing: ValidGroup | null = null;

  /** @param faults what was found before the validation */
  constructor(
    private readonly opened: readonly ChildGroup[],
    private readonly faults: FieldErrors,
    private readonly tools: NestedTools,
  ) {}

  /**
   * Validates the related records, and returns the result of the parents' validation.
   *
   * @throws RequestError `validation_failed` with the faults of parents and related records
   */
  async validateWith<Valid>(parents: Promise<Valid>): Promise<Valid> {
    const outcome = await orRejection(parents);
    const found = await orRejection(Promise.resolve().then(() => this.faults.throwIfAny()));
    const valid: (ValidGroup | RequestError)[] = [];
    for (const group of this.opened) valid.push(await orRejection(this.validate(group)));
    throwTogether([outcome, found, ...valid]);
    this.groups = valid as ValidGroup[];
    return outcome as Valid;
  }

  /** Marks the start of a transaction, which the database may run again. */
  begin(): void {
    this.writing = null;
  }

  /**
   * Writes the related records.
   *
   * @param subject the parents' write
   * @param parents the parents after their write, in the order of their bodies
   * @returns the changes for the log
   * @throws RequestError `validation_failed`, `conflict`
   */
  async write(
    subject: Pick<WriteSubject, 'transaction' | 'request'>,
    parents: readonly object[],
  ): Promise<readonly Change[]> {
    const changes: Change[] = [];
    for (const group of this.groups) {
      this.writing = group;
      changes.push(...(await this.writeGroup(subject, group, parents)));
    }
    this.writing = null;
    return changes;
  }

  /**
   * Explains an error of a statement that wrote related records, after the rollback.
   * @returns `undefined` for any other error
   */
  async explain(error: unknown): Promise<unknown> {
    const group = this.writing;
    return group ? this.tools.validator.explain(error, group.bodies, group.valid) : undefined;
  }

  private async validate(group: ChildGroup): Promise<ValidGroup> {
    return { ...group, valid: await this.tools.validator.validate(group.bodies) };
  }

  private async writeGroup(
    { transaction, request }: Pick<WriteSubject, 'transaction' | 'request'>,
    group: ValidGroup,
    parents: readonly object[],
  ): Promise<readonly Change[]> {
    const { resource } = group.context;
    const { stores, updates } = childrenOf(group);
    const subjectOf = (children: readonly ValidChild[]) =>
      subjectFor({ transaction, request }, group, children);
    const changes: Change[] = [];
    if (updates.length > 0) {
      const records = await this.lock(transaction, group, updates, parents);
      await this.keepReferences(transaction, group, updates, records);
      const updated = await this.tools.changes.update(
        subjectOf(updates),
        targetOf(resource),
        updates.map(({ valid: { values, files } }, at) => ({
          record: copyOf(records[at]!),
          before: records[at]!,
          values,
          files,
        })),
      );
      changes.push(...updated.flatMap((each) => updatedChange(resource, each)));
    }
    if (stores.length > 0) {
      await this.verifyStillAbsent(transaction, group, stores, parents);
      await this.keepReferences(transaction, group, stores, null);
      const rows = stores.map(({ parent, valid: { values, files } }) => ({
        values: new Map([...values, ...referenceTo(parents[parent]!, group)]),
        files,
      }));
      const stored = await this.tools.changes.store(subjectOf(stores), targetOf(resource), rows);
      changes.push(...stored.map((each) => storedChange(resource, each)));
    }
    return changes;
  }

  /**
   * Locks the records, and checks the policy again for those that have changed. Returns them in the
   * order of the children.
   */
  private async lock(
    transaction: Transaction,
    { context, owned }: ValidGroup,
    updates: readonly StoredChild[],
    parents: readonly object[],
  ): Promise<readonly object[]> {
    const { resource } = context;
    const keys = updates.map(({ before }) => keyIn(before, resource));
    const locked = await owned.lock(transaction, keys);
    const records: object[] = [];
    for (const [at, { before, parent, name, request, valid }] of updates.entries()) {
      const record = locked.get(String(keys[at]!));
      if (!record || !owned.belongs(record, parents[parent]!)) throw changedSince(name);
      await authorizeAgain(context, request, before, record).catch((error: unknown) => {
        throw error instanceof RequestError ? changedSince(name) : error;
      });
      verifySecretsUnchanged(resource, valid.values, before, record);
      records.push(record);
    }
    return records;
  }

  /** A to-one relation must not get a second record. The parents are locked. */
  private async verifyStillAbsent(
    transaction: Transaction,
    { relation, owned }: ValidGroup,
    stores: readonly ValidChild[],
    parents: readonly object[],
  ): Promise<void> {
    if (relation.many) return;
    const found = await owned.single(
      transaction,
      stores.map(({ parent }) => parents[parent]!),
    );
    const at = found.findIndex((record) => record !== undefined);
    if (at >= 0) throw changedSince(stores[at]!.name);
  }

  /** @throws RequestError `validation_failed` */
  private async keepReferences(
    transaction: Transaction,
    { context }: ValidGroup,
    children: readonly ValidChild[],
    records: readonly object[] | null,
  ): Promise<void> {
    const writes = children.map(({ valid }, at) => ({ valid, record: records?.[at] ?? null }));
    const lost = await keepReferences(transaction, this.tools.locks, context, writes);
    const errors: (RequestError | undefined)[] = [];
    for (const { at, name } of lost) errors[at] = invalidReference(name);
    const error = joinErrors(Array.from(errors), (at) => children[at]!.name);
    if (error) throw error;
  }
}

/** Errors of hooks are those of their record in the body. */
const subjectFor = (
  { transaction, request }: Pick<WriteSubject, 'transaction' | 'request'>,
  { context }: ValidGroup,
  children: readonly ValidChild[],
): WriteSubject => ({
  transaction,
  request,
  elements: {
    requestOf: (at) => children[at]!.request,
    explain: (error, at) =>
      error instanceof RequestError
        ? ofElement(withoutHidden(error, context.resource), children[at]!.name)
        : error,
  },
});

/** Returns the values that refer to the parent. */
function referenceTo(parent: object, { relation: { join } }: ValidGroup): ColumnValues {
  const { column, source, type } = join;
  const reference = (parent as Readonly<Record<string, unknown>>)[source.property];
  return new Map([[column, reference], ...(type ? ([[type.column, type.value]] as const) : [])]);
}

const changedSince = (path: string): RequestError =>
  ofElement(conflict('The record has changed since it was read.', undefined), path);

/** @throws RequestError the first one that is not about values, or one with all faults of values */
function throwTogether(outcomes: readonly unknown[]): void {
  const errors = outcomes.filter((outcome) => outcome instanceof RequestError);
  const other = errors.find(({ code }) => code !== 'validation_failed');
  if (other) throw other;
  if (errors.length > 0) throw invalidTogether(errors.map(({ errors: texts }) => texts ?? {}));
}
