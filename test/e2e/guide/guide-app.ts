import type { Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { deployment } from '../../../demo/deployment.js';
import { createApplication } from '../../../src/index.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import type { DemoAccount } from '../../support/demo-app.js';
import { validateAgainstDocument } from '../../support/document/validate-against-document.js';
import type { DatabaseUnderTest } from '../../support/databases.js';
import { seededDatabase } from '../../support/demo-template.js';
import { printResponse, type GuideRequest } from './guide-page.js';

/** The demo with a module from a page of the guide. */
export class GuideApp {
  private readonly tokens = new Map<DemoAccount, string>();

  private constructor(
    readonly app: NestFastifyApplication,
    private readonly place: DatabaseUnderTest,
  ) {}

  /** @param prepare is called with the address of the database, before the application opens it */
  static async start(
    module: Type,
    prepare: (url: string) => Promise<void> = async () => undefined,
  ): Promise<GuideApp> {
    const place = await seededDatabase();
    await prepare(place.url);
    const { modules, options } = deployment(
      readEnvironment({ DATABASE_URL: place.url, LOG_LEVEL: 'silent' }),
    );
    const app = await createApplication({ options, modules: [...modules, module] });
    validateAgainstDocument(app);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    return new GuideApp(app, place);
  }

  /** Sends a request of a page. The body is formatted as in the pages, without random values. */
  async send({ method, path, account, body }: GuideRequest) {
    const response = await this.app.inject({
      method,
      url: `/api${path}`,
      headers: await this.authorization(account),
      ...(body && { payload: body }),
    });
    const printed = response.body === '' ? '' : printResponse(response.json());
    return {
      status: response.statusCode,
      headers: response.headers,
      response: printed.replace(/(?<="request_id": ")[^"]+/, '…'),
    };
  }

  /** Calls a tool, and returns its result. */
  async callTool(name: string, account: DemoAccount, args: object): Promise<unknown> {
    const message = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    };
    const response = await this.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: await this.authorization(account),
      payload: message,
    });
    return response.json<{ result: { structuredContent: unknown } }>().result.structuredContent;
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.place.dispose();
  }

  private async authorization(account: DemoAccount) {
    if (!this.tokens.has(account)) this.tokens.set(account, await this.signIn(account));
    return { authorization: `Bearer ${this.tokens.get(account)!}` };
  }

  private async signIn(account: DemoAccount): Promise<string> {
    const payload = { email: `${account}@example.com`, password: 'password' };
    const login = await this.app.inject({ method: 'POST', url: '/api/login', payload });
    return login.json<{ access_token: string }>().access_token;
  }
}
