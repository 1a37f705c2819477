import { ObjectStoreError, TIMED_OUT } from './object-store-error.js';

/**
 * Ends work that makes no progress for some time.
 *
 * Work that does not listen to the signal, such as loading credentials, is left behind.
 *
 * @param operation for the message
 * @param milliseconds the time limit; with `progress`, between once and twice this time
 * @param progress a number that grows as long as the work may continue, such as bytes
 * @throws ObjectStoreError with the code `TimedOut`
 */
export async function within<Result>(
  operation: string,
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<Result>,
  progress: () => number = () => 0,
): Promise<Result> {
  const controller = new AbortController();
  let reached = progress();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const now = progress();
      if (now > reached) {
        reached = now;
        timer?.refresh();
        return;
      }
      const reason = `no progress within ${milliseconds} ms`;
      reject(new ObjectStoreError(operation, TIMED_OUT, undefined, reason));
      controller.abort();
    }, milliseconds);
  });
  try {
    return await Promise.race([work(controller.signal), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
