import {
  Controller,
  Get,
  Global,
  Module,
  Req,
  type DynamicModule,
  type Provider,
  type Type,
} from '@nestjs/common';
import { RouterModule } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { SettingsModule } from '../../../src/app/settings.module.js';
import { createDatabase } from '../../../src/database/opening/create-database.js';
import { DATABASE, type Database } from '../../../src/database/connection/database.js';
import { createAdapter } from '../../../src/http/adapter/create-adapter.js';
import { errorFilter, HttpModule } from '../../../src/http/application/http.module.js';
import { everyRoute } from '../../../src/http/requests/own-routes.js';
import { RESOURCE_PREDICATE } from '../../../src/http/requests/resource-predicate.js';
import { Shutdown } from '../../../src/base/schedule/shutdown.js';
import { createLogger } from '../../../src/base/logging/index.js';
import {
  frameworkEntities,
  frameworkMigrations,
} from '../../../src/app/database/framework-schema.js';
import {
  AuthModule,
  BearerGuard,
  COMPILE_FACTS,
  Public,
  hashPassword,
  type CompileFacts,
} from '../../../src/modules/auth/index.js';
import { DatabaseClock } from '../../../src/database/read/database-clock.js';
import { BackgroundWrites } from '../../../src/modules/auth/background-writes.js';
import { defaultLimits } from '../../../src/options/limits.js';
import {
  type AuthenticationOptions,
  type ResolvedOptions,
  type ResourceApiOptions,
} from '../../../src/options/resource-api-options.js';
import { databaseUnderTest } from '../../support/databases.js';
import {
  describeControllers,
  validateAgainstDocument,
} from '../../support/document/validate-against-document.js';
import { Account, CreateAccounts1735689700001 } from './account.entity.js';

export const PASSWORD = 'correct horse';

/** The request's user as the handlers see it. */
interface Seen {
  readonly user: Account;
}

@Controller()
class Probe {
  /** `Object.entries` returns own properties only, so that a password among them would be seen. */
  @Get('me')
  me(@Req() { user }: Seen): object {
    return {
      own: Object.fromEntries(Object.entries(user)),
      isAccount: user instanceof Account,
      greeting: user.greeting,
    };
  }

  @Public()
  @Get('open')
  open(): object {
    return { open: true };
  }
}

@Public()
@Controller('lobby')
class Lobby {
  @Get()
  show(): object {
    return { lobby: true };
  }
}

/** Inherits the handler, and must not inherit that it is public. */
@Controller('vault')
class Vault extends Lobby {}

@Module({ controllers: [Probe, Lobby, Vault] })
class ProbeModule {}

/** A clock that tests set; attempts are counted by it. */
export class TestClock {
  now = Date.parse('2026-11-01T12:00:00.000Z');

  read(): Promise<Date> {
    return Promise.resolve(new Date(this.now));
  }

  pass(milliseconds: number): void {
    this.now += milliseconds;
  }
}

export interface AuthAppOptions {
  readonly authentication?: Partial<AuthenticationOptions<Account>>;
  readonly middleware?: ResourceApiOptions['middleware'];
  readonly trustedProxies?: readonly string[];
  readonly facts?: CompileFacts;
  /** Replaces the database's clock. */
  readonly clock?: TestClock;
  readonly providers?: readonly Provider[];
}

