import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApplication, DATABASE, ResourceModule, type Database } from '../../../src/index.js';
import { AccessTokens } from '../../../src/modules/auth/access-tokens.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../databases.js';
import { validateAgainstDocument } from '../document/validate-against-document.js';
import { patientLimits } from '../patient-limits.js';

import { CreateSchool1735700000009 } from './create-school.migration.js';
import { Person } from './entities.js';
import { schoolResources } from './resources.js';

@ResourceModule({ resources: schoolResources, migrations: [CreateSchool1735700000009] })
class SchoolModule {}

export interface SchoolResponse {
  readonly status: number;
  /** Each test knows what it expects. */
  readonly body: any;
}

/** A school of ten resources in the short form. Person 1 is an admin, person 2 is not. */
export class PlainApp {
  private constructor(
    readonly app: NestFastifyApplication,
    private readonly tokens: readonly [string, string],
    private readonly source: DatabaseUnderTest,
  ) {}

  static async start(): Promise<PlainApp> {
    const source = await databaseUnderTest();
    const app = await createApplication<Person>({
      modules: [SchoolModule],
      options: {
        database: { url: source.url },
        authentication: { user: { entity: Person, identifier: 'email', password: 'password' } },
        logLevel: 'silent',
        limits: patientLimits,
      },
    });
    validateAgainstDocument(app);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    for (const [name, isAdmin] of [
      ['Ada', true],
      ['Ben', false],
    ] as const)
      await app
        .get<Database>(DATABASE)
        .write(
          'insert into people (name, email, password, is_admin, created_at) values (?, ?, ?, ?, ?)',
          [name, `${name}@example.com`, '-', isAdmin, '2025-01-01 00:00:00.000'],
        );
    const issue = (key: string) =>
      app.get(AccessTokens, { strict: false }).issue({ key, password: '-' }, 'test');
    return new PlainApp(app, [await issue('1'), await issue('2')], source);
  }

  /** `send('POST', 'courses', {...})`, below the prefix, as person 1 or 2. */
  async send(
    method: 'GET' | 'POST' | 'PATCH' | 'PUT',
    path: string,
    body?: object,
    person: 1 | 2 = 1,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<SchoolResponse> {
    const response = await this.app.inject({
      method,
      url: `/api/${path}`,
      headers: { authorization: `Bearer ${this.tokens[person - 1]}`, ...headers },
      ...(body && { payload: body }),
    });
    return {
      status: response.statusCode,
      body: response.body === '' ? undefined : JSON.parse(response.body),
    };
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.source.dispose();
  }
}
