import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { milliseconds } from './compose-file.mjs';

/** A process in place of a container, with its command, health check and shutdown. */
export class Container {
  /**
   * @param name the name in the output
   * @param service the service of docker-compose.yml
   * @param run `{ command, cwd, env, uid, gid, endBy }`: how to run it on this machine
   */
  constructor(name, service, run) {
    Object.assign(this, { name, service, run, log: `${run.cwd}.log` });
  }

  start() {
    const [program, ...words] = this.run.command;
    const { cwd, env, uid, gid } = this.run;
    const log = openSync(this.log, 'a');
    this.process = spawn(program, words, { cwd, env, uid, gid, stdio: ['ignore', log, log] });
    console.log(`${this.name}: ${program} ${words.join(' ')} (pid ${this.process.pid})`);
  }

  /** Runs the command of its `healthcheck` until it succeeds, unless that is disabled. */
  async healthy() {
    const {
      disable,
      interval,
      retries,
      start_period: startPeriod = '0s',
    } = this.service.healthcheck;
    if (disable) return;
    const end = Date.now() + milliseconds(startPeriod) + retries * milliseconds(interval);
    while (!(await this.isHealthy())) {
      if (this.process.exitCode !== null || Date.now() > end)
        throw new Error(`${this.name} is not healthy.\n${this.output()}`);
      await pause(200);
    }
    console.log(`${this.name}: healthy`);
  }

  /** Does not block this process, because it runs the name server of the proxy. */
  async isHealthy() {
    const [kind, ...words] = this.service.healthcheck.test;
    const [program, ...others] = kind === 'CMD-SHELL' ? ['sh', '-c', ...words] : words;
    const { cwd, env, health = (value) => value } = this.run;
    const check = spawn(program, others.map(health), {
      cwd,
      env,
      timeout: 5_000,
      stdio: 'ignore',
    });
    const [code] = await once(check, 'exit');
    return code === 0;
  }

  /** Kills the process, like a machine that fails. */
  async kill() {
    this.process.kill('SIGKILL');
    await once(this.process, 'exit');
    console.log(`${this.name}: killed`);
  }

  /** Stops like `docker compose stop`. @returns the exit code; null if it had to be killed */
  async stop() {
    if (!this.process || this.process.exitCode !== null || this.process.signalCode !== null)
      return null;
    const ended = once(this.process, 'exit');
    this.process.kill(this.run.endBy ?? 'SIGTERM');
    const grace = milliseconds(this.service.stop_grace_period ?? '10s');
    const killer = setTimeout(() => this.process.kill('SIGKILL'), grace);
    const [code] = await ended;
    clearTimeout(killer);
    console.log(`${this.name}: ended with ${code}`);
    return code;
  }

  /** Returns the end of its output. */
  output() {
    return readFileSync(this.log, 'utf8').slice(-4_000);
  }

  /** Returns how often its output contains a string. */
  count(value) {
    return readFileSync(this.log, 'utf8').split(value).length - 1;
  }
}
