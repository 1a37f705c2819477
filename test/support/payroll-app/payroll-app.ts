import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApplication, DATABASE, ResourceModule, type Database } from '../../../src/index.js';
import { createLogger } from '../../../src/base/logging/index.js';
import { AccessTokens } from '../../../src/modules/auth/access-tokens.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../databases.js';
import { validateAgainstDocument } from '../document/validate-against-document.js';
import { insert } from '../library-app/seed.js';
import { patientLimits } from '../patient-limits.js';
import { Clerk, CreatePayroll1735700000012 } from './entities.js';
import { AccountantsPolicy, payrollResources, WorkerPolicy } from './resources.js';
import { OpenPolicy } from '../open-policy.js';

/** The user of a request: a clerk, or a clerk who works in accounting. */
export type PayrollCaller = 'clerk' | 'accountant';

export interface PayrollResponse {
  readonly status: number;
  readonly text: string;
  readonly body: any;
}

type Rows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** Workers whose pay only accountants see, on a fresh database of the run's dialect. */
export class PayrollApp {
  private constructor(
    readonly app: NestFastifyApplication,
    private readonly tokens: Readonly<Record<PayrollCaller, string>>,
    private readonly source: DatabaseUnderTest,
  ) {}

  /** @param grade the grade of both users, which only accountants see */
  static async start(grade = 2): Promise<PayrollApp> {
    const source = await databaseUnderTest();
    @ResourceModule({
      resources: payrollResources,
      migrations: [CreatePayroll1735700000012],
      providers: [OpenPolicy, WorkerPolicy, AccountantsPolicy],
    })
    class PayrollModule {}
    const app = await createApplication<Clerk>({
      modules: [PayrollModule],
      options: {
        database: { url: source.url },
        authentication: { user: { entity: Clerk, identifier: 'name', password: 'password' } },
        limits: patientLimits,
      },
      logger: createLogger('silent'),
    });
    validateAgainstDocument(app);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    const database = app.get<Database>(DATABASE);
    await insert(database, 'clerks', { id: 1, name: 'Clerk', is_accountant: false, grade });
    await insert(database, 'clerks', { id: 2, name: 'Accountant', is_accountant: true, grade });
    const issue = (key: string) =>
      app.get(AccessTokens, { strict: false }).issue({ key, password: null }, 'test');
    const tokens = { clerk: await issue('1'), accountant: await issue('2') };
    return new PayrollApp(app, tokens, source);
  }

  get database(): Database {
    return this.app.get<Database>(DATABASE);
  }

  /** Inserts rows, with keys of their own; generated keys continue at 500. */
  async fill(rows: Rows): Promise<void> {
    const { database } = this;
    for (const [table, list] of Object.entries(rows))
      for (const row of list) await insert(database, table, row);
    if (database.dialect === 'postgres')
      for (const table of ['teams', 'workers', 'reviews', 'bonuses', 'badges'])
        await database.query(
          `select setval(pg_get_serial_sequence('${table}', 'id'), 500::bigint)`,
        );
  }

  get(path: string, as: PayrollCaller = 'clerk'): Promise<PayrollResponse> {
    return this.send('GET', path, undefined, as);
  }

  async send(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    payload?: object,
    as: PayrollCaller = 'clerk',
  ): Promise<PayrollResponse> {
    const headers = { authorization: `Bearer ${this.tokens[as]}`, accept: 'application/json' };
    const url = path.startsWith('/') ? path : `/api/${path}`;
    const { statusCode, body } = await this.app.inject({
      method,
      url,
      headers,
      ...(payload && { payload }),
    });
    return { status: statusCode, text: body, body: body === '' ? undefined : JSON.parse(body) };
  }

  /** The response of an MCP method. */
  async ask(method: string, params: object, as: PayrollCaller = 'clerk'): Promise<any> {
    return (await this.send('POST', '/mcp', { jsonrpc: '2.0', id: 1, method, params }, as)).body;
  }

  /** The result of a tool. */
  async call(name: string, args: object, as: PayrollCaller = 'clerk'): Promise<any> {
    return (await this.ask('tools/call', { name, arguments: args }, as)).result;
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.source.dispose();
  }
}
