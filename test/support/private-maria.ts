import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createConnection, type Connection } from 'mysql2/promise';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from './free-port.js';

/** A replica that is killed continues where it was: it would apply changes of the schema twice. */
const durable = { 'innodb-flush-log-at-trx-commit': '1' };

const account = `--user=${userInfo().username}`;

/** @throws Error that names the missing package */
function commandOf(name: string): string {
  const folders = ['/usr/sbin', '/usr/bin', ...(process.env.PATH ?? '').split(':')];
  const found = folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  if (found !== undefined) return found;
  throw new Error('These tests start MariaDB: install the Debian package `mariadb-server`.');
}

/**
 * A MariaDB server of a test's own, with settings that would disturb the other tests on a shared
 * one.
 */
export class PrivateMaria {
  private server: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly settings: readonly string[],
  ) {}

  /** @param settings `{ 'max-prepared-stmt-count': '40' }` */
  static async start(settings: Readonly<Record<string, string>>): Promise<PrivateMaria> {
    const own = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
    const folder = mkdtempSync(join(tmpdir(), 'resource-api-maria-'));
    const server = new PrivateMaria(folder, await freePort(), own);
    execFileSync(commandOf('mariadb-install-db'), [
      ...['--no-defaults', server.data, account, '--auth-root-authentication-method=normal'],
      '--skip-test-db',
      '--innodb-log-file-size=4M',
    ]);
    await server.restart();
    return server;
  }

  /** Starts a server whose replicas can be started. */
  static primary(): Promise<PrivateMaria> {
    return PrivateMaria.start({ ...durable, 'log-bin': 'binlog', 'server-id': '1' });
  }

  /** As an administrator, without a database. */
  get url(): string {
    return `mysql://root@127.0.0.1:${this.port}/`;
  }

  /** Starts a replica, which follows by global transaction identifiers. */
  async replica(id: number): Promise<PrivateMaria> {
    const replica = await PrivateMaria.start({ ...durable, 'server-id': String(id) });
    await replica.run(
      `change master to master_host = '127.0.0.1', master_port = ${this.port},` +
        ` master_user = 'root', master_connect_retry = 1, master_use_gtid = slave_pos`,
      'start slave',
    );
    return replica;
  }

  /** Stops applying what the primary sends. */
  async pause(): Promise<void> {
    await this.run('stop slave sql_thread');
  }

  async resume(): Promise<void> {
    await this.run('start slave sql_thread');
  }

  /** Waits until a replica has everything that this server has committed. */
  async untilAppliedBy(replica: PrivateMaria): Promise<void> {
    const [row] = await this.run('select @@gtid_binlog_pos at');
    await replica.run(`select master_gtid_wait('${String(row!.at)}')`);
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

  /** Kills the server: connections are cut, and new ones refused. */
  async kill(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = undefined;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }

  /** Starts the server again, on the same data and port. */
  async restart(): Promise<void> {
    const files = [
      `--socket=${join(this.folder, 'socket')}`,
      `--pid-file=${join(this.folder, 'pid')}`,
    ];
    const network = ['--bind-address=127.0.0.1', `--port=${this.port}`];
    const small = [
      ...['--innodb-buffer-pool-size=32M', '--innodb-flush-log-at-trx-commit=0'],
      '--innodb-log-file-size=4M',
    ];
    this.server = spawn(
      commandOf('mariadbd'),
      ['--no-defaults', this.data, account, ...files, ...network, ...small, ...this.settings],
      { stdio: 'ignore' },
    );
    await this.untilServing(this.server);
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get data(): string {
    return `--datadir=${join(this.folder, 'data')}`;
  }

  private async untilServing(server: ChildProcess): Promise<void> {
    while (server.exitCode === null) {
      const connection = await createConnection(this.url).catch(() => undefined);
      if (connection) return connection.end();
      await pause(50);
    }
    throw new Error(`mariadbd ended with ${server.exitCode}.`);
  }
}

async function runAll(connection: Connection, statements: readonly string[]) {
  let rows: unknown = [];
  for (const statement of statements) [rows] = await connection.query(statement);
  return rows as readonly Record<string, unknown>[];
}
