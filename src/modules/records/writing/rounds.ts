interface Asked<Question, Answer> {
  readonly at: number;
  readonly question: Question;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Runs the same work for many elements at once, and answers their questions in rounds: each time
 * when every element has asked or ended. So the number of rounds depends on the questions of one
 * element, not on the number of elements.
 */
export class Rounds<Question, Answer> {
  private open: Asked<Question, Answer>[] = [];
  private asking = new Set<number>();
  private running = 0;

  /** @param answer returns the answers in the order of the questions, which is that of the elements */
  constructor(
    private readonly answer: (
      questions: readonly (readonly [at: number, question: Question])[],
    ) => Promise<readonly Answer[]>,
  ) {}

  /** Returns the results in the order of the elements. */
  run<Result>(count: number, work: (at: number) => Promise<Result>): Promise<readonly Result[]> {
    this.running = count;
    return Promise.all(Array.from({ length: count }, (_none, at) => this.finish(work(at))));
  }

  /** @param at the element that asks */
  ask(at: number, question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.open.push({ at, question, resolve, reject });
      this.asking.add(at);
      this.endRound();
    });
  }

  private async finish<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } finally {
      this.running--;
      this.endRound();
    }
  }

  private endRound(): void {
    if (this.open.length === 0 || this.asking.size < this.running) return;
    const asked = this.open.sort((one, other) => one.at - other.at);
    this.open = [];
    this.asking = new Set();
    this.answer(asked.map(({ at, question }) => [at, question] as const)).then(
      (answers) => asked.forEach(({ resolve }, index) => resolve(answers[index]!)),
      (error: unknown) => asked.forEach(({ reject }) => reject(error)),
    );
  }
}
