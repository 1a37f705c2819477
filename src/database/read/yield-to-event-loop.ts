import { setImmediate } from 'node:timers/promises';

/** Turns of the event loop that a short request needs from its socket to its response. */
const TURNS = 4;

/** Pauses a large piece of work, so that requests that arrived meanwhile are served. */
export async function yieldToEventLoop(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
}
