import type { Type } from '@nestjs/common';
import { ResourceModule, type ResourceApiOptions, type ResourceClass } from '../../../src/index.js';
import { createLogger } from '../../../src/base/logging/index.js';
import { AppUnderTest, startApp, withKey, type StartedApp } from '../app-under-test.js';
import { insert } from '../library-app/seed.js';
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
export class VaultApp extends AppUnderTest<Keeper, VaultCaller> {
  private constructor(
    started: StartedApp<Keeper>,
    readonly lines: readonly string[],
  ) {
    super(started, { reader: withKey(Keeper, 1), admin: withKey(Keeper, 2) });
  }

  /** @param replacements resources that replace those that they extend */
  static async start(
    limits: ResourceApiOptions['limits'] = {},
    replacements: readonly ResourceClass[] = [],
    providers: readonly Type[] = [],
    options: Partial<ResourceApiOptions<Keeper>> = {},
  ): Promise<VaultApp> {
    const replacementOf = (resource: ResourceClass) =>
      replacements.find(({ prototype }) => prototype instanceof resource) ?? resource;
    const lines: string[] = [];
    @ResourceModule({
      resources: vaultResources.map(replacementOf),
      migrations: [CreateVault1735700000009],
      providers: [ShowCalls, ...providers],
    })
    class VaultModule {}
    const started = await startApp<Keeper>({
      modules: [VaultModule],
      options: {
        authentication: { user: { entity: Keeper, identifier: 'name', password: 'password' } },
        limits,
        ...options,
      },
      logger: createLogger('warn', { write: (line: string) => void lines.push(line) }),
    });
    const vault = new VaultApp(started, lines);
    await insert(vault.database, 'keepers', { id: 1, name: 'Reader', is_admin: false });
    await insert(vault.database, 'keepers', { id: 2, name: 'Admin', is_admin: true });
    await insert(vault.database, 'drawers', { id: 1, title: 'Drawer 1' });
    return vault.signIn();
  }

  get showCalls(): ShowCalls {
    return this.provider(ShowCalls);
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
    let response!: VaultResponse;
    const statements = await this.statements(async () => {
      response = await this.client(as).send(method, url.replace('/api', ''), payload);
    });
    return { ...response, statements };
  }

  /** The result of a tool. */
  call(name: string, args: object, as: VaultCaller = 'reader'): Promise<any> {
    return this.tools(as).call(name, args);
  }
}
