import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import type { Row } from '../../../src/database/connection/database.js';
import { SharedCounts } from '../../../src/database/read/shared-counts.js';
import type { StatementRunner } from '../../../src/database/read/statement-runner.js';
import type { ReadStatement } from '../../../src/database/dialects/read-statement.js';

const reads = (text: string, ...values: unknown[]): ReadStatement => ({
  sql: text,
  values,
  types: [],
  nested: 0,
  rows: 1,
});

const caller = new AsyncLocalStorage<string>();

/** Returns each statement as its result, and fails those that ask for it. */
class Runner {
  readonly sent: string[] = [];
  readonly callers: (string | undefined)[] = [];

  async run({ sql: text, values }: ReadStatement): Promise<readonly Row[]> {
    this.sent.push(text);
    this.callers.push(caller.getStore());
    if (text.startsWith('failing')) throw new Error(text);
    return [[text, ...values]];
  }
}

let runner: Runner;
let counts: SharedCounts;

beforeEach(() => {
  runner = new Runner();
  counts = new SharedCounts(runner as unknown as StatementRunner);
});

describe('A count', () => {
  it('is sent in the asynchronous context of its own caller', async () => {
    const run = (name: string) => caller.run(name, () => counts.run(reads(`count of ${name}`)));
    await Promise.all([run('one'), run('two')]);
    expect(runner.callers).toEqual(['one', 'two']);
  });

  it('runs once for all callers in one tick', async () => {
    const results = [1, 2, 3].map(() => counts.run(reads('count', 1)));
    expect(await Promise.all(results)).toEqual([[['count', 1]], [['count', 1]], [['count', 1]]]);
    expect(runner.sent).toEqual(['count']);
  });

  it('runs again for callers after it was sent', async () => {
    const first = counts.run(reads('count', 1));
    await turn();
    await Promise.all([first, counts.run(reads('count', 1))]);
    expect(runner.sent).toEqual(['count', 'count']);
  });

  it.each([
    ['another value', reads('count', 1), reads('count', 2)],
    ['the same digits as a string', reads('count', 1), reads('count', '1')],
    ['an integer beyond all numbers', reads('count', 2n ** 63n), reads('count', 2n ** 63n + 1n)],
    ['another instant', reads('count', new Date(1)), reads('count', new Date(2))],
    ['another statement', reads('count', 1), reads('another count', 1)],
  ])('is not shared with %s', async (_what, one, other) => {
    const both = await Promise.all([counts.run(one), counts.run(other)]);
    expect(both).toEqual([[[one.sql, ...one.values]], [[other.sql, ...other.values]]]);
  });

  it('fails for its callers, and for nobody else', async () => {
    const results = ['failing count', 'count', 'failing count'].map((text) =>
      counts.run(reads(text)),
    );
    const ends = await Promise.allSettled(results);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected']);
    expect(runner.sent).toEqual(['failing count', 'count']);
  });
});
