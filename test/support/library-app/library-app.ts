import type { Type } from '@nestjs/common';
import type { MigrationInterface } from 'typeorm';
import { ResourceModule, type ResourceApiOptions, type ResourceClass } from '../../../src/index.js';
import { createLogger } from '../../../src/base/logging/index.js';
import type { TestMethod, TestResponse } from '../../../src/tooling/testing/index.js';
import { AppUnderTest, startApp, withKey } from '../app-under-test.js';
import { CreateLibrary1735700000000 } from './create-library.migration.js';
import { Patron } from './entities.js';
import { BookScope, PolicyCalls } from './policy-calls.js';
import { libraryResources } from './resources.js';
import { seedLibrary, type Unseen } from './seed.js';

/** Resources that only some specs need, with their tables. */
export interface Section {
  readonly resources: readonly ResourceClass[];
  readonly migration: Type<MigrationInterface>;
  readonly providers?: readonly Type[];
}

/** The library and these sections, with resources that replace those that they extend. */
function libraryModule(
  sections: readonly Section[],
  replacements: readonly ResourceClass[],
  controllers: readonly Type[],
  providers: readonly Type[],
): Type {
  const replacementOf = (resource: ResourceClass) =>
    replacements.find(({ prototype }) => prototype instanceof resource) ?? resource;
  const resources = [...libraryResources, ...sections.flatMap((section) => section.resources)];
  @ResourceModule({
    resources: resources.map(replacementOf),
    migrations: [CreateLibrary1735700000000, ...sections.map(({ migration }) => migration)],
    providers: [
      ...[PolicyCalls, BookScope],
      ...sections.flatMap((section) => section.providers ?? []),
      ...providers,
    ],
    controllers: [...controllers],
  })
  class LibraryModule {}
  return LibraryModule;
}

/** A response, with its statements except that of the token. */
export interface Response<Body = any> {
  readonly status: number;
  readonly headers: TestResponse['headers'];
  readonly text: string;
  readonly body: Body;
  readonly statements: readonly string[];
}

/** What a test changes. */
export interface Setup {
  readonly options?: Partial<ResourceApiOptions<Patron>>;
  readonly unseen?: Unseen;
  readonly sections?: readonly Section[];
  /** Resources that replace those that they extend. */
  readonly replacements?: readonly ResourceClass[];
  /** Controllers of the team's own. */
  readonly controllers?: readonly Type[];
  readonly providers?: readonly Type[];
  /** Receives every line of the log. */
  readonly log?: (line: string) => void;
}

/** The user of a request: a reader, or a librarian, who sees everything. */
export type Reader = 'reader' | 'librarian';

/** The library as a running application, on a fresh database of the run's dialect. */
export class LibraryApp extends AppUnderTest<Patron, Reader> {
  static async start(setup: Setup = {}): Promise<LibraryApp> {
    const {
      options,
      unseen = { note: 'secret', rows: true },
      sections = [],
      replacements = [],
      controllers = [],
      providers = [],
      log,
    } = setup;
    const started = await startApp<Patron>({
      modules: [libraryModule(sections, replacements, controllers, providers)],
      options: {
        authentication: { user: { entity: Patron, identifier: 'name', password: 'password' } },
        logLevel: log ? 'warn' : 'silent',
        ...options,
      },
      ...(log && { logger: createLogger('warn', { write: log }) }),
    });
    const users = { reader: withKey(Patron, 1), librarian: withKey(Patron, 2) };
    const library = new LibraryApp(started, users);
    await seedLibrary(library.database, unseen);
    return library.signIn();
  }

  get questions(): PolicyCalls {
    return this.provider(PolicyCalls);
  }

  get bookScope(): BookScope {
    return this.provider(BookScope);
  }

  /** `get('writers?page=2')`, below the prefix. */
  get<Body = any>(
    path: string,
    reader: Reader = 'reader',
    more: Readonly<Record<string, string>> = {},
  ): Promise<Response<Body>> {
    return this.send<Body>('GET', path, undefined, reader, more);
  }

  /** Any request; see {@link get}. */
  async send<Body = any>(
    method: TestMethod,
    path: string,
    payload?: object,
    reader: Reader = 'reader',
    more: Readonly<Record<string, string>> = {},
  ): Promise<Response<Body>> {
    const client = this.client(reader).with(more);
    let response!: TestResponse<Body>;
    const statements = await this.statements(async () => {
      response = await client.send<Body>(method, `/${path}`, payload);
    });
    return { ...response, statements };
  }

  /** The result of a tool. */
  call(name: string, args: object, reader: Reader = 'reader'): Promise<any> {
    return this.tools(reader).call(name, args);
  }

  /** The result of an MCP method, or its error. */
  async ask(method: string, params: object, reader: Reader = 'reader'): Promise<any> {
    const payload = { jsonrpc: '2.0', id: 1, method, params };
    const headers = await this.headers(reader);
    const response = await this.app.inject({ method: 'POST', url: '/mcp', headers, payload });
    const { result, error } = response.json<Record<'result' | 'error', unknown>>();
    return result ?? error;
  }

  async document(): Promise<any> {
    return (await this.app.inject('/docs/openapi.json')).json();
  }
}
