import { setTimeout as pause } from 'node:timers/promises';
import { isDeadlockVictim } from './translate-failure.js';

const retries = 3;
/** Milliseconds; at random, so that those who collided do not meet again. */
const maxPause = 20;

/**
 * Tries again what fell victim to a deadlock or to another transaction; everything it did has been
 * undone.
 */
export async function retryOnDeadlock<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let retry = 1; ; retry++) {
    try {
      return await attempt();
    } catch (error) {
      if (retry > retries || !isDeadlockVictim(error)) throw error;
      await pause(Math.random() * maxPause * retry);
    }
  }
}
