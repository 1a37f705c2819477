import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { milliseconds } from './compose-file.mjs';

/**
 * A process in place of a container: what it runs, how it is asked for its health, how it is ended.
 */
export class Container {
  /**
   * @param name in what is printed
   * @param service as docker-compose.yml has it
   * @param run `{ command, cwd, env, uid, gid, endBy }`: how this machine runs it
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

  /** Asks by the command of its `healthcheck`, at its interval, until it is well. */
  async healthy() {
    const { interval, retries, start_period: startPeriod = '0s' } = this.service.healthcheck;
    const end = Date.now() + milliseconds(startPeriod) + retries * milliseconds(interval);
    while (!(await this.isHealthy())) {
      if (this.process.exitCode !== null || Date.now() > end)
        throw new Error(`${this.name} is not well.\n${this.told()}`);
      await pause(200);
    }
    console.log(`${this.name}: healthy`);
  }

  /** This process goes on meanwhile: the proxy asks its name server, which lives here. */
  async isHealthy() {
    const [kind, ...words] = this.service.healthcheck.test;
    const [program, ...others] = kind === 'CMD-SHELL' ? ['sh', '-c', ...words] : words;
    const { cwd, env, health = (text) => text } = this.run;
    const asking = spawn(program, others.map(health), {
      cwd,
      env,
      timeout: 5_000,
      stdio: 'ignore',
    });
    const [code] = await once(asking, 'exit');
    return code === 0;
  }

  /** By force, as a machine that fails does. */
  async kill() {
    this.process.kill('SIGKILL');
    await once(this.process, 'exit');
    console.log(`${this.name}: killed`);
  }

  /** As `docker compose stop` does. @returns the exit code, null where it had to be killed */
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

  /** The end of what it printed. */
  told() {
    return readFileSync(this.log, 'utf8').slice(-4_000);
  }

  /** How often it printed that text. */
  count(text) {
    return readFileSync(this.log, 'utf8').split(text).length - 1;
  }
}
