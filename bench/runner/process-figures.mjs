import { readFileSync, readdirSync, writeFileSync } from 'node:fs';

/** The kernel's clock ticks: 10 ms on every Linux that Node supports. */
const MS_PER_TICK = 10;

/** Returns the fields of /proc/<pid>/stat after the name, which may contain spaces; [0] is the state. */
const readFields = (pid) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ').map(Number);

/** Returns the user and system time of all threads of a process, in milliseconds. */
export const cpuTime = (pid) => {
  const fields = readFields(pid);
  return (fields[11] + fields[12]) * MS_PER_TICK;
};

/**
 * Returns the same for a server of several processes, such as PostgreSQL: its main process, the
 * processes that it started, and those that have ended. If one ends while they are read, its time
 * moves to another process, so they are read again.
 */
export function familyCpuTime(pid) {
  for (;;) {
    const fields = readFields(pid);
    const ended = (fields[13] + fields[14]) * MS_PER_TICK;
    const times = childrenOf(pid).map(timeUnlessEnded);
    if (!times.includes(undefined))
      return times.reduce((sum, time) => sum + time, cpuTime(pid) + ended);
  }
}

function timeUnlessEnded(pid) {
  try {
    return cpuTime(pid);
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return undefined;
    throw error;
  }
}

function childrenOf(pid) {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.filter((candidate) => parentOf(candidate) === pid);
}

/** Returns `undefined` if the process has ended meanwhile. */
function parentOf(pid) {
  try {
    return readFields(pid)[1];
  } catch {
    return undefined;
  }
}

const readMegabytes = (pid, name) =>
  Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) /
  1024;

/** Returns the memory in MB, of which processes that share pages have a part each. */
export const sharedMemory = (pid) =>
  Number(/Pss:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))[1]) / 1024;

/** Returns the sum of it for a server of several processes. */
export const familyMemory = (pid) =>
  [pid, ...childrenOf(pid)].reduce((sum, each) => sum + sharedMemory(each), 0);

/** Returns the current resident memory in MB. */
export const memory = (pid) => readMegabytes(pid, 'VmRSS');

/** Returns the peak of the resident memory since {@link forgetPeak}, in MB. */
export const peakMemory = (pid) => readMegabytes(pid, 'VmHWM');

/** Resets the peak to the current memory. */
export const forgetPeak = (pid) => writeFileSync(`/proc/${pid}/clear_refs`, '5');
