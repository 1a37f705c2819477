import { setTimeout as pause } from 'node:timers/promises';

const MAX_ATTEMPTS = 5_000;

/** Waits for a condition. @throws Error when it has not become true after many attempts */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    if (await condition()) return;
    await pause(5);
  }
  throw new Error(`This has not become true: ${condition.toString()}`);
}
