/** Paths: a few megabytes. */
const MOST = 20_000;
/** Milliseconds. */
const PAUSE = 10_000;

/**
 * Remembers which files exist, since a path is stored once and its content never changes, and when
 * the store could not be asked. Drops the paths that were not used for the longest time.
 */
export class KnownFiles {
  private readonly paths = new Set<string>();
  private pausedUntil = 0;

  constructor(private readonly most = MOST) {}

  add(path: string): void {
    this.paths.delete(path);
    this.paths.add(path);
    const [oldest] = this.paths;
    if (this.paths.size > this.most && oldest !== undefined) this.paths.delete(oldest);
  }

  remove(path: string): void {
    this.paths.delete(path);
  }

  has(path: string): boolean {
    const isKnown = this.paths.has(path);
    if (isKnown) this.add(path);
    return isKnown;
  }

  /** Whether the store failed during the last seconds. */
  get isPaused(): boolean {
    return performance.now() < this.pausedUntil;
  }

  /** Spares responses from waiting for a store that has just failed. */
  pause(): void {
    this.pausedUntil = performance.now() + PAUSE;
  }
}
