import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Database } from '../../../database/connection/database.js';
import { bytesOf } from '../../../database/connection/row-bytes.js';
import { dialects } from '../../../database/engines/dialects.js';
import { storedValue } from '../../../database/values/stored-values.js';
import { unchanged } from '../../../database/write/returned-rows.js';
import type { ValidWrite } from '../../../pipeline/validation/validate-write.js';
import type { ExactRow } from '../../../database/write/exact-rows.js';
import {
  mayBeKnown,
  type AuthorizedStore,
  type AuthorizedUpdate,
  type KnownRecord,
} from '../authorizing/record-authorizer.js';
import { valueIn } from '../lookups/column-values.js';
import { WrittenRecords } from '../reading/written-records.js';
import { IN_BETWEEN, type ChangeTerms } from './change-contracts.js';

/** A record that is updated as the guard has read it. */
export interface KnownRow extends ChangeTerms {
  readonly before: object;
  /** As the database has it; `null` unless its changes can be reverted. */
  readonly row: ExactRow | null;
}

/** Bytes of a record from which its response may be too large. */
const LARGE = 1024 * 1024;
/** For characters that JSON escapes, and for values that the database fills in. */
const MARGIN = 20;

/**
 * Decides which statements a write can do without: the read for the response, the lock, and a
 * commit of its own.
 */
@Injectable()
export class WriteShortcuts {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly written: WrittenRecords,
  ) {}

  /** Returns the terms of new records, and of records that are locked. */
  termsOf(authorized: AuthorizedStore | AuthorizedUpdate): ChangeTerms {
    const { context, planned, errors } = authorized;
    const returned = this.written.returnedFor(planned, errors.areListed);
    const isFollowed = returned === null || context.resource.full.options.logged;
    return { ...IN_BETWEEN, returned, ...(!isFollowed && { isLast: this.lastOf(authorized) }) };
  }

  /**
   * Returns a record that needs no lock, since the update can expect the version that the guard has
   * read: the policy has decided about this version. `null` if the database keeps no versions, or
   * code of the application would run twice if the record had changed.
   */
  findKnown(authorized: AuthorizedUpdate, valid: readonly ValidWrite[]): KnownRow | null {
    const { context, planned, scope, records, errors } = authorized;
    const [{ before, row, version }] = records as [KnownRecord];
    if (version === undefined || errors.areListed || this.database.isJoined) return null;
    if (!mayBeKnown(context.resource) || valid[0]!.files.size > 0) return null;
    const returned = this.written.returnedFor(planned, false);
    const expected = unchanged(version, scope, dialects[this.database.dialect]);
    const isLast = this.lastOf(authorized);
    return returned && { ...IN_BETWEEN, before, row, returned, expected, isLast };
  }

  /**
   * Returns whether a statement is the last that writes these values to a record, if nothing but its
   * response follows: that cannot become so large that the write would have to be rolled back.
   */
  private lastOf({
    context: { resource },
    planned,
    errors,
  }: AuthorizedStore | AuthorizedUpdate): ChangeTerms['isLast'] {
    const { table, keyColumn } = resource.full;
    const columns = [...table.columns.values()];
    const isFilled = columns.some((column) => column.generated && column !== keyColumn);
    if (errors.areListed || this.database.isJoined || isFilled) return IN_BETWEEN.isLast;
    const most = Math.min(planned.bounds.bytes.max, LARGE) / MARGIN;
    return (values, before) => {
      const given = [...values].map(([column, value]) => storedValue(value, column));
      const kept = before
        ? columns.map((column) => storedValue(valueIn(before, column), column))
        : [];
      return bytesOf([...given, ...kept]) < most;
    };
  }
}
