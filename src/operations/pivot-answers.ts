import { Injectable } from '@nestjs/common';
import type { PivotRow } from '../execution/pivots/pivot-rows.js';
import { DataWriter } from '../serialization/data-writer.js';
import { PivotRowWriter } from '../serialization/pivot-row-writer.js';
import type { PivotLink } from './pivot-link.js';
import type { PivotOutcome } from './pivot-outcome.js';
import { reportCorrupt } from './report-corrupt.js';

/** The answers of attach, sync and detach, as JSON. @contract C7.1 */
@Injectable()
export class PivotAnswers {
  private readonly writer = new PivotRowWriter(reportCorrupt);

  constructor(private readonly data: DataWriter) {}

  rows({ visit, value }: PivotLink, rows: readonly PivotRow[]): string {
    return `{"data":[${rows.map((row) => this.writer.write(visit.relation, value, row)).join()}]}`;
  }

  row({ visit, value }: PivotLink, row: PivotRow): string {
    return `{"data":${this.writer.write(visit.relation, value, row)}}`;
  }

  outcome({ added, removed, updated }: PivotOutcome): string {
    return JSON.stringify({ data: { attached: added, detached: removed, updated } });
  }

  /**
   * What a callback returned in place of the usual answer, of records only what their resources show; `null` where the
   * usual one stands.
   *
   * @throws UnwritableData for what no JSON can hold, which undoes the write
   */
  returned(value: unknown): string | null {
    return value === undefined ? null : this.data.write(value);
  }
}
