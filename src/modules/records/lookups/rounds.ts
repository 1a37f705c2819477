import { allKnown, orElse, type Eventual } from '../../../base/when-known.js';

interface Asked<Question, Reply> {
  readonly at: number;
  readonly question: Question;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs the same work for many elements at once, and replies to their questions in rounds: each time
 * when every element has asked or ended. So the number of rounds depends on the questions of one
 * element, not on the number of elements.
 */
export class Rounds<Question, Reply> {
  private open: Asked<Question, Reply>[] = [];
  private asking = new Set<number>();
  private running = 0;

  /** @param reply returns the replies to questions, which are in the order of the elements */
  constructor(
    private readonly reply: (
      questions: readonly (readonly [at: number, question: Question])[],
    ) => Promise<readonly Reply[]>,
  ) {}

  /** Returns the results in the order of the elements. */
  run<Result>(count: number, work: (at: number) => Eventual<Result>): Eventual<readonly Result[]> {
    this.running = count;
    return allKnown(Array.from({ length: count }, (_none, at) => this.finish(at, work)));
  }

  /** @param at the element that asks */
  ask(at: number, question: Question): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.open.push({ at, question, resolve, reject });
      this.asking.add(at);
      this.endRound();
    });
  }

  private finish<Result>(at: number, work: (at: number) => Eventual<Result>): Eventual<Result> {
    // An error is a rejection too, so that the other elements are waited for.
    const result = orElse(
      () => work(at),
      (error) => Promise.reject(error as Error),
    );
    if (result instanceof Promise) return result.finally(() => this.end());
    this.end();
    return result;
  }

  private end(): void {
    this.running--;
    this.endRound();
  }

  private endRound(): void {
    if (this.open.length === 0 || this.asking.size < this.running) return;
    const asked = this.open.sort((one, other) => one.at - other.at);
    this.open = [];
    this.asking = new Set();
    this.reply(asked.map(({ at, question }) => [at, question] as const)).then(
      (replies) => asked.forEach(({ resolve }, index) => resolve(replies[index]!)),
      (error: unknown) => asked.forEach(({ reject }) => reject(error)),
    );
  }
}
