import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { dialects } from '../../database/engines/dialects.js';
import { traceWork, type ReadStage } from '../../base/work-trace.js';
import { EnvelopeWriter } from '../../serialization/envelope-writer.js';
import { describePlan } from './describe-plan.js';
import { ReadTrace, type TracedStatement } from './read-trace.js';
import { RepeatedReads, type ReadCall } from './repeated-reads.js';

/** A statement of a read, without the values of its parameters. */
interface ExplainedStatement {
  readonly stage: ReadStage;
  /** With `?` for each parameter. */
  readonly sql: string;
  /** The types of the parameters. */
  readonly parameters: readonly string[];
  readonly milliseconds: number;
  readonly rows: number;
  /** The number of rows that the database expects; `null` if it does not estimate. */
  readonly estimated_rows: number | null;
  /** How the database runs it. */
  readonly steps: readonly string[];
}

/** What a read does. @contract C17.6 */
export interface Explanation {
  /** The lines of the plan. */
  readonly plan: readonly string[];
  /** Milliseconds. */
  readonly stages: Readonly<Record<ReadStage, number>>;
  readonly statements: readonly ExplainedStatement[];
  /** The number of records in `data` of the response that the read would have. */
  readonly records: number;
  /** The size of that response, before compression. */
  readonly bytes: number;
}

/** Runs reads, and explains what they did. @contract C17.6 */
@Injectable()
export class ExplainedReads {
  constructor(
    private readonly reads: RepeatedReads,
    private readonly writer: EnvelopeWriter,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  /** @throws RequestError as the read does */
  async explain(call: ReadCall): Promise<Explanation> {
    const trace = new ReadTrace('authorize');
    const { node, json } = await traceWork(trace, () => this.run(call));
    const statements: ExplainedStatement[] = [];
    // One after another, to leave the other connections to other requests.
    for (const statement of trace.statements) statements.push(await this.describe(statement));
    return {
      plan: describePlan(node.plan, withheld),
      stages: rounded(trace.times),
      statements,
      records: node.rows.length,
      bytes: Buffer.byteLength(json),
    };
  }

  private async run(call: ReadCall) {
    const result = await this.reads.run(call);
    const json = await result.write(this.writer);
    return { node: result.node, json };
  }

  private async describe(statement: TracedStatement): Promise<ExplainedStatement> {
    const { stage, sql, values, milliseconds, rows } = statement;
    return {
      stage,
      sql,
      parameters: values.map(typeOf),
      milliseconds: round(milliseconds),
      rows,
      ...(await this.ask(sql, values)),
    };
  }

  /** Asks the database how it runs a statement. It explains only those that select. */
  private async ask(
    sql: string,
    values: readonly unknown[],
  ): Promise<Pick<ExplainedStatement, 'estimated_rows' | 'steps'>> {
    if (!/^[\s(]*(?:select|with)\b/i.test(sql)) return { estimated_rows: null, steps: [] };
    const { explain } = dialects[this.database.dialect];
    const explained = await this.database.query(explain.sql(sql), values);
    return {
      estimated_rows: explain.estimate?.(explained) ?? null,
      steps: explain.steps(explained),
    };
  }
}

/** Shows only whether there is a value. */
const withheld = (value: unknown): string => (value === null ? 'null' : '?');

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Buffer.isBuffer(value) ? 'bytes' : typeof value;
}

const rounded = (times: Readonly<Record<ReadStage, number>>) =>
  Object.fromEntries(
    Object.entries(times).map(([stage, milliseconds]) => [stage, round(milliseconds)]),
  ) as Readonly<Record<ReadStage, number>>;

/** To microseconds. */
const round = (milliseconds: number): number => Math.round(milliseconds * 1000) / 1000;
