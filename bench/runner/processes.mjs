import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** The time limit for a process to end by itself, in milliseconds. */
const GRACE = 8_000;

/** The processes of a run. Ends each process that it started by its id, latest first. */
export class Processes {
  #running = [];
  #closed = false;
  #endings = [];

  /**
   * Starts a long-running process.
   *
   * @param {readonly string[]} command file and arguments
   * @param {import('node:child_process').SpawnOptions & { stopSignal?: NodeJS.Signals }} options
   * @throws Error if the run is ending
   */
  start([file, ...args], { stopSignal = 'SIGTERM', ...options } = {}) {
    if (this.#closed) throw new Error(`The run is ending: ${file} was not started.`);
    const child = spawn(file, args, options);
    const entry = { child, stopSignal, ended: once(child, 'close').catch(() => undefined) };
    this.#running.push(entry);
    void entry.ended.then(() => (this.#running = this.#running.filter((other) => other !== entry)));
    return child;
  }

  /**
   * Runs a process to its end.
   *
   * @returns {Promise<string>} its standard output
   * @throws Error with both of its outputs if it fails
   */
  async run(command, options = {}) {
    const child = this.start(command, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    let all = '';
    child.stdout.on('data', (chunk) => ((output += chunk), (all += chunk)));
    child.stderr.on('data', (chunk) => (all += chunk));
    const [code] = await once(child, 'close');
    if (code !== 0) throw new Error(`${command[0]} failed:\n${all.trim()}`);
    return output;
  }

  /** Runs `work` when the run ends, also if it is interrupted, before its processes end. */
  atEnd(work) {
    this.#endings.push(work);
  }

  /**
   * Ends every process, latest first, so that databases outlive their servers. No process can start
   * afterwards.
   */
  async stopAll() {
    this.#closed = true;
    for (const work of this.#endings) await work().catch((error) => console.error(error.message));
    while (this.#running.length) await stop(this.#running.at(-1));
  }

  /** The last resort, if the run itself is killed. */
  killAll() {
    for (const { child } of this.#running) child.kill('SIGKILL');
  }
}

async function stop({ child, stopSignal, ended }) {
  child.kill(stopSignal);
  const patience = new AbortController();
  const late = sleep(GRACE, 'late', { signal: patience.signal }).catch(() => undefined);
  if ((await Promise.race([ended, late])) === 'late') child.kill('SIGKILL');
  patience.abort();
  await ended;
}
