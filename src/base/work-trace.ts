import { AsyncScope } from './async-scope.js';

/**
 * The stages of a read: parse the query, authorize it, plan, execute the plan, ask policies and
 * callables about the loaded records, serialize.
 */
export const readStages = ['parse', 'authorize', 'plan', 'execute', 'ask', 'serialize'] as const;
export type ReadStage = (typeof readStages)[number];

/** The stages of a request. Only writes are validated and write. */
export type Stage = ReadStage | 'authenticate' | 'validate' | 'write';

/** A statement, as it is handed to the driver. */
export interface SentStatement {
  readonly sql: string;
  readonly values?: readonly unknown[] | undefined;
}

/**
 * Receives the end of a statement.
 * @param rows the number of rows that it returned
 * @param error why it failed
 */
export type StatementEnd = (rows: number, error?: unknown) => void;

/** A part of the work with a beginning and an end, such as a transaction or an action. */
export interface WorkPart {
  readonly name: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Follows one piece of work: its stages, its statements and its parts. */
export interface WorkTrace {
  /** The work ends its stage, if any, and enters another one; `null` for none. */
  enter(stage: Stage | null): void;
  /** The driver receives a statement. */
  send(statement: SentStatement): StatementEnd;
  /**
   * TypeORM has sent a statement, which it reports at its end.
   * @param error why it failed; `undefined` if it did not
   */
  sent(sql: string, milliseconds: number, error: unknown): void;
  /** Runs a part. @param work receives what follows the part, if anything does */
  within<Result>(
    part: WorkPart,
    work: (inside: WorkTrace | undefined) => Promise<Result>,
  ): Promise<Result>;
}

/**
 * The hook for features that report what requests do. Without a trace, each function below is one
 * comparison.
 */
const traces = new AsyncScope<WorkTrace | undefined>();

/** Passes what the work does to the trace, and to the one that follows the calling code. */
export const traceWork = <Result>(trace: WorkTrace, work: () => Promise<Result>): Promise<Result> =>
  traces.run(joinedTraces(traces.value, trace), work);

/** Passes what the work does to this trace only, such as that of the request it belongs to. */
export const continueTrace = <Result>(
  trace: WorkTrace | undefined,
  work: () => Promise<Result>,
): Promise<Result> => traces.run(trace, work);

/** Returns one trace for both. */
export const joinedTraces = (
  one: WorkTrace | undefined,
  other: WorkTrace | undefined,
): WorkTrace | undefined => (one && other ? both(one, other) : (one ?? other));

/** The work enters a stage. It lasts until it enters another one; it may enter a stage again. */
export const enterStage = (stage: Stage | null): void => traces.value?.enter(stage);

/**
 * The driver receives a statement. Returns the function that its end is passed to; `undefined` if
 * nothing follows the work.
 */
export const traceStatement = (
  sql: string,
  values?: readonly unknown[],
): StatementEnd | undefined => traces.value?.send({ sql, values });

/** TypeORM has sent a statement. */
export const traceEnded: WorkTrace['sent'] = (...ended) => traces.value?.sent(...ended);

/** Runs a part of the work. */
export function inPart<Result>(part: WorkPart, work: () => Promise<Result>): Promise<Result> {
  const trace = traces.value;
  if (trace === undefined) return work();
  return trace.within(part, (inside) => continueTrace(inside, work));
}

/** Returns a callback that belongs to the calling work, also if other work calls it. */
export const ofThisWork = <Arguments extends readonly unknown[]>(
  callback: (...values: Arguments) => void,
): ((...values: Arguments) => void) => traces.bind(callback);

const both = (one: WorkTrace, other: WorkTrace): WorkTrace => ({
  enter(stage) {
    one.enter(stage);
    other.enter(stage);
  },
  send(statement) {
    const ends = [one.send(statement), other.send(statement)];
    return (...outcome) => ends.forEach((end) => end(...outcome));
  },
  sent(...ended) {
    one.sent(...ended);
    other.sent(...ended);
  },
  within: (part, work) =>
    one.within(part, (first) => other.within(part, (second) => work(joinedTraces(first, second)))),
});
