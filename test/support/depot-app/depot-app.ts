import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import { ResourceModule, type Deployment, type ResourceApiOptions } from '../../../src/index.js';
import { createLogger } from '../../../src/base/logging/index.js';
import type { TestMethod } from '../../../src/tooling/testing/index.js';
import { AppUnderTest, startApp, withKey, type StartedApp } from '../app-under-test.js';
import { form, type FormPart } from '../forms.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../databases.js';
import { patientLimits } from '../patient-limits.js';
import { CreateDepot1735700000001 } from './create-depot.migration.js';
import { Keeper } from './entities.js';
import { Listener } from './listener.js';
import { depotResources } from './resources.js';
import { Script } from './script.js';

@ResourceModule({
  resources: depotResources,
  migrations: [CreateDepot1735700000001],
  providers: [Script, Listener],
})
class DepotModule {}

/** What specs of a part of the depot add to it. */
export interface DepotSetup {
  readonly modules?: readonly Type[];
  readonly options?: Partial<ResourceApiOptions<Keeper>>;
}

/** The depot on a database. */
export const depotDeployment = (
  url: string,
  { modules = [], options = {} }: DepotSetup = {},
): Deployment<Keeper> => ({
  modules: [DepotModule, ...modules],
  options: {
    database: { url },
    authentication: { user: { entity: Keeper, identifier: 'name', password: 'password' } },
    storage: { path: join(tmpdir(), 'resource-api-depot') },
    logLevel: 'silent',
    ...options,
    limits: { ...patientLimits, ...options.limits },
  },
});

/** A depot that has started, with its keepers. */
export interface StartedDepot {
  readonly started: StartedApp<Keeper>;
  /** The folder of stored files. */
  readonly storage: string;
  /** The lines of the log, one per entry. */
  readonly lines: readonly string[];
}

/** Starts the depot on a fresh database of the run's dialect. */
export async function startDepot(
  { modules, options }: DepotSetup = {},
  place?: DatabaseUnderTest,
): Promise<StartedDepot> {
  const source = place ?? (await databaseUnderTest());
  const storage = mkdtempSync(join(tmpdir(), 'resource-api-depot-'));
  const lines: string[] = [];
  const setup = {
    ...(modules && { modules }),
    options: { ...options, storage: { path: storage } },
  };
  const logger = createLogger('warn', { write: (line: string) => void lines.push(line) });
  const deployment = { ...depotDeployment(source.url, setup), logger };
  const started = await startApp<Keeper>(deployment, source);
  const keepers = started.test.factory(Keeper, { password: null });
  await keepers.create({ name: 'Kim', isHead: false });
  await keepers.create({ name: 'Oda', isHead: false });
  await keepers.create({ name: 'Hal', isHead: true });
  return { started, storage, lines };
}

/** The user of a request: a keeper, another one, or the head of the depot. */
export type DepotUser = 'keeper' | 'other' | 'head';

/** A response; `body` is undefined if it is missing. */
export interface DepotResponse<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Readonly<Record<string, unknown>>;
}

/**
 * The depot as a running application, on a fresh database of the run's dialect. It contains only
 * its keepers.
 */
export class DepotApp extends AppUnderTest<Keeper, DepotUser> {
  /** The folder of stored files. */
  readonly storage: string;
  /** The lines of the log, one per entry. */
  readonly lines: readonly string[];

  protected constructor({ started, storage, lines }: StartedDepot) {
    const [keeper, other, head] = [1, 2, 3].map((id) => withKey(Keeper, id));
    super(started, { keeper: keeper!, other: other!, head: head! });
    this.storage = storage;
    this.lines = lines;
  }

  static async start(): Promise<DepotApp> {
    return new DepotApp(await startDepot()).signIn();
  }

  static async on(place: DatabaseUnderTest): Promise<DepotApp> {
    return new DepotApp(await startDepot({}, place)).signIn();
  }

  get script(): Script {
    return this.provider(Script);
  }

  get listener(): Listener {
    return this.provider(Listener);
  }

  /**
   * `send('POST', 'pieces', { title: 'Vase' })`, below the prefix; a string is sent unchanged, as
   * JSON.
   */
  async send<Body = unknown>(
    method: TestMethod,
    path: string,
    body?: object | string,
    user: DepotUser = 'keeper',
  ): Promise<DepotResponse<Body>> {
    const json = typeof body === 'string' ? body : JSON.stringify(body);
    return this.raw<Body>(method, path, json, { 'content-type': 'application/json' }, user);
  }

  /** A form, by POST. */
  form<Body = unknown>(path: string, parts: readonly FormPart[], user: DepotUser = 'keeper') {
    const { payload, headers } = form(...parts);
    return this.raw<Body>('POST', path, payload, headers, user);
  }

  /** Sends bytes unchanged, with the type of the headers. */
  async raw<Body = unknown>(
    method: TestMethod,
    path: string,
    payload: string | Buffer | undefined,
    type: Readonly<Record<string, string>>,
    user: DepotUser = 'keeper',
  ): Promise<DepotResponse<Body>> {
    const client = payload === undefined ? this.client(user) : this.client(user).with(type);
    return client.send<Body>(method, `/${path}`, payload);
  }

  /** Sends a body as JSON over a connection of its own, and disconnects before the response. */
  async sendAndLeave(path: string, body: object, leaveAt: Promise<unknown>): Promise<void> {
    const { port } = (await this.listen()).address() as AddressInfo;
    const headers = { ...(await this.headers('keeper')), 'content-type': 'application/json' };
    const sent = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: `/api/${path}`,
      headers,
    });
    const ended = new Promise((resolve) => sent.once('close', resolve));
    sent.on('error', () => undefined).end(JSON.stringify(body));
    await leaveAt;
    sent.destroy();
    await ended;
  }

  /** The stored files, and those that wait to be stored, by their paths in the folder. */
  files(): readonly string[] {
    return readdirSync(this.storage, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => join(entry.parentPath, entry.name).slice(this.storage.length + 1));
  }

  /** The response to the path of a file, which needs no token. */
  async fetch(path: string): Promise<{ readonly status: number; readonly content: Buffer }> {
    const { statusCode, rawPayload } = await this.app.inject({ method: 'GET', url: path });
    return { status: statusCode, content: rawPayload };
  }

  async count(table: string, condition = '1 = 1'): Promise<number> {
    const [row] = await this.database.query(`select count(*) from ${table} where ${condition}`);
    return Number(row![0]);
  }

  /** Resets everything: nothing is scripted, and no event is recorded. */
  reset(): void {
    this.script.reset();
    this.listener.reset();
  }

  override async stop(): Promise<void> {
    await super.stop();
    rmSync(this.storage, { recursive: true, force: true });
  }

  private async listen(): Promise<Server> {
    const server = this.app.getHttpServer();
    if (!server.listening) await this.app.listen(0, '127.0.0.1');
    return server;
  }
}
