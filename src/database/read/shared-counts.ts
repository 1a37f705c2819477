import { isDeepStrictEqual } from 'node:util';
import type { ByteBudget } from './byte-budget.js';
import type { Row } from '../connection/database.js';
import { BatchPerTick } from '../../base/schedule/batch-per-tick.js';
import type { StatementRunner } from './statement-runner.js';
import type { ReadStatement } from '../dialects/read-statement.js';

/** The result of equal counts, once the first of them is sent. */
interface SharedCount {
  /** Those of the request that must see the latest commits. */
  readonly bytes: ByteBudget | undefined;
  rows?: Promise<readonly Row[]>;
}

interface CountRequest {
  readonly count: ReadStatement;
  readonly bytes: ByteBudget | undefined;
  resolve(shared: SharedCount): void;
}

/**
 * Runs counts. Equal counts of one turn of the event loop, with the same statement, values and thus
 * scope, run once. The statement is sent after all of them were requested, and its result is not
 * cached.
 */
export class SharedCounts {
  private readonly batch = new BatchPerTick<CountRequest>((requests) => {
    for (const equal of groupByCount(requests)) {
      const shared = { bytes: equal.reduce(strictest).bytes };
      for (const { resolve } of equal) resolve(shared);
    }
  });

  constructor(private readonly runner: StatementRunner) {}

  /** The first of equal counts sends it, in its own asynchronous context. */
  async run(count: ReadStatement, bytes?: ByteBudget): Promise<readonly Row[]> {
    const shared = await new Promise<SharedCount>((resolve) =>
      this.batch.add({ count, bytes, resolve }),
    );
    return (shared.rows ??= this.runner.run(count, shared.bytes));
  }
}

type Group = [first: CountRequest, ...others: CountRequest[]];

function groupByCount(requests: readonly CountRequest[]): readonly Group[] {
  const groups: Group[] = [];
  for (const one of requests) {
    const same = groups.find(([first]) => isSame(first.count, one.count));
    if (same) same.push(one);
    else groups.push([one]);
  }
  return groups;
}

const strictest = (one: CountRequest, other: CountRequest): CountRequest =>
  sinceOf(other) > sinceOf(one) ? other : one;

const sinceOf = ({ bytes }: CountRequest): number => bytes?.source?.since ?? Infinity;

const isSame = (one: ReadStatement, other: ReadStatement): boolean =>
  one.sql === other.sql && isDeepStrictEqual(one.values, other.values);
