import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { OnEvent } from '@nestjs/event-emitter';
import { ResourceModule, type ResourceApiOptions, type ResourceEvent } from '../../../src/index.js';
import { createLogger } from '../../../src/logging/index.js';
import type { TestMethod } from '../../../src/testing/index.js';
import { AppUnderTest, startApp, withKey, type StartedApp } from '../app-under-test.js';
import type { DatabaseUnderTest } from '../databases.js';
import { form, type FormPart } from '../forms.js';
import { CreateGarden1735700000098, gardenTables } from './create-garden.migration.js';
import { Gardener, LabelPlant } from './entities.js';
import { gardenResources, GardenScript } from './resources.js';

/** Receives the events of all resources. */
@Injectable()
export class GardenEvents {
  readonly received: string[] = [];

  @OnEvent('*.*')
  receive({ resource, name }: ResourceEvent): void {
    this.received.push(`${resource}.${name}`);
  }
}

@ResourceModule({
  resources: gardenResources,
  entities: [LabelPlant],
  migrations: [CreateGarden1735700000098],
  providers: [GardenScript, GardenEvents],
})
class GardenModule {}

/** The user of a request: the head, who grades plants, or a hand, who may not. */
export type GardenUser = 'head' | 'hand';

export interface GardenResponse {
  readonly status: number;
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** Tables that the service writes beside those of the garden. */
const ownTables = [
  'action_logs',
  'action_log_snapshots',
  'action_log_files',
  'idempotency_keys',
  'last_writes',
  'service_secrets',
];

/**
 * A garden with soft deletes, references inside of a table, foreign keys that cascade, nested
 * writes and files, on a fresh database of the run's dialect.
 */
export class GardenApp extends AppUnderTest<Gardener, GardenUser> {
  private constructor(
    started: StartedApp<Gardener>,
    /** The folder of uploaded files. */
    readonly storage: string,
    /** What was logged. */
    readonly lines: readonly string[],
  ) {
    super(started, { head: withKey(Gardener, 1), hand: withKey(Gardener, 2) });
  }

  static async start(
    options: Partial<ResourceApiOptions<Gardener>> = {},
    source?: DatabaseUnderTest,
  ): Promise<GardenApp> {
    const path = mkdtempSync(join(tmpdir(), 'resource-api-garden-'));
    const lines: string[] = [];
    const logger = createLogger('warn', { write: (line: string) => void lines.push(line) });
    const started = await startApp<Gardener>(
      {
        modules: [GardenModule],
        logger,
        options: {
          authentication: { user: { entity: Gardener, identifier: 'name', password: 'password' } },
          storage: { path },
          ...options,
        },
      },
      source,
    );
    const gardeners = started.test.factory(Gardener, { password: null });
    const isNew = (await started.test.dataSource.getRepository(Gardener).count()) === 0;
    if (isNew) for (const name of ['head', 'hand']) await gardeners.create({ name });
    return new GardenApp(started, path, lines).signIn();
  }

  get script(): GardenScript {
    return this.provider(GardenScript);
  }

  get events(): GardenEvents {
    return this.provider(GardenEvents);
  }

  /** `send('POST', 'plants', { name: 'Fern' })`, below the prefix. */
  send(
    method: TestMethod,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
    user: GardenUser = 'head',
  ): Promise<GardenResponse> {
    const client = this.client(user).with({ 'content-type': 'application/json', ...headers });
    return client.send(method, `/${path}`, body === undefined ? undefined : JSON.stringify(body));
  }

  /** A form by POST. */
  form(
    path: string,
    parts: readonly FormPart[],
    headers: Readonly<Record<string, string>> = {},
  ): Promise<GardenResponse> {
    const { payload, headers: own } = form(...parts);
    return this.client('head')
      .with({ ...own, ...headers })
      .send('POST', `/${path}`, payload);
  }

  /** Stores a record, and returns its key. */
  async stored(path: string, body: object): Promise<string> {
    const response = await this.send('POST', path, body);
    if (response.status !== 201) throw new Error(`${path}: ${JSON.stringify(response.body)}`);
    return response.body.data.id as string;
  }

  /** Reverts the newest batch of the log. */
  async revertLast(headers: Readonly<Record<string, string>> = {}): Promise<GardenResponse> {
    return this.send('POST', 'action_logs/revert', { batch_id: await this.lastBatch() }, headers);
  }

  async lastBatch(): Promise<string> {
    const sql = 'select batch_id from action_logs order by id desc limit 1';
    return String((await this.database.query(sql))[0]![0]);
  }

  /** Every row of the garden's tables. */
  contents(): Promise<Readonly<Record<string, readonly string[]>>> {
    return this.rowsOf(Object.keys(gardenTables));
  }

  /** Every row of the database, the content of every file, and every event. */
  async everything(): Promise<unknown> {
    const rows = await this.rowsOf([...Object.keys(gardenTables), ...ownTables]);
    return { rows, files: this.files(), events: [...this.events.received] };
  }

  /** The stored files with their content, apart from those that are still arriving. */
  files(): readonly (readonly [path: string, content: string])[] {
    const entries = readdirSync(this.storage, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('.incoming'))
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path, readFileSync(path, 'base64')]);
  }

  override async stop(): Promise<void> {
    await super.stop();
    rmSync(this.storage, { recursive: true, force: true });
  }

  private async rowsOf(tables: readonly string[]) {
    const contents = tables.map(async (table) => {
      const rows = await this.database.query(`select * from ${table}`);
      return [table, rows.map((row) => JSON.stringify(row)).sort()] as const;
    });
    return Object.fromEntries(await Promise.all(contents)) as Readonly<
      Record<string, readonly string[]>
    >;
  }
}
