import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Lets one run at a time use `file`'s folder, and takes over the lock of a killed run.
 *
 * @returns {() => void} releases the folder
 * @throws Error if another run is using it
 */
export function lock(file) {
  const holder = readHolder(file);
  if (holder && isAlive(holder)) throw new Error(`Another bench is running (process ${holder}).`);
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

function readHolder(file) {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Returns whether the process exists, even if it belongs to another user. */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
