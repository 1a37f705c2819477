import { setTimeout as pause } from 'node:timers/promises';

// Node opens them when they are first used, and they stay open.
void [process.stdin, process.stdout, process.stderr];

/** The state of the process before a test file. */
export class StateOfProcess {
  #environment = { ...process.env };
  #folder = process.cwd();
  #exitCode = process.exitCode;
  #listeners = countListeners();
  #resources = countResources();

  /** Puts back what a file may change. */
  restore() {
    for (const name of Object.keys(process.env))
      if (!(name in this.#environment)) delete process.env[name];
    Object.assign(process.env, this.#environment);
    process.chdir(this.#folder);
    process.exitCode = this.#exitCode;
  }

  /**
   * Fails if something stays open, such as a server, a timer or a process.
   *
   * @param patience how long closing it may take, in milliseconds
   *
   * @throws Error with a list of it
   */
  async expectNothingOpen(patience = 30_000) {
    let open = this.#open();
    for (let waited = 0; open.length > 0 && waited < patience; waited += 10) {
      await pause(10);
      open = this.#open();
    }
    if (open.length === 0) return;
    throw new Error(
      `The file has left open: ${open.join(', ')}. End it in a hook, such as afterAll.`,
    );
  }

  #open() {
    return [
      ...added(countListeners(), this.#listeners).map((name) => `listener of process: ${name}`),
      ...added(countResources(), this.#resources),
    ];
  }
}

const countListeners = () =>
  new Map(process.eventNames().map((name) => [String(name), process.listenerCount(name)]));

/** How many there are of each kind of resource that keeps the process running. */
function countResources() {
  const counts = new Map();
  for (const kind of process.getActiveResourcesInfo())
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

const added = (now, before) =>
  [...now].flatMap(([name, count]) => (count > (before.get(name) ?? 0) ? [name] : []));
