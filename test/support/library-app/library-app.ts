import type { Type } from '@nestjs/common';
import { ResourceModule, type ResourceApiOptions, type ResourceClass } from '../../../src/index.js';
import { createLogger } from '../../../src/base/logging/index.js';
import { AppUnderTest, startApp, withKey } from '../app-under-test.js';
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
export class LibraryApp extends AppUnderTest<Patron, Reader> {
  static async start(setup: Setup = {}): Promise<LibraryApp> {
    const {
      options,
      unseen = { note: 'secret', rows: true },
      replacements = [],
      controllers = [],
      log,
    } = setup;
    const started = await startApp<Patron>({
      modules: [libraryModule(replacements, controllers)],
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
    const client = this.client(reader).with(more);
    let response!: Response;
    const statements = await this.statements(async () => {
      response = await client.send(request.method, `/${path}`, request.payload);
    });
    return { ...response, statements };
  }
}
