import { isDeepStrictEqual } from 'node:util';
import type { ByteBudget } from './byte-budget.js';
import type { Row } from '../connection/database.js';
import { BatchPerTick } from './batch-per-tick.js';
import type { StatementRunner } from './statement-runner.js';
import type { ReadStatement } from '../dialects/read-statement.js';

interface CountRequest {
  readonly count: ReadStatement;
  readonly bytes: ByteBudget | undefined;
  resolve(rows: Promise<readonly Row[]>): void;
}

/**
 * Runs counts. Equal counts of one turn of the event loop, with the same statement, values and thus
 * scope, run once. The statement is sent after all of them were requested, and its result is not
 * cached.
 */
export class SharedCounts {
  private readonly batch = new BatchPerTick<CountRequest>((requests) => {
    for (const [first, ...others] of groupByCount(requests)) {
      const rows = this.runner.run(first.count, first.bytes);
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

const isSame = (one: ReadStatement, other: ReadStatement): boolean =>
  one.sql === other.sql && isDeepStrictEqual(one.values, other.values);
