import { setImmediate as turn } from 'node:timers/promises';
import type { Row } from '../../../src/execution/database/database.js';
import { CountedPages } from '../../../src/execution/counted-pages.js';
import type { StatementRunner } from '../../../src/execution/statement-runner.js';
import type { ReadStatement } from '../../../src/execution/statements/read-statement.js';

const reads = (text: string, ...values: unknown[]): ReadStatement => ({ text, values, types: [], nested: 0 });
const count = (...values: unknown[]) => reads('count', ...values);

/** Answers each statement with its values, and fails those that say so; what is sent together stands in one line. */
class Runner {
  readonly sent: string[] = [];

  run({ text, values }: ReadStatement): Promise<readonly Row[]> {
    this.sent.push(text);
    return answerOf(text, values);
  }

  runAll(statements: readonly ReadStatement[]): Promise<readonly (readonly Row[])[]> {
    this.sent.push(statements.map(({ text }) => text).join(' + '));
    return Promise.all(statements.map(({ text, values }) => answerOf(text, values)));
  }
}

async function answerOf(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
  if (text.startsWith('failing')) throw new Error(text);
  return [[text, ...values]];
}

let runner: Runner;
let pages: CountedPages;

beforeEach(() => {
  runner = new Runner();
  pages = new CountedPages(runner as unknown as StatementRunner);
});

describe('A page and its count', () => {
  it('travel together when nobody else asks', async () => {
    expect(await pages.read(reads('page'), count(1))).toEqual([[['page']], [['count', 1]]]);
    expect(runner.sent).toEqual(['page + count']);
  });

  it('share the count of one turn, whatever the page', async () => {
    const both = await Promise.all([pages.read(reads('one'), count(1)), pages.read(reads('two'), count(1))]);
    expect(both).toEqual([
      [[['one']], [['count', 1]]],
      [[['two']], [['count', 1]]],
    ]);
    expect(runner.sent).toEqual(['count', 'one', 'two']);
  });

  it('share nothing with those who ask when the statement is sent already', async () => {
    const first = pages.read(reads('one'), count(1));
    await turn();
    await Promise.all([first, pages.read(reads('two'), count(1))]);
    expect(runner.sent).toEqual(['one + count', 'two + count']);
  });

  it.each([
    ['another value', count(1), count(2)],
    ['the same digits as a text', count(1), count('1')],
    ['an integer past all numbers', count(2n ** 63n), count(2n ** 63n + 1n)],
    ['another instant', count(new Date(1)), count(new Date(2))],
    ['another statement', count(1), reads('another count', 1)],
  ])('share nothing with %s', async (_what, one, other) => {
    const [first, second] = await Promise.all([pages.read(reads('one'), one), pages.read(reads('two'), other)]);
    expect([first[1], second[1]]).toEqual([[[one.text, ...one.values]], [[other.text, ...other.values]]]);
  });

  it('fail for nobody but those who asked for what failed', async () => {
    const ends = await Promise.allSettled([
      pages.read(reads('failing page'), count(1)),
      pages.read(reads('page'), count(1)),
      pages.read(reads('page'), reads('failing count')),
      pages.read(reads('another page'), reads('failing count')),
    ]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'rejected']);
  });
});
