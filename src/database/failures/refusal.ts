import { RequestError } from '../../base/errors/index.js';
import type { FailureOutcome } from './failure-outcome.js';

/** Why a database refuses a change. */
export type RefusalKind = Extract<
  FailureOutcome,
  'unique' | 'missing' | 'referenced' | 'foreignKey' | 'value' | 'refused'
>;

/** What the driver reports about a refused change. */
export interface RefusalDetail {
  /** `null` if unknown. */
  readonly table: string | null;
  /** The name or the expression of the constraint; `null` if unknown. */
  readonly constraint: string | null;
  /** Names of columns, or expressions of an index; empty if unknown. */
  readonly columns: readonly string[];
}

export const NO_DETAIL: RefusalDetail = { table: null, constraint: null, columns: [] };

/** A change that the database does not accept. */
export interface Refusal extends RefusalDetail {
  readonly kind: RefusalKind;
}

const NOT_ACCEPTED = 'The database does not accept this change.';

/** The messages for a change of one record, and of many. */
const messages: Readonly<Record<RefusalKind, readonly [one: string, many: string]>> = {
  unique: [
    'A record with this value already exists.',
    'A record with one of these values already exists.',
  ],
  missing: [
    'The record refers to a record that does not exist.',
    'One of the records refers to a record that does not exist.',
  ],
  referenced: [
    'Other records still refer to this one.',
    'Other records still refer to one of these.',
  ],
  foreignKey: [NOT_ACCEPTED, NOT_ACCEPTED],
  value: [NOT_ACCEPTED, NOT_ACCEPTED],
  refused: [NOT_ACCEPTED, NOT_ACCEPTED],
};

/** @param records how many records the statement was for */
export const refusalMessage = (kind: RefusalKind, records: number): string =>
  messages[kind][records > 1 ? 1 : 0];

export const isRefusalKind = (outcome: FailureOutcome): outcome is RefusalKind =>
  outcome in messages;

/**
 * The 409 for a change that the database has refused. The database's own words, which may contain
 * values of other users, are only its cause.
 *
 * @contract C9
 */
export class RefusedChange extends RequestError {
  constructor(
    readonly refusal: Refusal,
    cause: unknown,
  ) {
    super('conflict', { message: refusalMessage(refusal.kind, 1), cause });
  }
}
