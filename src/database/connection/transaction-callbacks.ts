/** Reports a failure that does not affect a response. */
export type FailureReport = (message: string, error?: unknown) => void;

type Work = () => Promise<void> | void;

/**
 * How a transaction ended. `unknown`: the connection broke during the commit, so that neither the
 * callbacks of the commit nor those of the rollback may run.
 */
export type TransactionOutcome = 'committed' | 'undone' | 'unknown';

/** The callbacks for the end of one transaction. */
export class TransactionCallbacks {
  readonly committed: Work[] = [];
  readonly undone: Work[] = [];

  constructor(private readonly report: FailureReport) {}

  /** Runs the callbacks in order. A failure is reported and does not prevent the next one. */
  async run(outcome: TransactionOutcome): Promise<void> {
    if (outcome === 'unknown') return;
    for (const work of this[outcome]) await this.attempt(work, outcome);
  }

  private async attempt(work: Work, outcome: TransactionOutcome): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.report(`A callback failed after its transaction was ${outcome}.`, error);
    }
  }
}
