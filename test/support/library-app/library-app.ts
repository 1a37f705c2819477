import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  createApplication,
  DATABASE,
  ResourceModule,
  type Database,
  type ResourceApiOptions,
  type ResourceClass,
} from '../../../src/index.js';
import { createLogger } from '../../../src/logging/index.js';
import { AccessTokens } from '../../../src/modules/auth/access-tokens.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../databases.js';
import { validateAgainstDocument } from '../document/validate-against-document.js';
import { patientLimits } from '../patient-limits.js';
import { CreateLibrary1735700000000 } from './create-library.migration.js';
import { Patron } from './entities.js';
import { BookScope, PolicyCalls } from './policy-calls.js';
import { libraryResources } from './resources.js';
import { seedLibrary, type Unseen } from './seed.js';

/** The library, with resources that replace those that they extend. */
function libraryModule(replacements: readonly ResourceClass[], controllers: readonly Type[]): Type {
  const replacementOf = (resource: ResourceClass) =>
    replacements.find(({ prototype }) => prototype instanceof resource) ?? resource;
  @ResourceModule({
    resources: libraryResources.map(replacementOf),
    migrations: [CreateLibrary1735700000000],
    providers: [PolicyCalls, BookScope],
    controllers: [...controllers],
  })
  class LibraryModule {}
  return LibraryModule;
}

/** A response, with its statements except that of the token. */
export interface Response {
  readonly status: number;
  readonly text: string;
  readonly body: unknown;
  readonly statements: readonly string[];
}

interface Setup {
  readonly options?: Partial<ResourceApiOptions<Patron>>;
  readonly unseen?: Unseen;
  /** Resources that replace those that they extend. */
  readonly replacements?: readonly ResourceClass[];
  /** Controllers of the team's own. */
  readonly controllers?: readonly Type[];
  /** Receives every line of the log. */
  readonly log?: (line: string) => void;
}

/** The user of a request: a reader, or a librarian, who sees everything. */
export type Reader = 'reader' | 'librarian';

/** The library as a running application, on a fresh database of the run's dialect. */
export class LibraryApp {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly tokens: Readonly<Record<Reader, string>>,
    private readonly source: DatabaseUnderTest,
    private readonly prefix: string,
  ) {}

  static async start(setup: Setup = {}): Promise<LibraryApp> {
    const {
      options,
      unseen = { note: 'secret', rows: true },
      replacements = [],
      controllers = [],
      log,
    } = setup;
    const source = await databaseUnderTest();
    const app = await createApplication<Patron>({
      modules: [libraryModule(replacements, controllers)],
      options: {
        database: { url: source.url },
        authentication: { user: { entity: Patron, identifier: 'name', password: 'password' } },
        logLevel: log ? 'warn' : 'silent',
        ...options,
        limits: { ...patientLimits, ...options?.limits },
      },
      ...(log && { logger: createLogger('warn', { write: log }) }),
    });
    validateAgainstDocument(app);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    await seedLibrary(app.get<Database>(DATABASE), unseen);
    const issue = (key: string) =>
      app.get(AccessTokens, { strict: false }).issue({ key, password: null }, 'test');
    const tokens = { reader: await issue('1'), librarian: await issue('2') };
    return new LibraryApp(app, tokens, source, options?.prefix ?? '/api');
  }

  get database(): Database {
    return this.app.get<Database>(DATABASE);
  }

  get questions(): PolicyCalls {
    return this.app.get(PolicyCalls, { strict: false });
  }

  get bookScope(): BookScope {
    return this.app.get(BookScope, { strict: false });
  }

  /** `get('writers?page=2')`, below the prefix. */
  get(
    path: string,
    reader: Reader = 'reader',
    more: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return this.send(path, { method: 'GET' }, reader, more);
  }

  /** Any request; see {@link get}. */
  async send(
    path: string,
    request: { readonly method: 'GET' | 'POST' | 'PATCH'; readonly payload?: object },
    reader: Reader = 'reader',
    more: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const statements: string[] = [];
    const stop = this.database.observe((sql) => {
      if (!/\btokens\b/.test(sql)) statements.push(sql);
    });
    const headers = { ...more, authorization: `Bearer ${this.tokens[reader]}` };
    const response = await this.app
      .inject({ ...request, url: `${this.prefix}/${path}`, headers })
      .finally(stop);
    return {
      status: response.statusCode,
      text: response.body,
      body: JSON.parse(response.body) as unknown,
      statements,
    };
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.source.dispose();
  }
}
