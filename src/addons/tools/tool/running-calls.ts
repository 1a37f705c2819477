import { Injectable } from '@nestjs/common';

/** Identifies a call: its user, the client's session, and the id that the client chose. */
export interface CallName {
  readonly user: string;
  readonly session: string;
  readonly id: unknown;
}

/**
 * The running calls of this process, so that a client of the older era can cancel one by another
 * message. Each client numbers its own calls, so ids are unique only per session.
 */
@Injectable()
export class RunningCalls {
  private readonly calls = new Map<string, Set<AbortController>>();

  /**
   * Registers a call. The signal is aborted when the client cancels it; call `end` when it is over.
   */
  begin(name: CallName): { readonly signal: AbortSignal; readonly end: () => void } {
    const key = callKey(name);
    const call = new AbortController();
    const alike = this.calls.get(key) ?? new Set();
    this.calls.set(key, alike.add(call));
    const end = () => {
      alike.delete(call);
      if (alike.size === 0) this.calls.delete(key);
    };
    return { signal: call.signal, end };
  }

  /**
   * Cancels a call. If two calls have the same id, which the protocol forbids, neither is
   * cancelled.
   */
  cancel(name: CallName): void {
    const [call, ...others] = this.calls.get(callKey(name)) ?? [];
    if (others.length === 0) call?.abort();
  }
}

/** JSON keeps the id 1 and the id "1" apart. */
const callKey = ({ user, session, id }: CallName): string => JSON.stringify([user, session, id]);
