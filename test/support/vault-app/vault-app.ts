import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  createApplication,
  DATABASE,
  ResourceModule,
  type Database,
  type ResourceApiOptions,
} from '../../../src/index.js';
import { createLogger } from '../../../src/logging/index.js';
import { AccessTokens } from '../../../src/modules/auth/access-tokens.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../databases.js';
import { validateAgainstDocument } from '../document/validate-against-document.js';
import { insert } from '../library-app/seed.js';
import { patientLimits } from '../patient-limits.js';
import { CreateVault1735700000009, Keeper } from './entities.js';
import { ShowCalls, vaultResources } from './resources.js';

/** The values that a test sets for a note; by default it has the folder 1 and is not secret. */
export type NoteRow = Readonly<{ id: number } & Record<string, unknown>>;

export interface VaultResponse {
  readonly status: number;
  readonly text: string;
  readonly body: any;
  /** Without that of the token. */
  readonly statements: readonly string[];
}

/** The user of a request: a reader, who may not see secret notes, or an admin, who sees all. */
export type VaultCaller = 'reader' | 'admin';

/** Notes whose secret ones `show` hides, on a fresh database of the run's dialect. */
export class VaultApp {
  private constructor(
    readonly app: NestFastifyApplication,
    private readonly tokens: Readonly<Record<VaultCaller, string>>,
    private readonly source: DatabaseUnderTest,
    readonly lines: readonly string[],
  ) {}

  static async start(limits: ResourceApiOptions['limits'] = {}): Promise<VaultApp> {
    const source = await databaseUnderTest();
    const lines: string[] = [];
    @ResourceModule({
      resources: vaultResources,
      migrations: [CreateVault1735700000009],
      providers: [ShowCalls],
    })
    class VaultModule {}
    const app = await createApplication<Keeper>({
      modules: [VaultModule],
      options: {
        database: { url: source.url },
        authentication: { user: { entity: Keeper, identifier: 'name', password: 'password' } },
        limits: { ...patientLimits, ...limits },
      },
      logger: createLogger('warn', { write: (line: string) => void lines.push(line) }),
    });
    validateAgainstDocument(app);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    const database = app.get<Database>(DATABASE);
    await insert(database, 'keepers', { id: 1, name: 'Reader', is_admin: false });
    await insert(database, 'keepers', { id: 2, name: 'Admin', is_admin: true });
    await insert(database, 'drawers', { id: 1, title: 'Drawer 1' });
    const issue = (key: string) =>
      app.get(AccessTokens, { strict: false }).issue({ key, password: null }, 'test');
    return new VaultApp(app, { reader: await issue('1'), admin: await issue('2') }, source, lines);
  }

  get database(): Database {
    return this.app.get<Database>(DATABASE);
  }

  get showCalls(): ShowCalls {
    return this.app.get(ShowCalls, { strict: false });
  }

  /** Two folders, and these notes, which replace all others. */
  async fill(
    notes: readonly NoteRow[],
    labels: readonly NoteRow[] = [],
    pins: readonly object[] = [],
  ): Promise<void> {
    const { database } = this;
    for (const table of ['pins', 'labels', 'notes', 'folders'])
      await database.write(`delete from ${table}`);
    for (const id of [1, 2]) await insert(database, 'folders', { id, title: `Folder ${id}` });
    for (const note of notes)
      await insert(database, 'notes', {
        text: `Note ${note.id}`,
        grade: null,
        secret: false,
        folder_id: 1,
        ...note,
      });
    for (const label of labels) await insert(database, 'labels', { ...label });
    for (const pin of pins) await insert(database, 'pins', { ...pin });
    if (database.dialect === 'postgres')
      for (const table of ['notes', 'labels'])
        await database.query(
          `select setval(pg_get_serial_sequence('${table}', 'id'), 5000::bigint)`,
        );
  }

  get(path: string, as: VaultCaller = 'reader'): Promise<VaultResponse> {
    return this.send('GET', `/api/${path}`, undefined, as);
  }

  async send(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
    as: VaultCaller = 'reader',
  ): Promise<VaultResponse> {
    const statements: string[] = [];
    const stop = this.database.observe((sql) => {
      if (!/\btokens\b/.test(sql)) statements.push(sql);
    });
    const headers = { authorization: `Bearer ${this.tokens[as]}`, accept: 'application/json' };
    const response = await this.app
      .inject({ method, url, headers, ...(payload && { payload }) })
      .finally(stop);
    const text = response.body;
    return {
      status: response.statusCode,
      text,
      body: text === '' ? undefined : JSON.parse(text),
      statements,
    };
  }

  /** The result of a tool. */
  async call(name: string, args: object, as: VaultCaller = 'reader'): Promise<any> {
    const params = { name, arguments: args };
    const { body } = await this.send(
      'POST',
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      as,
    );
    return body.result;
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.source.dispose();
  }
}
