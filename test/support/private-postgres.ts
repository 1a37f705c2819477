import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.js';
import { until } from './until.js';

const INSTALLED = '/usr/lib/postgresql';

/** The folder of the newest server. @throws Error that names the missing package */
function binaries(): string {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).map(Number) : [];
  const folder = join(INSTALLED, String(Math.max(...versions)), 'bin');
  if (existsSync(join(folder, 'initdb'))) return folder;
  throw new Error('These tests start PostgreSQL: install the Debian package `postgresql`.');
}

/** PostgreSQL does not run as root: the account of its package then does. */
function account(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string) =>
    Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** A PostgreSQL server of a test's own, or a streaming replica of one. */
export class PrivatePostgres {
  private server: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
    private readonly settings: readonly string[],
  ) {}

  /** @param settings `['default_transaction_isolation=serializable']` */
  static async start(settings: readonly string[] = []): Promise<PrivatePostgres> {
    const server = new PrivatePostgres(newFolder(), await freePort(), settings);
    server.run('initdb', [
      ...['--pgdata', server.data, '--username=postgres', '--auth=trust', '--no-sync'],
      ...['--encoding=UTF8', '--locale=C'],
    ]);
    await server.restart();
    return server;
  }

  /** As an administrator. */
  url(database = 'postgres'): string {
    return `postgres://postgres@127.0.0.1:${this.port}/${database}`;
  }

  /** Starts a replica of this server. */
  async replica(): Promise<PrivatePostgres> {
    const replica = new PrivatePostgres(newFolder(), await freePort(), this.settings);
    this.run('pg_basebackup', [
      ...['--dbname', this.url(), '--pgdata', replica.data, '--write-recovery-conf'],
      ...['--wal-method=stream', '--checkpoint=fast', '--no-sync'],
    ]);
    await replica.restart();
    return replica;
  }

  /** Stops applying what the primary sends. */
  async pause(): Promise<void> {
    await this.query('select pg_wal_replay_pause()');
    while (
      (await this.query('select pg_get_wal_replay_pause_state() state'))[0]!.state !== 'paused'
    )
      await pause(5);
  }

  async resume(): Promise<void> {
    await this.query('select pg_wal_replay_resume()');
  }

  /** Waits until a replica has everything that this server has committed. */
  async untilAppliedBy(replica: PrivatePostgres): Promise<void> {
    const [row] = await this.query('select pg_current_wal_insert_lsn()::text at');
    const sql = `select pg_last_wal_replay_lsn() >= '${String(row!.at)}' applied`;
    await until(async () => (await replica.query(sql))[0]!.applied === true);
  }

  /** Runs one statement as an administrator. */
  async query(sql: string, database?: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client(this.url(database));
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Kills the server: connections are cut, and new ones refused. */
  async kill(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = undefined;
    const ended = once(server, 'exit');
    server.kill('SIGQUIT');
    await ended;
  }

  /** Starts the server again, on the same data and port. */
  async restart(): Promise<void> {
    const own = [
      ...['listen_addresses=127.0.0.1', `port=${this.port}`],
      ...[`unix_socket_directories=${this.folder}`, 'fsync=off', 'shared_buffers=32MB'],
      ...['hot_standby=on', 'max_wal_senders=5', 'wal_retrieve_retry_interval=200ms'],
      ...this.settings,
    ].flatMap((setting) => ['-c', setting]);
    const server = spawn(join(binaries(), 'postgres'), ['-D', this.data, ...own], {
      stdio: 'ignore',
      ...account(),
    });
    this.server = server;
    await this.untilServing(server);
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get data(): string {
    return join(this.folder, 'data');
  }

  private run(command: string, values: readonly string[]): void {
    execFileSync(join(binaries(), command), values, { stdio: 'pipe', ...account() });
  }

  private async untilServing(server: ChildProcess): Promise<void> {
    while (server.exitCode === null) {
      const isServing = await this.query('select 1').catch(() => undefined);
      if (isServing) return;
      await pause(20);
    }
    throw new Error(`postgres ended with ${server.exitCode}.`);
  }
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'resource-api-postgres-'));
  const { uid, gid } = account();
  if (uid !== undefined) chownSync(folder, uid, gid!);
  return folder;
}