/** An application with authentication and two probes, on a fresh database of the run's dialect. */
export class AuthApp {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly database: Database,
    private readonly dispose: () => Promise<void>,
  ) {}

  static async start(options: AuthAppOptions = {}): Promise<AuthApp> {
    const place = await databaseUnderTest();
    const entities = [...frameworkEntities, Account];
    const migrations = [...frameworkMigrations, CreateAccounts1735689700001];
    const database = await createDatabase({ url: place.url }, defaultLimits, entities, migrations);
    const close = async () => {
      await database.close();
      await place.dispose();
    };
    try {
      const app = await createApp(database, place.url, options);
      return new AuthApp(app, database, () => app.close().then(close));
    } catch (error) {
      await close();
      throw error;
    }
  }

  /** Another node on the same database. */
  static async beside(first: AuthApp, options: AuthAppOptions = {}): Promise<AuthApp> {
    const app = await createApp(first.database, '', options);
    return new AuthApp(app, first.database, () => app.close());
  }

  stop(): Promise<void> {
    return this.dispose();
  }

  /** Stores an account with {@link PASSWORD}. */
  async account(email: string, values: Partial<Account> = {}): Promise<string> {
    const row = { email, name: email.split('@')[0], password: await sharedHash(), ...values };
    const { identifiers } = await this.database.transaction(({ manager }) =>
      manager.insert(Account, row as object),
    );
    return String(identifiers[0]!.id);
  }

  login(payload: unknown, remoteAddress = '10.0.0.1', url = '/api/login') {
    const headers = { 'content-type': 'application/json' };
    return this.app.inject({
      method: 'POST',
      url,
      headers,
      payload: JSON.stringify(payload),
      remoteAddress,
    });
  }

  async token(email: string, name?: string): Promise<string> {
    const response = await this.login({ email, password: PASSWORD, name });
    if (response.statusCode !== 200)
      throw new Error(`Login of ${email} returned ${response.statusCode}: ${response.body}`);
    return response.json<{ access_token: string }>().access_token;
  }

  call(method: 'GET' | 'POST' | 'DELETE', url: string, token?: string) {
    return this.app.inject({
      method,
      url,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
  }

  /** Waits for the writes that no response waits for. */
  settle(): Promise<void> {
    return this.app.get(BackgroundWrites, { strict: false }).settle();
  }
}

let hash: Promise<string> | undefined;
const sharedHash = () => (hash ??= hashPassword(PASSWORD));

async function createApp(
  database: Database,
  url: string,
  options: AuthAppOptions,
): Promise<NestFastifyApplication> {
  const resolved = resolve(url, options);
  const logger = createLogger('silent');
  const facts: Provider[] = options.facts
    ? [{ provide: COMPILE_FACTS, useValue: options.facts }]
    : [];
  const shared: Provider[] = [
    { provide: DATABASE, useValue: database },
    { provide: RESOURCE_PREDICATE, useValue: () => false },
    ...facts,
    ...(options.providers ?? []),
  ];
  const shutdown = new Shutdown();
  const builder = Test.createTestingModule({
    imports: [
      SettingsModule.for(resolved, logger, everyRoute, shutdown),
      Shared.of(shared),
      HttpModule.for(everyRoute),
      AuthModule,
      ProbeModule,
      RouterModule.register(
        [AuthModule, ProbeModule].map((module: Type) => ({ path: 'api', module })),
      ),
    ],
    providers: [errorFilter],
  });
  if (options.clock) builder.overrideProvider(DatabaseClock).useValue(options.clock);
  const module = await builder.compile();
  const app = module.createNestApplication<NestFastifyApplication>(
    createAdapter(resolved, logger, shutdown),
    {
      bodyParser: false,
      logger: false,
    },
  );
  validateAgainstDocument(app, describeControllers(app, resolved));
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return app;
}

@Global()
@Module({})
class Shared {
  static of(providers: Provider[]): DynamicModule {
    const tokens = providers.map((provider) =>
      'provide' in provider ? provider.provide : provider,
    );
    return { module: Shared, providers, exports: tokens };
  }
}

function resolve(
  url: string,
  { authentication, middleware, trustedProxies = [] }: AuthAppOptions,
): ResolvedOptions {
  const user = {
    entity: Account,
    identifier: 'email',
    password: 'password',
    suspendedAt: 'suspended_at',
  } as const;
  return {
    database: { url },
    authentication: {
      tokenLifetime: 3600,
      failuresPerMinute: 20,
      cookie: false,
      ...authentication,
      user: { ...user, ...authentication?.user },
    } as object as ResolvedOptions['authentication'],
    prefix: '/api',
    publicUrl: null,
    explain: null,
    explorer: false,
    viewAs: null,
    why: null,
    safeWrites: {
      versions: true,
      idempotency: true,
      dryRuns: true,
      maxAffected: true,
      bulk: true,
      undo: true,
    },
    middleware: middleware ?? [BearerGuard],
    trustedProxies,
    cors: [],
    appKeys: [],
    limits: defaultLimits,
    rates: {},
    metrics: {},
    storage: {
      path: 'unused',
      delivery: 'proxy',
      linkLifetime: 900,
      timeout: 10_000,
      orphanLifetime: 3600,
    },
    runs: { concurrency: 2, poll: 2_000, lease: 30, keepDays: 30 },
    redis: { prefix: 'unused:', timeout: 500 },
    logs: {},
    reference: false,
    firstPage: false,
    schema: false,
    exports: false,
    compression: false,
    agents: { hosts: [] },
    logLevel: 'silent',
    logStatements: false,
  };
}
