/** Milliseconds between two looks. */
const INTERVAL = 5;

/**
 * Watches the memory of this process from now on. The maximum that the system reports counts also
 * the process that started this one.
 *
 * @returns gives the most megabytes seen so far
 */
export function watchMemory(): () => number {
  let peak = 0;
  const look = () => (peak = Math.max(peak, process.memoryUsage.rss()));
  setInterval(look, INTERVAL).unref();
  return () => Math.round(look() / 1024 ** 2);
}
