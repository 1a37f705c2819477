import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DataSource } from 'typeorm';
import type { ResourceClass } from '../definition/resource-of.js';
import { DATABASE, type Database } from '../execution/database/database.js';
import { AccountCommands, BackgroundWrites, UserAccounts } from '../modules/auth/index.js';
import { OPTIONS, type ResolvedOptions } from '../options/resource-api-options.js';
import type { ClassOf } from '../types/compile-time.js';
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
  /** Tokens by identifier; emptied with the tables. */
  private readonly tokens = new Map<string, string>();

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
   * @param user a record of the user entity, or its identifier, such as `ann@example.com`. Requests
   * throw a TypeError if there is no such account, the account is suspended, or the service does
   * not issue tokens
   */
  as(user: User | string): TestClient {
    return this.client(this.options.prefix, () => this.signIn(user));
  }

  /** Returns a client that sends these headers, such as those of an authentication provider. */
  sending(headers: Readonly<Record<string, string>>): TestClient {
    return this.client(this.options.prefix, () => Promise.resolve(headers));
  }

  /** Returns a client for the tools of agents, as this user; see {@link as}. */
  tools(user: User | string): TestTools {
    const client = this.client('/mcp', async () => ({
      ...(await this.signIn(user)),
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
    const identifier = this.identifierOf(user);
    const accounts = this.app.get<UserAccounts<User>>(UserAccounts, { strict: false });
    const account = await accounts.findByIdentifier(identifier);
    if (account === null) throw new TypeError(`There is no active account ${identifier}.`);
    return this.policies.of(account, resource, record);
  }

  /** Returns the user's identifier, such as an e-mail address. */
  identifierOf(user: User | string): string {
    if (typeof user === 'string') return user;
    return String(user[this.options.authentication.user.identifier as keyof User]);
  }

  /**
   * Removes all records, accounts and tokens: `afterEach(() => test.reset())` isolates tests from
   * each other.
   */
  async reset(): Promise<void> {
    await this.app.get(BackgroundWrites, { strict: false }).settle();
    await emptyTables(this.database);
    this.tokens.clear();
    this.factories.restart();
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

  private async signIn(user: User | string): Promise<Readonly<Record<string, string>>> {
    const identifier = this.identifierOf(user);
    const token = this.tokens.get(identifier) ?? (await this.issueToken(identifier));
    this.tokens.set(identifier, token);
    return { authorization: `Bearer ${token}` };
  }

  /** Uses the token once: the note of its first use is not part of the request under test. */
  private async issueToken(identifier: string): Promise<string> {
    const accounts = this.app.get(AccountCommands, { strict: false });
    const token = await accounts.issueToken(identifier, 'test');
    await this.sending({ authorization: `Bearer ${token}` }).get('/tokens');
    await this.app.get(BackgroundWrites, { strict: false }).settle();
    return token;
  }
}
