import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/**
 * Lets one run at a time use `file`'s folder; what a killed run left behind is taken over.
 *
 * @returns {() => void} gives the folder back
 * @throws Error when another run is using it
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

/** Whether the process exists; a process of another user does too. */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
