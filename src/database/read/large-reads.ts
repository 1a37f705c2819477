import { FairQueue } from '../../base/schedule/fair-queue.js';
import { RequestError } from '../../base/errors/index.js';
import type { Limits } from '../../options/limits.js';

type ReadLimits = Pick<
  Limits,
  'responseBytes' | 'bytesInFlight' | 'largeReadQueue' | 'largeReadWait'
>;

/**
 * Large reads that run at the same time. Each may need several times its size in memory, for its
 * rows and their JSON.
 */
const MAX_RUNNING = 2;
/** Statements of users that are remembered. */
const MAX_KNOWN = 1_000;
const RETRY_AFTER_SECONDS = '2';

/** A large read that runs, or whose response is being sent. */
export interface RunningRead {
  /**
   * Reports that the JSON is complete: from now on the response holds this many bytes, until it is
   * sent.
   */
  send(bytes: number): void;
  /** Frees the place. May be called several times. */
  leave(): void;
}

/** The slots and bytes of one user's large reads. */
interface Usage {
  running: number;
  bytes: number;
}

/**
 * Admits large reads, so that together they neither fill the memory nor delay other requests: few
 * run at the same time, a limited number wait, and responses count until they are sent, also to
 * slow clients. One user has at most one place, half of the bytes, and a quarter of the queue.
 *
 * @contract C12
 */
export class LargeReads {
  private readonly usages = new Map<string, Usage>();
  private readonly queue = new FairQueue<RunningRead>();
  private readonly known = new Set<string>();
  private running = 0;
  private bytes = 0;

  constructor(private readonly limits: ReadLimits) {}

  /** The number of waiting reads. */
  get queueLength(): number {
    return this.queue.length;
  }

  get knowsAny(): boolean {
    return this.known.size > 0;
  }

  /**
   * Whether this statement was large for this user before. Then it needs a place before it is sent.
   */
  isKnown(user: string, sql: string): boolean {
    return this.known.has(`${user} ${sql}`);
  }

  remember(user: string, sql: string): void {
    if (this.known.size >= MAX_KNOWN) this.known.delete(this.known.values().next().value!);
    this.known.add(`${user} ${sql}`);
  }

  /** Returns a place, or `null` if none is free. */
  tryAcquire(user: string): RunningRead | null {
    return this.isFreeFor(user) ? this.open(user) : null;
  }

  /**
   * Waits for a place.
   *
   * @param onEnd registers the function that ends the wait when the client disconnects
   * @throws RequestError `unavailable` when too many reads wait already, or no place became free in
   * time
   */
  acquire(user: string, onEnd?: (work: () => void) => void): Promise<RunningRead> {
    const place = this.tryAcquire(user);
    if (place) return Promise.resolve(place);
    if (this.isFull(user)) return Promise.reject(tooManyLargeReads());
    const maxWait = this.limits.largeReadWait;
    return this.queue.wait({ caller: user, maxWait, refuse: tooManyLargeReads, onEnd });
  }

  private open(user: string): RunningRead {
    const usage = this.usages.get(user) ?? { running: 0, bytes: 0 };
    this.usages.set(user, usage);
    let held = { running: 1, bytes: this.share };
    const hold = (next: typeof held): void => {
      const [running, bytes] = [next.running - held.running, next.bytes - held.bytes];
      held = next;
      this.running += running;
      this.bytes += bytes;
      usage.running += running;
      usage.bytes += bytes;
      if (usage.bytes === 0 && usage.running === 0) this.usages.delete(user);
      if (running < 0 || bytes < 0) this.admitAll();
    };
    this.running += 1;
    this.bytes += this.share;
    usage.running += 1;
    usage.bytes += this.share;
    return {
      send: (bytes) => {
        if (held.running > 0) hold({ running: 0, bytes });
      },
      leave: () => hold({ running: 0, bytes: 0 }),
    };
  }

  /** Admits reads in the order of arrival, except for users whose places are taken. */
  private admitAll(): void {
    const open = (user: string) => this.open(user);
    while (this.queue.admit(open, (user) => this.isFreeFor(user)));
  }

  private isFreeFor(user: string): boolean {
    if (this.running >= MAX_RUNNING) return false;
    const { bytesInFlight } = this.limits;
    const own = this.usages.get(user);
    if (own && (own.running > 0 || own.bytes + this.share > bytesInFlight / 2)) return false;
    return this.bytes === 0 || this.bytes + this.share <= bytesInFlight;
  }

  private isFull(user: string): boolean {
    const { largeReadQueue } = this.limits;
    if (this.queue.length >= largeReadQueue) return true;
    return this.queue.lengthOf(user) >= Math.ceil(largeReadQueue / 4);
  }

  /** The bytes that are reserved for a read. */
  private get share(): number {
    return Math.min(this.limits.responseBytes, this.limits.bytesInFlight / 2);
  }
}

function tooManyLargeReads(): RequestError {
  return new RequestError('unavailable', {
    message: 'Too many large reads are waiting. Try again later, or ask for less in one request.',
    headers: { 'Retry-After': RETRY_AFTER_SECONDS },
  });
}
