import {
  Body,
  Controller,
  Get,
  Module,
  Post,
  UseGuards,
  type INestApplicationContext,
  type Type,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { BearerGuard, ResourceApiModule, type ResourceApiOptions } from '../../../../src/index.js';
import { deployment } from '../../../../demo/deployment.js';
import { readEnvironment } from '../../../../src/options/read-environment.js';
import { seededDatabase } from '../../../support/demo-template.js';

/** What a team has beside the API. */
@Controller('shop')
class ShopController {
  @Get()
  show(): object {
    return { open: true };
  }

  @Post('orders')
  order(@Body() body: unknown): object {
    return { received: body };
  }

  @Get('broken')
  fail(): never {
    throw new Error('broken');
  }

  @Get('account')
  @UseGuards(BearerGuard)
  account(): object {
    return { signedIn: true };
  }
}

/** A team's own controller under the prefix of the API. */
@Controller('api/reports')
class ReportsController {
  @Get()
  list(): object {
    return { reports: [] };
  }
}

export interface Response {
  readonly status: number;
  readonly headers: Headers;
  readonly body: any;
}

/** An ordinary Nest application that imports the API and listens on a port of its own. */
export class HostedApp {
  private token = '';

  private constructor(
    readonly app: NestFastifyApplication,
    readonly address: string,
    private readonly dispose: () => Promise<void>,
  ) {}

  /**
   * @param prepare what the team's `main.ts` does between creating and listening
   * @param more modules of the team
   */
  static async start(
    prepare: (app: NestFastifyApplication) => void = () => {},
    given: Partial<ResourceApiOptions> = {},
    adapter = new FastifyAdapter(),
    more: readonly Type[] = [],
  ): Promise<HostedApp> {
    const { url, dispose } = await seededDatabase();
    const app = await NestFactory.create<NestFastifyApplication>(
      applicationModule(url, given, more),
      adapter,
      {
        logger: false,
        abortOnError: false,
      },
    );
    try {
      prepare(app);
      await app.listen(0, '127.0.0.1');
    } catch (error) {
      await app.close();
      await dispose();
      throw error;
    }
    const hosted = new HostedApp(app, (await app.getUrl()).replace('[::1]', '127.0.0.1'), dispose);
    await hosted.signIn();
    return hosted;
  }

  /** Starts the same application without a server, as a script of the team does. */
  static async asScript(use: (app: INestApplicationContext) => Promise<void>): Promise<void> {
    const { url, dispose } = await seededDatabase();
    const app = await NestFactory.createApplicationContext(applicationModule(url), {
      logger: false,
      abortOnError: false,
    });
    await use(app);
    await app.close();
    await dispose();
  }

  /** Sends JSON, or a form, as the administrator. */
  send(
    method: string,
    path: string,
    body?: object | string | FormData,
    headers: object = {},
  ): Promise<Response> {
    const isJson = body !== undefined && typeof body === 'object' && !(body instanceof FormData);
    return this.fetch(method, path, isJson ? JSON.stringify(body) : body, {
      authorization: `Bearer ${this.token}`,
      ...(isJson && { 'content-type': 'application/json' }),
      ...headers,
    });
  }

  /** Without a token. */
  async fetch(
    method: string,
    path: string,
    body?: string | FormData,
    headers: object = {},
  ): Promise<Response> {
    const response = await fetch(this.address + path, {
      method,
      headers: headers as Record<string, string>,
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    };
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.dispose();
  }

  private async signIn(): Promise<void> {
    const credentials = { email: 'admin@example.com', password: 'password' };
    const { body } = await this.send('POST', '/api/login', credentials);
    this.token = body.access_token;
  }
}

/** The module that a team writes. */
function applicationModule(
  url: string,
  given: Partial<ResourceApiOptions> = {},
  more: readonly Type[] = [],
): Type {
  const { options, modules } = deployment(
    readEnvironment({ DATABASE_URL: url, LOG_LEVEL: 'silent' }),
  );
  const module = ResourceApiModule.forRoot({ ...options, ...given } as ResourceApiOptions);
  const imports = [module, ...modules, ...more] as Type[];
  @Module({ imports, controllers: [ShopController, ReportsController] })
  class AppModule {}
  return AppModule;
}
