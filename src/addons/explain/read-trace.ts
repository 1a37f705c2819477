import {
  readStages,
  type ReadStage,
  type SentStatement,
  type Stage,
  type StatementEnd,
  type WorkPart,
  type WorkTrace,
} from '../../base/work-trace.js';

/** A statement that a read has sent. */
export interface TracedStatement {
  /** The stage that sent it. */
  readonly stage: ReadStage;
  readonly sql: string;
  readonly values: readonly unknown[];
  /** The number of rows that it returned. */
  rows: number;
  /** From when the driver received it until its rows were there. */
  milliseconds: number;
}

/** Records what one read does: the time in each stage, and the statements. */
export class ReadTrace implements WorkTrace {
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

  /** Time between two stages, and that of a write by a team's code, belongs to the one before. */
  enter(stage: Stage | null): void {
    const now = performance.now();
    this.times[this.stage] += now - this.since;
    this.since = now;
    if (isReadStage(stage)) this.stage = stage;
  }

  send({ sql, values = [] }: SentStatement): StatementEnd {
    const traced = { stage: this.stage, sql, values, rows: 0, milliseconds: 0 };
    this.statements.push(traced);
    const started = performance.now();
    return (rows, error) => {
      traced.milliseconds = performance.now() - started;
      traced.rows = rows;
      // It was sent again, or its error ends the read.
      if (error !== undefined) this.statements.splice(this.statements.indexOf(traced), 1);
    };
  }

  /** Statements of TypeORM have parameters of another form, which nothing here explains. */
  sent(): void {}

  /** The statements of transactions are not explained. */
  within<Result>(_part: WorkPart, work: (inside: undefined) => Promise<Result>): Promise<Result> {
    return work(undefined);
  }
}

const isReadStage = (stage: Stage | null): stage is ReadStage =>
  readStages.some((each) => each === stage);
