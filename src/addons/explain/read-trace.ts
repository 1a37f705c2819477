import type { StatementTrace } from '../../database/connection/database.js';
import { readStages, type ReadStage } from '../../modules/records/reading/read-stages.js';

/** A statement that a read has sent. */
export interface TracedStatement {
  /** The stage that sent it. */
  readonly stage: ReadStage;
  readonly sql: string;
  readonly values: readonly unknown[];
  /** The number of rows that it returned. */
  rows: number;
  /** Until its rows were there, including the wait for a connection. */
  milliseconds: number;
}

/** Records what one read does: the time in each stage, and the statements. */
export class ReadTrace {
  /** In the order in which they were sent. */
  readonly statements: TracedStatement[] = [];
  /** Milliseconds. */
  readonly times = Object.fromEntries(readStages.map((stage) => [stage, 0])) as Record<
    ReadStage,
    number
  >;
  private since = performance.now();

  /** @param stage that the read begins with */
  constructor(private stage: ReadStage) {}

  /** Ends a stage, and begins another one, or the same. */
  readonly enter = (stage: ReadStage): void => {
    const now = performance.now();
    this.times[this.stage] += now - this.since;
    this.since = now;
    this.stage = stage;
  };

  readonly send: StatementTrace = async ({ sql, values = [] }, send) => {
    const traced = { stage: this.stage, sql, values, rows: 0, milliseconds: 0 };
    this.statements.push(traced);
    const started = performance.now();
    const rows = await send();
    traced.milliseconds = performance.now() - started;
    traced.rows = rows.length;
    return rows;
  };
}
