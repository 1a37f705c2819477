/** Seconds that a process waits for the migrations of another. */
export const longestWait = 600;

export function heldTooLong(): Error {
  return new Error(`Another process has been migrating this database for ${longestWait} seconds.`);
}
