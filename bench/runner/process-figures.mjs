import { readFileSync, readdirSync, writeFileSync } from 'node:fs';

/** The kernel's clock: ticks of 10 ms on every Linux that Node runs on. */
const MS_PER_TICK = 10;

/** The fields of /proc/<pid>/stat after the name, which may hold spaces; [0] is the state. */
const readFields = (pid) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ').map(Number);

/** Milliseconds of user and system time that a process has used, all its threads together. */
export const cpuTime = (pid) => {
  const fields = readFields(pid);
  return (fields[11] + fields[12]) * MS_PER_TICK;
};

/**
 * The same of PostgreSQL: its first process, those it has started, and those that have ended. Where
 * one ends while they are read, its time goes from one to the other: they are read again.
 */
export function clusterCpuTime(pid) {
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

/** Undefined where the process has ended meanwhile. */
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

/** The resident memory now, in MB. */
export const memory = (pid) => readMegabytes(pid, 'VmRSS');

/** Peak of the resident memory since {@link forgetPeak}, in MB. */
export const peakMemory = (pid) => readMegabytes(pid, 'VmHWM');

/** Sets the peak back to what the process holds now. */
export const forgetPeak = (pid) => writeFileSync(`/proc/${pid}/clear_refs`, '5');
