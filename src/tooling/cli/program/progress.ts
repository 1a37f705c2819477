const WIDTH = 24;
/** Returns to the start of the line, and clears it. */
const CLEAR = '\r\u001B[K';

/** A progress bar in a terminal. Without a total it counts. */
export class Progress {
  private done = 0;

  constructor(
    /** `null` if nobody watches. */
    private readonly stream: NodeJS.WritableStream | null,
    private readonly label: string,
    private readonly total?: number,
  ) {
    this.draw();
  }

  advance(count = 1): void {
    this.done += count;
    this.draw();
  }

  /** Shows a line in place of the bar. */
  show(line: string): void {
    this.stream?.write(`${CLEAR}${line}`);
  }

  /** Removes the bar. */
  end(): void {
    this.stream?.write(CLEAR);
  }

  private draw(): void {
    this.stream?.write(`${CLEAR}${this.label} ${this.state()}`);
  }

  private state(): string {
    if (this.total === undefined) return String(this.done);
    const filled = this.total === 0 ? WIDTH : Math.round((this.done / this.total) * WIDTH);
    const bar = '█'.repeat(Math.min(filled, WIDTH)).padEnd(WIDTH, '░');
    return `${bar} ${this.done}/${this.total}`;
  }
}
