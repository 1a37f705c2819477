import { ResourceModule, type Deployment, type ResourceApiOptions } from '../../../src/index.js';
import { createLogger } from '../../../src/base/logging/index.js';
import { AppUnderTest, startApp, withKey, type StartedApp } from '../app-under-test.js';
import { databaseUnderTest } from '../databases.js';
import { patientLimits } from '../patient-limits.js';
import { Script, type Work } from './actions.js';
import { CreateMill1735700000003 } from './create-mill.migration.js';
import { Drawer, Worker } from './entities.js';
import { millResources, OwnLogResource, SackHooks } from './resources.js';

@ResourceModule({
  resources: millResources,
  entities: [Drawer],
  migrations: [CreateMill1735700000003],
  providers: [Script],
})
class MillModule {}

@ResourceModule({ resources: [OwnLogResource] })
class OwnLogModule {}

/** The mill on a database. */
export function millDeployment(
  url: string,
  options: Partial<ResourceApiOptions<Worker>> = {},
): Deployment<Worker> {
  return {
    modules: [MillModule, ...(options.logs?.repository ? [OwnLogModule] : [])],
    options: {
      database: { url },
      authentication: { user: { entity: Worker, identifier: 'name', password: 'password' } },
      logLevel: 'silent',
      ...options,
      limits: { ...patientLimits, ...options.limits },
    },
  };
}

/**
 * The user of a request: an admin, who sees everything, a miller, who owns the even sacks, or one
 * without access.
 */
export type MillWorker = 'admin' | 'miller' | 'locked';
const workers: Readonly<Record<MillWorker, Worker>> = {
  admin: withKey(Worker, 1),
  miller: withKey(Worker, 2),
  locked: withKey(Worker, 3),
};

export interface MillResponse {
  readonly status: number;
  readonly body: any;
  readonly text: string;
}

/** A row of the log with parsed JSON. */
export interface LogRow {
  readonly user_id: string;
  readonly name: string;
  readonly type: string | null;
  readonly key: string | null;
  readonly status: string;
  readonly original: Readonly<Record<string, unknown>>;
  readonly changes: Readonly<Record<string, unknown>>;
  readonly exception: string;
  readonly batch: string;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** A mill whose actions do what a test sets, on a fresh database of the run's dialect. */
export class MillApp extends AppUnderTest<Worker, MillWorker> {
  private constructor(
    started: StartedApp<Worker>,
    readonly lines: readonly string[],
  ) {
    super(started, workers);
  }

  static async start(options: Partial<ResourceApiOptions<Worker>> = {}): Promise<MillApp> {
    const source = await databaseUnderTest();
    const lines: string[] = [];
    const logger = createLogger('warn', { write: (line: string) => void lines.push(line) });
    const deployment = { ...millDeployment(source.url, options), logger };
    const mill = new MillApp(await startApp<Worker>(deployment, source), lines);
    await mill.hireWorkers();
    return mill.signIn();
  }

  get url(): string {
    return this.source.url;
  }

  get script(): Script {
    return this.provider(Script);
  }

  get hooks(): SackHooks {
    return this.provider(SackHooks);
  }

  /** Runs an action: `run('sacks', 'grind-sacks', { repositories: 'all' }, work)`. */
  run(
    path: string,
    action: string,
    body?: unknown,
    work?: Work,
    as: MillWorker = 'admin',
  ): Promise<MillResponse> {
    if (work) this.script.work = work;
    return this.send('POST', `${path}/actions?action=${action}`, body, as);
  }

  send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    as: MillWorker = 'admin',
  ): Promise<MillResponse> {
    const client = this.client(as).with({ 'user-agent': 'mill-test/1' });
    return client.send(method, `/${path}`, JSON.stringify(body));
  }

  /**
   * Empties every table, and inserts sacks 1 to `count`, all `new`; even ones belong to the miller.
   */
  async fill(count: number): Promise<void> {
    this.script.reset();
    Object.assign(this.hooks, new SackHooks());
    for (const table of ['action_logs', 'slips', 'sacks', 'grains', 'drawers'])
      await this.database.write(`delete from ${table}`);
    for (let id = 1; id <= count; id++)
      await this.database.write(
        `insert into sacks (id, title, state, pin, origin, worker_id) values (?, ?, 'new', 'secret pin', 'hidden origin', ?)`,
        [id, `Sack ${id}`, id % 2 === 0 ? 2 : 1],
      );
    if (this.database.dialect === 'postgres')
      await this.database.query(`select setval(pg_get_serial_sequence('sacks', 'id'), ?::bigint)`, [
        count + 1,
      ]);
  }

  /** Sack -> state, in the order of the keys. */
  async states(): Promise<readonly string[]> {
    return (await this.database.query('select id, state from sacks order by id')).map(
      ([id, state]) => `${String(id)} ${String(state)}`,
    );
  }

  async log(): Promise<readonly LogRow[]> {
    const rows = await this.database.query(
      'select user_id, name, actionable_type, actionable_id, status, original, changes, exception, batch_id, meta from action_logs order by id',
    );
    return rows.map(
      ([user_id, name, type, key, status, original, changes, exception, batch, meta]) => ({
        ...({ user_id, name, type, key, status, exception, batch } as Pick<
          LogRow,
          'user_id' | 'name' | 'type' | 'key' | 'status' | 'exception' | 'batch'
        >),
        original: JSON.parse(original as string) as LogRow['original'],
        changes: JSON.parse(changes as string) as LogRow['changes'],
        meta: JSON.parse(meta as string) as LogRow['meta'],
      }),
    );
  }

  /** The log in short: `name type key status`. */
  async logSummary(): Promise<readonly string[]> {
    return (await this.log()).map(({ name, type, key, status }) =>
      [name, type ?? '-', key ?? '-', status].join(' '),
    );
  }

  private async hireWorkers(): Promise<void> {
    for (const [id, name] of [
      [1, 'Ada'],
      [2, 'Bea'],
      [3, 'Locked out'],
    ] as const)
      await this.database.write('insert into workers (id, name, is_admin) values (?, ?, ?)', [
        id,
        name,
        id === 1,
      ]);
  }
}
