import { RequestError, type ErrorTexts } from '../../errors/index.js';
import type { CompiledColumn, CompiledResource } from '../../registry/compiled-resource.js';
import { loggedValues } from '../action-log/logged-values.js';
import type { LoggedChange } from './logged-change.js';

/** The most conflicts that a response lists. */
const MAX_LISTED = 100;
/** Characters of a value in a message. */
const MAX_VALUE = 200;

/** A record that was changed after the change to revert. */
export interface RevertConflict {
  readonly type: string;
  readonly id: string;
  /** Field -> the current value and the value that the change wrote. */
  readonly errors: ErrorTexts;
}

/**
 * Collects the records that cannot be restored because they have changed since.
 * @contract C15.2
 */
export class RevertConflicts {
  private readonly found: RevertConflict[] = [];

  /**
   * @param isBatch whether the fields of errors are named `<type>.<id>.<field>`
   * @param isLenient whether the other records are restored in spite of conflicts
   */
  constructor(
    private readonly isBatch: boolean,
    private readonly isLenient: boolean,
  ) {}

  get listed(): readonly RevertConflict[] {
    return this.found.slice(0, MAX_LISTED);
  }

  get count(): number {
    return this.found.length;
  }

  add({ row, resource }: LoggedChange, errors: ErrorTexts): void {
    this.found.push({ type: resource.key, id: row.actionable_id!, errors });
  }

  /**
   * Called once the records of a group are compared, before any of them is written: an error of the
   * database would hide the conflict that causes it.
   *
   * @throws RequestError `revert_conflict` unless the others are restored
   */
  verify(): void {
    if (this.found.length === 0 || this.isLenient) return;
    const texts = this.listed.flatMap(({ type, id, errors }) =>
      Object.entries(errors).map(
        ([field, messages]) => [this.isBatch ? `${type}.${id}.${field}` : field, messages] as const,
      ),
    );
    const message =
      'The records have changed since. Send "Prefer: handling=lenient" to restore the others.';
    throw new RequestError('revert_conflict', {
      ...(this.isBatch && { message }),
      ...(texts.length > 0 && { errors: Object.fromEntries(texts) }),
    });
  }
}

/** A record that is gone and one that the caller may not see cause the same error. */
export const missing: ErrorTexts = { id: ['The record no longer exists.'] };
export const restoredAlready: ErrorTexts = { id: ['The record exists again.'] };
export const stillReferredTo: ErrorTexts = { id: ['Other records still refer to the record.'] };

/** Returns the values of the columns that the caller may see, now and as they were written. */
export function differences(
  resource: CompiledResource,
  columns: readonly CompiledColumn[],
  now: object,
  written: object,
): ErrorTexts {
  const seen = [...resource.fields.values()].filter(
    ({ column, readable }) => readable && columns.includes(column),
  );
  return Object.fromEntries(
    seen.map(({ name, column: { property } }) => {
      const [is, was] = [now, written].map((record) => stringOf(resource, name, record, property));
      return [name, [`The value is now ${is}; the change set it to ${was}.`]];
    }),
  );
}

function stringOf(
  resource: CompiledResource,
  name: string,
  record: object,
  property: string,
): string {
  const value = (record as Readonly<Record<string, unknown>>)[property];
  const json = JSON.stringify(loggedValues(resource, { [name]: value })[name]);
  return json.length > MAX_VALUE ? `${json.slice(0, MAX_VALUE)}…` : json;
}
