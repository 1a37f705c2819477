import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createConnection, type Connection } from 'mysql2/promise';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.js';

/**
 * A MariaDB server of a test's own, with settings that would disturb the other tests on a shared
 * one.
 */
export class PrivateMaria {
  private constructor(
    /** As an administrator, without a database. */
    readonly url: string,
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  /** @param settings `{ 'max-prepared-stmt-count': '40' }` */
  static async start(settings: Readonly<Record<string, string>>): Promise<PrivateMaria> {
    const folder = mkdtempSync(join(tmpdir(), 'resource-api-maria-'));
    const user = `--user=${userInfo().username}`;
    const data = `--datadir=${join(folder, 'data')}`;
    execFileSync('mariadb-install-db', [
      ...['--no-defaults', data, user, '--auth-root-authentication-method=normal'],
      '--skip-test-db',
    ]);
    const port = await freePort();
    const own = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
    const files = [`--socket=${join(folder, 'socket')}`, `--pid-file=${join(folder, 'pid')}`];
    const network = ['--bind-address=127.0.0.1', `--port=${port}`];
    const small = ['--innodb-buffer-pool-size=32M', '--innodb-flush-log-at-trx-commit=0'];
    const process = spawn(
      'mariadbd',
      ['--no-defaults', data, user, ...files, ...network, ...small, ...own],
      {
        stdio: 'ignore',
      },
    );
    const server = new PrivateMaria(`mysql://root@127.0.0.1:${port}/`, process, folder);
    await server.untilServing();
    return server;
  }

  /** Runs statements as an administrator, and returns the rows of the last one. */
  async run(...statements: readonly string[]): Promise<readonly Record<string, unknown>[]> {
    const connection = await createConnection(this.url);
    try {
      return await runAll(connection, statements);
    } finally {
      await connection.end();
    }
  }

  async stop(): Promise<void> {
    const ended = once(this.process, 'exit');
    this.process.kill('SIGKILL');
    await ended;
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async untilServing(): Promise<void> {
    while (this.process.exitCode === null) {
      const connection = await createConnection(this.url).catch(() => undefined);
      if (connection) return connection.end();
      await pause(50);
    }
    throw new Error(`mariadbd ended with ${this.process.exitCode}.`);
  }
}

async function runAll(connection: Connection, statements: readonly string[]) {
  let rows: unknown = [];
  for (const statement of statements) [rows] = await connection.query(statement);
  return rows as readonly Record<string, unknown>[];
}
