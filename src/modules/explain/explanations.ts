import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Database } from '../../execution/database/database.js';
import { explainStatement } from '../../execution/explain-statement.js';
import { stages, type TracedStatement } from '../../execution/trace.js';
import type { Recording } from './explain-recordings.js';

/** Describes a recording, with the database's plan of each statement. @contract C17.7 */
@Injectable()
export class Explanations {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Returns the body of the response. */
  async explain(recording: Recording): Promise<object> {
    const statements = [];
    for (const statement of recording.statements) statements.push(await this.describe(statement));
    return { data: { stages: timesOf(recording), statements } };
  }

  private async describe({ sql, values, rows, milliseconds }: TracedStatement): Promise<object> {
    const { plan, estimatedRows } = await explainStatement(this.database, sql, values);
    return {
      sql,
      parameters: values.map(typeOf),
      milliseconds,
      rows,
      estimated_rows: estimatedRows,
      plan,
    };
  }
}

/** A stage may run several times, such as once per attempt. */
const timesOf = (recording: Recording): readonly object[] =>
  stages.map((stage) => ({
    stage,
    milliseconds: recording.stages
      .filter((each) => each.stage === stage)
      .reduce((sum, { milliseconds }) => sum + milliseconds, 0),
  }));

/** Values may be secret. */
function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}
