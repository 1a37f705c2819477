/**
 * Runs work with a timeout: a promise that rejects after that time, for the work to race against.
 * Operations that are still pending then are abandoned, not stopped.
 */
export async function withTimeout<Result>(
  milliseconds: number,
  work: (timeout: Promise<never>) => Promise<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no response within ${milliseconds} ms`)),
      milliseconds,
    );
  });
  // Prevents an unhandled rejection when nothing races against it.
  timeout.catch(() => undefined);
  try {
    return await work(timeout);
  } finally {
    clearTimeout(timer);
  }
}
