/**
 * A store that all replicas of the service share, such as Redis. Nothing depends on it: it may be
 * away, slow or empty at any time. Each method then resolves to `undefined`, after a bounded time,
 * and the caller does without it.
 *
 * The core and its addons inject it if there is one.
 */
export abstract class SharedState {
  /** The name of the store in health checks and metrics. */
  abstract readonly name: string;
  /** Whether the process can use the store, as far as it has noticed. */
  abstract readonly isAvailable: boolean;
  /** How often the process has done without the store, since its start. */
  abstract readonly failures: number;
  abstract readonly counts: WindowCounts;
  abstract readonly leases: KeyLeases;
  abstract readonly refusals: SubjectRefusals;
}

/** Counts in windows of fixed length. */
export interface WindowCounts {
  /** @param window its length in milliseconds */
  add(key: string, window: number): Promise<WindowCount | undefined>;
}

/** What was counted in the current window. */
export interface WindowCount {
  readonly total: number;
  /** Milliseconds until the window ends. */
  readonly rest: number;
}

/** Leases of keys that end by themselves after some seconds, since their process may have died. */
export interface KeyLeases {
  /** Returns a function that ends the lease; `null` if another process has one. */
  take(key: string): Promise<(() => Promise<void>) | null | undefined>;
}

/** Which subjects are refused, and until when. */
export interface SubjectRefusals {
  read(subjects: readonly string[]): Promise<KnownRefusals | undefined>;
  /**
   * Stores refusals, except those of subjects that were cleared in the meantime.
   *
   * @param known what was read before it was decided to refuse: refusals last from then on
   */
  add(refusals: readonly SubjectRefusal[], known: KnownRefusals): Promise<void>;
  /**
   * Deletes the refusals of a subject. For a minute no others are stored, since another process may
   * be about to add one that it has decided on before.
   */
  clear(subject: string): Promise<void>;
}

/** The refusals of some subjects, and the time at which they were read. */
export interface KnownRefusals {
  /** Milliseconds until the last refusal ends; 0 if no subject is refused. */
  readonly millisecondsToWait: number;
  /** Milliseconds, by the clock of the store. */
  readonly now: number;
}

/** A subject that is refused for a time. */
export interface SubjectRefusal {
  readonly subject: string;
  readonly millisecondsToWait: number;
}
