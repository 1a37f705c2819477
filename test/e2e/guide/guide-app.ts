import type { Type } from '@nestjs/common';
import type { User } from '../../../demo/resources/users/user.entity.js';
import { AppUnderTest, startApp } from '../../support/app-under-test.js';
import { demoAccounts, demoDeployment, type DemoAccount } from '../../support/demo-app.js';
import { seededDatabase } from '../../support/demo-template.js';
import { printResponse, type GuideRequest } from './guide-page.js';

/** The demo with a module from a page of the guide. */
export class GuideApp extends AppUnderTest<User, DemoAccount> {
  /** @param prepare is called with the address of the database, before the application opens it */
  static async start(
    module: Type,
    prepare: (url: string) => Promise<void> = async () => undefined,
  ): Promise<GuideApp> {
    const source = await seededDatabase();
    await prepare(source.url);
    const { modules, options } = demoDeployment(source.url, 'unused');
    const { storage: _unused, ...others } = options;
    const deployment = { options: others, modules: [...modules, module] };
    return new GuideApp(await startApp<User>(deployment, source), demoAccounts);
  }

  /** Sends a request of a page. The body is formatted as in the pages, without random values. */
  async send({ method, path, account, body: sent }: GuideRequest) {
    const { status, headers, body, text } = await this.client(account).send(method, path, sent);
    const printed = text === '' ? '' : printResponse(body);
    return { status, headers, response: printed.replace(/(?<="request_id": ")[^"]+/, '…') };
  }

  /** Calls a tool, and returns its result. */
  async callTool(name: string, account: DemoAccount, args: object): Promise<unknown> {
    return (await this.tools(account).call(name, args)).structuredContent;
  }

  close(): Promise<void> {
    return this.stop();
  }
}
