import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './free-port.js';

/**
 * A Redis server of a test's own, in memory, which can be stopped, started again and suspended. It
 * needs the Debian package `redis-server`.
 */
export class PrivateRedis {
  private process: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly folder: string,
    private readonly password: string,
  ) {}

  static async start(password = ''): Promise<PrivateRedis> {
    const folder = mkdtempSync(join(tmpdir(), 'resource-api-redis-'));
    const server = new PrivateRedis(await freePort(), folder, password);
    await server.start();
    return server;
  }

  /** The URL, with the password unless another one is given. */
  url(password = this.password, database = 0): string {
    const credentials = password === '' ? '' : `:${encodeURIComponent(password)}@`;
    return `redis://${credentials}127.0.0.1:${this.port}/${database}`;
  }

  /** Starts the server, empty, at the same port. */
  async start(): Promise<void> {
    const network = ['--bind', '127.0.0.1', '--port', String(this.port)];
    const memory = ['--save', '', '--appendonly', 'no', '--dir', this.folder];
    const rights = this.password === '' ? [] : ['--requirepass', this.password];
    const server = spawn('redis-server', [...network, ...memory, ...rights], { stdio: 'ignore' });
    this.process = server;
    await Promise.race([this.untilServing(), failureOf(server)]);
  }

  /** Kills the server: connections are cut, and new ones refused. */
  async stop(): Promise<void> {
    const server = this.process;
    this.process = undefined;
    if (server?.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }

  /** Suspends the server: connections stay open, but nothing responds. */
  suspend(): void {
    this.process!.kill('SIGSTOP');
  }

  resume(): void {
    this.process!.kill('SIGCONT');
  }

  /** Sends commands as an administrator. */
  async run<Result>(
    commands: (client: Redis) => Promise<Result>,
    database?: number,
  ): Promise<Result> {
    const client = new Redis(this.url(this.password, database), { retryStrategy: () => 20 });
    client.on('error', () => undefined);
    try {
      return await commands(client);
    } finally {
      client.disconnect();
    }
  }

  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async untilServing(): Promise<void> {
    await this.run((client) => client.ping());
  }
}

/** Rejects when the server cannot run. */
async function failureOf(server: ChildProcess): Promise<never> {
  const [error] = (await Promise.race([once(server, 'exit'), once(server, 'error')]).catch(
    (thrown: unknown) => [thrown],
  )) as [{ readonly code?: string } | number | null];
  if (typeof error === 'object' && error?.code === 'ENOENT')
    throw new Error('redis-server is missing. Install the Debian package redis-server.');
  throw new Error(`redis-server ended with ${String(error)}.`);
}
