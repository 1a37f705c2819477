import { Module, type OnModuleInit, type Type } from '@nestjs/common';
import { HttpAdapterHost, ModuleRef } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { DATABASE, Records, type Database } from '../../src/index.js';
import { ReferenceDocument } from '../../src/addons/reference/reference-document.js';
import {
  createTestApplication,
  type TestApplication,
  type TestClient,
  type TestDeployment,
  type TestTools,
} from '../../src/tooling/testing/index.js';
import { databaseUnderTest, type DatabaseUnderTest } from './databases.js';
import { validateResponses } from './document/validate-against-document.js';
import { patientLimits } from './patient-limits.js';

/** Compares each response with the OpenAPI document, from the start of the application on. */
@Module({})
class ValidatedResponses implements OnModuleInit {
  constructor(
    private readonly adapter: HttpAdapterHost<FastifyAdapter>,
    private readonly modules: ModuleRef,
  ) {}

  onModuleInit(): void {
    validateResponses(
      this.adapter.httpAdapter.getInstance(),
      this.modules.get(ReferenceDocument, { strict: false }),
    );
  }
}

/** An application that has started, and its database. */
export interface StartedApp<User extends object> {
  readonly test: TestApplication<User>;
  readonly source: DatabaseUnderTest;
}

/** Starts an application with the test kit, on a database of the run's dialect. */
export async function startApp<User extends object>(
  deployment: TestDeployment<User>,
  source?: DatabaseUnderTest,
): Promise<StartedApp<User>> {
  const place = source ?? (await databaseUnderTest());
  const { options, modules } = deployment;
  try {
    const test = await createTestApplication<User>({
      ...deployment,
      modules: [...modules, ValidatedResponses],
      database: place.url,
      options: { ...options, limits: { ...patientLimits, ...options.limits } },
    });
    return { test, source: place };
  } catch (error) {
    await place.dispose();
    throw error;
  }
}

/**
 * What the applications of the tests have in common. Each adds its data and shortcuts for its own
 * requests.
 */
export class AppUnderTest<User extends object, Caller extends string | number> {
  readonly test: TestApplication<User>;
  protected readonly source: DatabaseUnderTest;

  /** @param callers the users of the requests */
  protected constructor(
    { test, source }: StartedApp<User>,
    private readonly callers: Readonly<Record<Caller, User | string>>,
  ) {
    this.test = test;
    this.source = source;
  }

  get app(): NestFastifyApplication {
    return this.test.app;
  }

  get database(): Database {
    return this.app.get<Database>(DATABASE);
  }

  get records(): Records {
    return this.provider(Records);
  }

  /** Sends requests below the prefix as one of the callers. */
  client(caller: Caller): TestClient {
    return this.test.as(this.callers[caller]);
  }

  tools(caller: Caller): TestTools {
    return this.test.tools(this.callers[caller]);
  }

  /** The headers that sign a caller in, for requests that no client sends. */
  headers(caller: Caller): Promise<Readonly<Record<string, string>>> {
    return this.test.headersOf(this.callers[caller]);
  }

  async token(caller: Caller): Promise<string> {
    const { authorization } = await this.headers(caller);
    return authorization!.slice('Bearer '.length);
  }

  provider<Provider>(type: Type<Provider>): Provider {
    return this.app.get(type, { strict: false });
  }

  /** The statements of the callback, except those about tokens. */
  statements(work: () => Promise<unknown>): Promise<readonly string[]> {
    return this.test.statements(work);
  }

  async stop(): Promise<void> {
    await this.test.close();
    await this.source.dispose();
  }

  /** Signs all callers in, so that a counted request does not do it. */
  protected async signIn(): Promise<this> {
    for (const user of Object.values<User | string>(this.callers)) await this.test.headersOf(user);
    return this;
  }
}

/** A record with this key, in place of the stored one. */
export const withKey = <User extends object>(entity: Type<User>, id: number): User =>
  Object.assign(new entity(), { id });
