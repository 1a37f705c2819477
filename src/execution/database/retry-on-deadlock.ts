import { setTimeout as pause } from 'node:timers/promises';
import { isDeadlockVictim } from './translate-failure.js';

const retries = 3;
/** Milliseconds; random, so that transactions that collided do not collide again. */
const maxPause = 20;

/**
 * Retries work that fell victim to a deadlock or to another transaction. Everything it did has been
 * rolled back.
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
