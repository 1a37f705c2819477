import { Injectable } from '@nestjs/common';

/** What names one call: its user, the client that sends it, and the id that the client gave it. */
export interface CallName {
  readonly user: string;
  readonly session: string;
  readonly id: unknown;
}

/**
 * The calls under way in this process, so that a client of the older era can stop one by a message
 * of its own. Ids are counted by each client for itself: only the session tells whose they are.
 */
@Injectable()
export class RunningCalls {
  private readonly calls = new Map<string, Set<AbortController>>();

  /** The signal is aborted when the client cancels the call. `end` is for when the call is over. */
  begin(name: CallName): { readonly signal: AbortSignal; readonly end: () => void } {
    const key = keyOf(name);
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
   * Of two calls with one id, which the protocol forbids, nobody knows which is meant: both go on.
   */
  cancel(name: CallName): void {
    const [call, ...others] = this.calls.get(keyOf(name)) ?? [];
    if (others.length === 0) call?.abort();
  }
}

/** The id 1 is another than the id "1". */
const keyOf = ({ user, session, id }: CallName): string => JSON.stringify([user, session, id]);
