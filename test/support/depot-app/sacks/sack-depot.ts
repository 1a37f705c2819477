import { ResourceModule, type ResourceApiOptions } from '../../../../src/index.js';
import type { TestMethod, TestResponse } from '../../../../src/tooling/testing/index.js';
import {
  DepotApp,
  depotDeployment,
  startDepot,
  type DepotSetup,
  type DepotUser,
} from '../depot-app.js';
import { testDialect, type DatabaseUnderTest } from '../../databases.js';
import type { Keeper } from '../entities.js';
import { ActionScript, type Work } from './actions.js';
import { CreateSacks1735700000003 } from './create-sacks.migration.js';
import { Drawer } from './entities.js';
import { OwnLogResource, SackHooks, sackResources } from './resources.js';

@ResourceModule({
  resources: sackResources,
  entities: [Drawer],
  migrations: [CreateSacks1735700000003],
  providers: [ActionScript],
})
class SackModule {}

@ResourceModule({ resources: [OwnLogResource] })
class OwnLogModule {}

const setupOf = (options: Partial<ResourceApiOptions<Keeper>>): DepotSetup => ({
  modules: [SackModule, ...(options.logs?.repository ? [OwnLogModule] : [])],
  options,
});

/** A depot with sacks on a database. */
export const sackDeployment = (url: string, options: Partial<ResourceApiOptions<Keeper>> = {}) =>
  depotDeployment(url, setupOf(options));

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

/** A depot with sacks whose actions do what a test sets. The user of a request is the head. */
export class SackDepot extends DepotApp {
  static override async on(place: DatabaseUnderTest): Promise<SackDepot> {
    return new SackDepot(await startDepot(setupOf({}), place)).signIn();
  }

  static override async start(options: Partial<ResourceApiOptions<Keeper>> = {}) {
    return new SackDepot(await startDepot(setupOf(options))).signIn();
  }

  get url(): string {
    return this.source.url;
  }

  get actions(): ActionScript {
    return this.provider(ActionScript);
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
    as: DepotUser = 'head',
  ): Promise<TestResponse<any>> {
    if (work) this.actions.work = work;
    return this.send('POST', `${path}/actions?action=${action}`, body, as);
  }

  override send<Body = any>(
    method: TestMethod,
    path: string,
    body?: unknown,
    as: DepotUser = 'head',
  ): Promise<TestResponse<Body>> {
    const client = this.client(as).with({ 'user-agent': 'depot-test/1' });
    return client.send<Body>(method, `/${path}`, JSON.stringify(body));
  }

  /**
   * Empties every table, and inserts sacks 1 to `count`, all `new`; even ones belong to Oda.
   */
  async fill(count: number): Promise<void> {
    this.actions.reset();
    Object.assign(this.hooks, new SackHooks());
    for (const table of ['action_logs', 'slips', 'sacks', 'grains', 'drawers'])
      await this.database.write(`delete from ${table}`);
    for (let id = 1; id <= count; id++)
      await this.database.write(
        `insert into sacks (id, title, state, pin, origin, keeper_id) values (?, ?, 'new', 'secret pin', 'hidden origin', ?)`,
        [id, `Sack ${id}`, id % 2 === 0 ? 2 : 1],
      );
    if (testDialect === 'postgres')
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
}
