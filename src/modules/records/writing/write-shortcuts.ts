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
  /** As the database has it; `null` if it is not known, or its changes cannot be reverted. */
  readonly row: ExactRow | null;
  /** Whether the update can write the log as well. */
  readonly logsAlong: boolean;
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
    const { logged = false } = context.resource.full.options;
    const isLast = this.lastOf(authorized, returned === null || logged);
    return { ...IN_BETWEEN, returned, isLast };
  }

  /**
   * Returns a record that needs no lock, since the update can expect the record to be as the guard
   * has read it: the policy has decided about this state. `null` if the database cannot verify it, or code
   * of the application would run twice if the record had changed.
   */
  findKnown(authorized: AuthorizedUpdate, valid: readonly ValidWrite[]): KnownRow | null {
    const { context, planned, scope, records, errors } = authorized;
    const [{ before, row, isSame }] = records as [KnownRecord];
    if (isSame === null || errors.areListed || this.database.isJoined) return null;
    if (!mayBeKnown(context.resource) || valid[0]!.files.size > 0) return null;
    const returned = this.written.returnedFor(planned, false);
    const dialect = dialects[this.database.dialect];
    const expected = unchanged(isSame, scope, dialect);
    const logsAlong = dialect.writesInWith;
    const { logged = false } = context.resource.full.options;
    const isLast = this.lastOf(authorized, logged && !logsAlong);
    return returned && { before, row, logsAlong, ...IN_BETWEEN, returned, expected, isLast };
  }

  /**
   * Returns whether a statement is the last that writes these values to a record: nothing but its
   * response follows, which cannot become so large that the write would have to be rolled back.
   *
   * @param isFollowed whether a log follows, or a read of the response
   */
  private lastOf(
    { context: { resource }, planned, errors }: AuthorizedStore | AuthorizedUpdate,
    isFollowed: boolean,
  ): ChangeTerms['isLast'] {
    const { table, keyColumn } = resource.full;
    const columns = [...table.columns.values()];
    const isFilled = columns.some((column) => column.generated && column !== keyColumn);
    if (isFollowed || errors.areListed || this.database.isJoined || isFilled)
      return IN_BETWEEN.isLast;
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
