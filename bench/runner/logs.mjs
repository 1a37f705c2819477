import { readFileSync } from 'node:fs';

/** Returns the last lines of a process's log, for the report of its failure. */
export const tail = (file, lines = 15) =>
  readFileSync(file, 'utf8').trim().split('\n').slice(-lines).join('\n');
