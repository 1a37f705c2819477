import { RequestError, type ErrorTexts } from '../../base/errors/index.js';
import type {
  CompiledColumn,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import { loggedValues } from '../../modules/action-log/logged-values.js';
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
  private readonly found: FoundConflict[] = [];

  /** @param isBatch whether the fields of errors are named `<type>.<id>.<field>` */
  constructor(private readonly isBatch: boolean) {}

  get listed(): readonly RevertConflict[] {
    return this.found.slice(0, MAX_LISTED).map(({ type, id, errors }) => ({ type, id, errors }));
  }

  /** The number of records that are not restored. */
  get count(): number {
    return this.found.filter(({ isRestored }) => !isRestored).length;
  }

  /** Notes a record that has changed since. */
  add(change: LoggedChange, errors: ErrorTexts): void {
    this.note(change, errors, { isLost: false, isRestored: false });
  }

  /** Notes a record that cannot be restored, since something that it needs is gone. */
  addLost(change: LoggedChange, errors: ErrorTexts): void {
    this.note(change, errors, { isLost: true, isRestored: false });
  }

  /** Notes what cannot be restored of a record. */
  addLostPart(change: LoggedChange, errors: ErrorTexts): void {
    this.note(change, errors, { isLost: true, isRestored: true });
  }

  /** @throws RequestError `revert_conflict`, or `revert_unavailable` if no record has changed since */
  throwIfAny(): void {
    if (this.found.length === 0) return;
    const texts = this.listed.flatMap(({ type, id, errors }) =>
      Object.entries(errors).map(
        ([field, messages]) => [this.isBatch ? `${type}.${id}.${field}` : field, messages] as const,
      ),
    );
    const errors = texts.length > 0 && { errors: joined(texts) };
    if (this.found.every(({ isLost }) => isLost))
      throw new RequestError('revert_unavailable', { message: LOST, ...errors });
    throw new RequestError('revert_conflict', {
      ...(this.isBatch && { message: CHANGED }),
      ...errors,
    });
  }

  /** A record that is noted several times is listed once. */
  private note(
    { row, resource }: LoggedChange,
    errors: ErrorTexts,
    kind: Pick<FoundConflict, 'isLost' | 'isRestored'>,
  ): void {
    const place = { type: resource.key, id: row.actionable_id! };
    const at = this.found.findIndex(
      ({ type, id, isRestored }) => type === place.type && id === place.id && isRestored,
    );
    const known = this.found[at];
    if (known && kind.isRestored)
      this.found[at] = {
        ...known,
        errors: joined([...Object.entries(known.errors), ...Object.entries(errors)]),
      };
    else this.found.push({ ...place, errors, ...kind });
  }
}

interface FoundConflict extends RevertConflict {
  /** Whether something is gone that it refers to, rather than that it has changed. */
  readonly isLost: boolean;
  /** Whether the record itself is restored. */
  readonly isRestored: boolean;
}

const CHANGED =
  'The records have changed since. Send "Prefer: handling=lenient" to restore the others.';
const LOST =
  'The change cannot be reverted as a whole. Send "Prefer: handling=lenient" to restore what can be restored.';

function joined(texts: readonly (readonly [string, readonly string[]])[]): ErrorTexts {
  const errors: Record<string, readonly string[]> = {};
  for (const [name, messages] of texts) errors[name] = [...(errors[name] ?? []), ...messages];
  return errors;
}

/** A record that is gone and one that the caller may not see cause the same error. */
export const missing: ErrorTexts = { id: ['The record no longer exists.'] };
/** @param name of the relation, field or column */
export const gone = (name: string, key: string): ErrorTexts => ({
  [name]: [`"${key}" no longer exists.`],
});
export const restoredAlready: ErrorTexts = { id: ['The record exists again.'] };

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
