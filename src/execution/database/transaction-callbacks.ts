/** Told of a failure that changes no answer any more. */
export type FailureReport = (message: string, error?: unknown) => void;

type Work = () => Promise<void> | void;

/**
 * How a transaction ended. `unknown`: the connection broke while the commit was under way, so that
 * neither those who wait for the commit nor those who clean up after a rollback may run.
 */
export type Outcome = 'committed' | 'undone' | 'unknown';

/** What waits for the end of one transaction. */
export class TransactionCallbacks {
  readonly committed: Work[] = [];
  readonly undone: Work[] = [];

  constructor(private readonly report: FailureReport) {}

  /** Runs in order; one that fails is reported and does not keep the next from running. */
  async run(outcome: Outcome): Promise<void> {
    if (outcome === 'unknown') return;
    for (const work of this[outcome]) await this.attempt(work, outcome);
  }

  private async attempt(work: Work, outcome: Outcome): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.report(`A callback failed after its transaction was ${outcome}.`, error);
    }
  }
}
