import { channel } from 'node:diagnostics_channel';
import { inSpan } from '../telemetry/index.js';

/** The stages of a read, in their order. */
export const stages = ['parse', 'authorize', 'plan', 'execute', 'ask', 'serialize'] as const;
export type Stage = (typeof stages)[number];

/** A stage that ended. */
export interface TracedStage {
  readonly stage: Stage;
  readonly milliseconds: number;
}

/** A statement that ended, and how many rows it returned. */
export interface TracedStatement {
  readonly sql: string;
  readonly values: readonly unknown[];
  readonly rows: number;
  readonly milliseconds: number;
}

/**
 * Publishes what a request does, in its asynchronous context. Costs nothing without subscribers.
 */
export const traces = channel('resource-api:trace');

/** Runs a stage: in a span of its name if OpenTelemetry is in use. */
export function traceStage<Result>(stage: Stage, work: () => Result): Result {
  if (!traces.hasSubscribers) return inSpan(stage, work);
  return timed(
    () => inSpan(stage, work),
    (milliseconds): TracedStage => ({ stage, milliseconds }),
  );
}

export function traceStatement<Row>(
  { sql, values }: Pick<TracedStatement, 'sql' | 'values'>,
  work: () => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  if (!traces.hasSubscribers) return work();
  const describe = (milliseconds: number, { length }: readonly Row[]): TracedStatement => ({
    sql,
    values,
    rows: length,
    milliseconds,
  });
  return timed(work, (milliseconds, rows) => describe(milliseconds, rows as readonly Row[]));
}

/** Publishes work that succeeds. */
function timed<Result>(
  work: () => Result,
  describe: (milliseconds: number, result: unknown) => TracedStage | TracedStatement,
): Result {
  const started = performance.now();
  const publish = (result: unknown) => {
    traces.publish(describe(performance.now() - started, result));
    return result;
  };
  const result = work();
  return result instanceof Promise ? (result.then(publish) as Result) : (publish(result) as Result);
}
