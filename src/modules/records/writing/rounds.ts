interface Asked<Question, Reply> {
  readonly at: number;
  readonly question: Question;
  readonly resolve: (reply: Reply) => void;
  readonly reject: (error: unknown) => void;
}

/** The most elements that have started, but have neither asked nor ended. */
const MAX_STARTED = 16;

/**
 * Runs the same work for many elements, and replies to their questions in rounds: each time when
 * every element has asked or ended. So the number of rounds depends on the questions of one
 * element, not on the number of elements.
 *
 * The elements start in turn, so that what most of them need is no longer in memory when the last
 * ones start.
 */
export class Rounds<Question, Reply> {
  private open: Asked<Question, Reply>[] = [];
  private asking = new Set<number>();
  private running = 0;
  private readonly started = new Set<number>();
  private readonly waiting: (() => void)[] = [];

  /** @param reply returns the replies to questions, which are in the order of the elements */
  constructor(
    private readonly reply: (
      questions: readonly (readonly [at: number, question: Question])[],
    ) => Promise<readonly Reply[]>,
  ) {}

  /** Returns the results in the order of the elements. */
  run<Result>(count: number, work: (at: number) => Promise<Result>): Promise<readonly Result[]> {
    this.running = count;
    return Promise.all(Array.from({ length: count }, (_none, at) => this.runOne(at, work)));
  }

  /** @param at the element that asks */
  ask(at: number, question: Question): Promise<Reply> {
    return new Promise((resolve, reject) => {
      this.open.push({ at, question, resolve, reject });
      this.asking.add(at);
      this.startNext(at);
      this.endRound();
    });
  }

  private async runOne<Result>(at: number, work: (at: number) => Promise<Result>): Promise<Result> {
    if (this.started.size >= MAX_STARTED)
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    this.started.add(at);
    try {
      return await work(at);
    } finally {
      this.running--;
      this.startNext(at);
      this.endRound();
    }
  }

  /** Lets another element start in place of one that asks or has ended. */
  private startNext(at: number): void {
    if (this.started.delete(at)) this.waiting.shift()?.();
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
