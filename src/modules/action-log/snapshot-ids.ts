import { randomBytes } from 'node:crypto';
import { bound, compose, type SqlPart } from '../../execution/sql/compose.js';

/** Digits of the place within a statement, at the end of an id. */
const PLACE_DIGITS = 12;

/** The ids of the snapshots of one statement. */
export interface SnapshotIds {
  /** Returns the id at a place. */
  at(place: number): string;
  /** Returns the id at the place of an SQL expression, on PostgreSQL. */
  inSql(place: string): SqlPart;
}

/**
 * Returns ids of 36 characters that sort by the time of the statement. Random ids would change a
 * page of the index for each row, which took half the time of a long run on SQLite.
 */
export function newSnapshotIds(): SnapshotIds {
  const time = Date.now().toString(16).padStart(12, '0');
  const prefix = time + randomBytes(6).toString('hex');
  return {
    at: (place) => prefix + String(place).padStart(PLACE_DIGITS, '0'),
    inSql: (place) =>
      compose`${bound(prefix, '?::text')} || lpad((${place})::text, ${String(PLACE_DIGITS)}, '0')`,
  };
}
