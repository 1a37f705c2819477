/** Seconds that a process waits for the migrations of another. */
export const LOCK_TIMEOUT_SECONDS = 600;

export function migrationLockTimeout(): Error {
  return new Error(
    `Another process has been migrating this database for ${LOCK_TIMEOUT_SECONDS} seconds.`,
  );
}
