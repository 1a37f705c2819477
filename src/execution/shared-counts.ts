import { isDeepStrictEqual } from 'node:util';
import type { ByteBudget } from './byte-budget.js';
import type { Row } from './database/database.js';
import { BatchPerTick } from './batch-per-tick.js';
import type { StatementRunner } from './statement-runner.js';
import type { ReadStatement } from './sql/read-statement.js';

interface CountRequest {
  readonly count: ReadStatement;
  readonly bytes: ByteBudget | undefined;
  resolve(rows: Promise<readonly Row[]>): void;
}

/**
 * Runs counts. Equal counts of one turn of the event loop, with the same statement, values and thus
 * scope, run once, on the server that everyone of them may read from. The statement is sent after
 * all of them were requested, and its result is not cached.
 */
export class SharedCounts {
  private readonly batch = new BatchPerTick<CountRequest>((requests) => {
    for (const [first, ...others] of groupByCount(requests)) {
      const { count, bytes } = others.reduce(strictest, first);
      const rows = this.runner.run(count, bytes);
      for (const { resolve } of [first, ...others]) resolve(rows);
    }
  });

  constructor(private readonly runner: StatementRunner) {}

  run(count: ReadStatement, bytes?: ByteBudget): Promise<readonly Row[]> {
    return new Promise((resolve) => this.batch.add({ count, bytes, resolve }));
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

/** Returns the request whose caller must see the most. */
const strictest = (one: CountRequest, other: CountRequest): CountRequest =>
  sinceOf(other) > sinceOf(one) ? other : one;

const sinceOf = ({ bytes }: CountRequest): number => {
  const source = bytes?.source;
  return source && source.replica !== null ? source.since : Infinity;
};

const isSame = (one: ReadStatement, other: ReadStatement): boolean =>
  one.sql === other.sql && isDeepStrictEqual(one.values, other.values);
