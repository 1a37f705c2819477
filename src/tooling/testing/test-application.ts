import { RunLoop } from '../../addons/runs/run-loop.js';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DataSource } from 'typeorm';
import type { ResourceClass } from '../../definition/store/resource-of.js';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { BackgroundWrites } from '../../modules/auth/index.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { ClassOf } from '../../base/types/compile-time.js';
import { AccountTokens } from './account-tokens.js';
import { emptyTables } from './empty-tables.js';
import { Factories } from './factories/factories.js';
import type { Factory, FactoryValues } from './factories/factory.js';
import { RecordAbilities, type Ability } from './record-abilities.js';
import { TestClient } from './test-client.js';
import { TestTools } from './test-tools.js';
import type { FakeData } from './factories/sample-values.js';

/** An application under test. Close it after the last test. */
export class TestApplication<User extends object = object> {
  /** Sends requests without a token. */
  readonly anonymous: TestClient;
  private readonly database: Database;
  private readonly options: ResolvedOptions;
  private readonly policies: RecordAbilities;
  private readonly accounts: AccountTokens<User>;
  private readonly factories: Factories;

  /** @param dispose removes what was made for the application, after it is closed */
  constructor(
    readonly app: NestFastifyApplication,
    faker: FakeData | null,
    private readonly dispose: () => Promise<void>,
  ) {
    this.database = app.get<Database>(DATABASE, { strict: false });
    this.factories = new Factories(this.database, faker);
    this.options = app.get<ResolvedOptions>(OPTIONS, { strict: false });
    this.policies = new RecordAbilities(app);
    this.accounts = new AccountTokens<User>(app);
    this.anonymous = this.sending({});
  }

  /** TypeORM's data source of the application, for the records that a test needs. */
  get dataSource(): DataSource {
    return this.database.dataSource;
  }

  /**
   * Returns a client that sends requests as this user. The client gets a token of its own with its
   * first request.
   *
   * @param user a record of the user entity, which needs only its key, or an identifier, such as
   * `ann@example.com`. Requests throw a TypeError if there is no such account, the account is
   * suspended, or the service does not issue tokens
   */
  as(user: User | string): TestClient {
    return this.client(this.options.prefix, () => this.accounts.headersOf(user));
  }

  /** Returns the headers that sign the user in, for requests of other clients; see {@link as}. */
  headersOf(user: User | string): Promise<Readonly<Record<string, string>>> {
    return this.accounts.headersOf(user);
  }

  /** Returns a client that sends these headers, such as those of an authentication provider. */
  sending(headers: Readonly<Record<string, string>>): TestClient {
    return this.client(this.options.prefix, () => Promise.resolve(headers));
  }

  /** Returns a client for the tools of agents, as this user; see {@link as}. */
  tools(user: User | string): TestTools {
    const client = this.client('/mcp', async () => ({
      ...(await this.accounts.headersOf(user)),
      accept: 'application/json',
    }));
    return new TestTools(client);
  }

  /**
   * Returns a factory of records: `const posts = test.factory(Post, { title: (n) => 'Post ' + n })`.
   *
   * @param defaults values of each record. Required columns without one get a value that fits
   * their type; it looks real where the application was created with `faker`
   */
  factory<Entity extends object>(
    entity: ClassOf<Entity>,
    defaults: FactoryValues<Entity> = {},
  ): Factory<Entity> {
    return this.factories.define(entity, defaults);
  }

  /**
   * Returns what the user may do with a resource, and with a record of it.
   *
   * @throws TypeError if there is no active account of the user
   */
  async abilities(
    user: User | string,
    resource: ResourceClass,
    record?: object,
  ): Promise<readonly Ability[]> {
    const account = await this.accounts.find(user);
    if (account === null)
      throw new TypeError(`There is no active account ${this.identifierOf(user)}.`);
    return this.policies.of(account, resource, record);
  }

  /** Returns the user's identifier, such as an e-mail address. */
  identifierOf(user: User | string): string {
    return this.accounts.identifierOf(user);
  }

  /**
   * Removes all records, accounts and tokens: `afterEach(() => test.reset())` isolates tests from
   * each other.
   */
  async reset(): Promise<void> {
    await this.app.get(BackgroundWrites, { strict: false }).settle();
    await emptyTables(this.database);
    this.accounts.forget();
    this.factories.restart();
  }

  /** Runs the actions that were accepted to run after their response, until none waits. */
  workOffRuns(): Promise<void> {
    return this.app.get(RunLoop, { strict: false }).workOff();
  }

  /** Returns the SQL that the callback runs, except statements about tokens. */
  async statements(work: () => Promise<unknown>): Promise<readonly string[]> {
    const statements: string[] = [];
    const stop = this.database.observe((sql) => {
      if (!/\btokens\b/.test(sql)) statements.push(sql);
    });
    await work().finally(stop);
    return statements;
  }

  /** Closes the application, and removes the files that it made. */
  async close(): Promise<void> {
    await this.app.close();
    await this.dispose();
  }

  private client(
    prefix: string,
    headers: () => Promise<Readonly<Record<string, string>>>,
  ): TestClient {
    return new TestClient({ app: this.app, database: this.database, prefix }, headers);
  }
}
