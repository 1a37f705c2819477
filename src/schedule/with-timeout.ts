/**
 * Runs work that may take so long. After that `late` rejects, for the work to race against: what is
 * not there by then is given up, though nothing can stop it.
 */
export async function withTimeout<Result>(
  milliseconds: number,
  work: (timeout: Promise<never>) => Promise<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer within ${milliseconds} ms`)),
      milliseconds,
    );
  });
  // Where nothing races against it, it fails for nobody.
  timeout.catch(() => undefined);
  try {
    return await work(timeout);
  } finally {
    clearTimeout(timer);
  }
}
