import { Writable } from 'node:stream';
import { Controller, Get, Inject, Module } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApplication } from '../../../src/app/create-application.js';
import { DATABASE, type Database } from '../../../src/database/connection/database.js';
import { createLogger } from '../../../src/base/logging/index.js';
import type { ResourceApiOptions } from '../../../src/options/resource-api-options.js';
import type { User } from '../../../demo/resources/users/user.entity.js';
import {
  demoDeployment,
  startDemo,
  type DemoAccount,
  type DemoApp,
} from '../../support/demo-app.js';

/** What must not leave the process. */
export const SECRET = 'hunter22';

@Controller('api/broken')
class BrokenController {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  @Get()
  fail(): Promise<unknown> {
    return this.database.query(`select ? from missing_table`, [SECRET]);
  }

  @Get('code')
  failInCode(): never {
    throw new TypeError(`The password ${SECRET} is wrong.`);
  }
}

@Module({ controllers: [BrokenController] })
class BrokenModule {}

type LogLine = Readonly<Record<string, unknown>>;

/** The demo, listening, with its log and a controller that fails. */
export class ObservedDemo {
  private constructor(
    private readonly demo: DemoApp,
    readonly app: NestFastifyApplication,
    readonly url: string,
    private readonly log: readonly string[],
  ) {}

  /** Set the variables of OpenTelemetry before. */
  static async start(
    change: Partial<ResourceApiOptions<User>> = {},
    database: Partial<ResourceApiOptions<User>['database']> = {},
  ): Promise<ObservedDemo> {
    const demo = await startDemo();
    const log: string[] = [];
    const destination = new Writable({
      write: (line: Buffer, _encoding, done) => {
        log.push(String(line));
        done();
      },
    });
    const { options, modules } = demoDeployment(demo.url, demo.storage);
    const app = await createApplication({
      options: { ...options, ...change, database: { ...options.database, ...database } },
      modules: [...modules, BrokenModule],
      logger: createLogger('info', destination),
    });
    await app.listen(0, '127.0.0.1');
    return new ObservedDemo(demo, app, await app.getUrl(), log);
  }

  async fetch(
    path: string,
    {
      as = 'admin',
      method = 'GET',
      body,
      headers = {},
    }: {
      as?: DemoAccount | null;
      method?: string;
      body?: object;
      headers?: Record<string, string>;
    } = {},
  ): Promise<Response> {
    const authorization = as && { authorization: `Bearer ${await this.demo.tokenOf(as)}` };
    const response = await fetch(`${this.url}${path}`, {
      method,
      headers: {
        ...authorization,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    // The request is over, and logged, once the body has been read.
    const bytes = await response.arrayBuffer();
    return new Response(bytes.byteLength > 0 ? bytes : null, response);
  }

  get lines(): readonly LogLine[] {
    return this.log.map((line) => JSON.parse(line) as LogLine);
  }

  /** The log line of a request. */
  async lineOf({ headers }: Response): Promise<LogLine> {
    const id = headers.get('x-request-id');
    const find = () =>
      this.lines.find(({ event, request_id }) => event === 'request' && request_id === id);
    // The client may have received the response before its line is written.
    while (!find()) await new Promise((resolve) => setImmediate(resolve));
    return find()!;
  }

  statements(work: () => Promise<unknown>): Promise<readonly string[]> {
    const database = this.app.get<Database>(DATABASE);
    const sent: string[] = [];
    const stop = database.observe((sql) => sent.push(sql));
    return work().then(() => {
      stop();
      return sent;
    });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.demo.close();
  }
}
