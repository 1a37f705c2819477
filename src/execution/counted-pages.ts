import { isDeepStrictEqual } from 'node:util';
import type { Row } from './database/database.js';
import { OnceATurn } from './once-a-turn.js';
import type { StatementRunner } from './statement-runner.js';
import type { ReadStatement } from './statements/read-statement.js';

type Rows = readonly Row[];

interface Asked {
  readonly page: ReadStatement;
  readonly count: ReadStatement;
  answer(rowsAndCount: Promise<readonly [Rows, Rows]>): void;
}

/**
 * Reads pages, each with the count of what it is cut from. Pages that are asked for in one turn of the event loop share
 * the counts that are the same statement with the same values, so of the same scope: the statement is sent after all of
 * them were asked for, and nothing is remembered beyond it.
 */
export class CountedPages {
  private readonly turn = new OnceATurn<Asked>((asked) => {
    for (const same of groupByCount(asked)) this.send(same);
  });

  constructor(private readonly runner: StatementRunner) {}

  read(page: ReadStatement, count: ReadStatement): Promise<readonly [Rows, Rows]> {
    return new Promise((answer) => this.turn.add({ page, count, answer }));
  }

  /** A page alone brings its count along; of several, none waits or fails for another's. */
  private send(same: readonly Asked[]): void {
    const [{ page, count, answer }, ...others] = same as readonly [Asked, ...Asked[]];
    if (others.length === 0) return answer(this.runner.runAll([page, count]) as Promise<readonly [Rows, Rows]>);
    const counted = this.runner.run(count);
    for (const asked of same) asked.answer(Promise.all([this.runner.run(asked.page), counted]));
  }
}

function groupByCount(asked: readonly Asked[]): readonly (readonly Asked[])[] {
  const groups: Asked[][] = [];
  for (const one of asked) {
    const same = groups.find(([first]) => isSame(first!.count, one.count));
    if (same) same.push(one);
    else groups.push([one]);
  }
  return groups;
}

const isSame = (one: ReadStatement, other: ReadStatement): boolean =>
  one.text === other.text && isDeepStrictEqual(one.values, other.values);
