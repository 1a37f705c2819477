import {
  Body,
  type CanActivate,
  Controller,
  Delete,
  type ExecutionContext,
  Get,
  Global,
  HttpCode,
  Inject,
  Injectable,
  Module,
  Param,
  Patch,
  Post,
  Put,
  SetMetadata,
} from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { SettingsModule } from '../../../src/app/settings.module.js';
import { RequestError } from '../../../src/base/errors/index.js';
import { createAdapter } from '../../../src/http/adapter/create-adapter.js';
import { errorFilter, HttpModule } from '../../../src/http/application/http.module.js';
import { everyRoute } from '../../../src/http/requests/own-routes.js';
import { isPublicMiss } from '../../../src/http/errors/unmatched.controller.js';
import {
  RESOURCE_PREDICATE,
  type ResourcePredicate,
} from '../../../src/http/requests/resource-predicate.js';
import { Shutdown } from '../../../src/base/schedule/shutdown.js';
import { createLogger, NestLogger } from '../../../src/base/logging/index.js';
import type {
  JwtOptions,
  ResolvedOptions,
  ResourceApiOptions,
} from '../../../src/options/resource-api-options.js';
import { resolveOptions } from '../../../src/options/resolve-options.js';
import {
  describeControllers,
  validateAgainstDocument,
} from '../../support/document/validate-against-document.js';

class Person {}

/** A toy sign-in, too, so that the document does not describe the real one. */
const provider: JwtOptions = {
  issuer: 'toys',
  audience: 'toys',
  jwksUri: 'https://id.example.com',
  algorithms: ['RS256'],
};
const Open = () => SetMetadata('open', true);

/** Thrown by `GET /api/faults/<name>`; each test adds its own. */
export const faults = new Map<string, () => unknown>();

@Injectable()
class TokenGuard implements CanActivate {
  canActivate(execution: ExecutionContext): boolean {
    const { headers } = execution.switchToHttp().getRequest<FastifyRequest>();
    if (Reflect.getMetadata('open', execution.getHandler()) === true) return true;
    if (isPublicMiss(execution, '/api')) return true;
    if (headers.authorization !== 'Bearer good') throw new RequestError('unauthenticated');
    return true;
  }
}

@Controller('api')
class LoginController {
  @Open()
  @Post('login')
  @HttpCode(200)
  login(@Body() body: unknown): object {
    return { body: body ?? 'nothing' };
  }

  @Post('logout')
  @HttpCode(204)
  logout(): void {}

  @Get('tokens')
  tokens(): object {
    return { data: [] };
  }

  @Delete('tokens/:id')
  @HttpCode(204)
  remove(): void {}

  @Get('faults/:name')
  fault(@Param('name') name: string): never {
    throw faults.get(name)?.();
  }
}

@Controller('api')
class RecordsController {
  constructor(@Inject(RESOURCE_PREDICATE) private readonly isResource: ResourcePredicate) {}

  @Get(':resource')
  index(@Param('resource') resource: string): object {
    return this.serve({ operation: 'index', resource });
  }

  @Post(':resource')
  store(@Param('resource') resource: string, @Body() body: unknown): object {
    return this.serve({ operation: 'store', resource, body });
  }

  @Get(':resource/actions')
  actions(@Param('resource') resource: string): object {
    return this.serve({ operation: 'actions', resource });
  }

  @Get(':resource/:id')
  show(@Param('resource') resource: string, @Param('id') id: string): object {
    return this.serve({ operation: 'show', resource, id });
  }

  @Put(':resource/:id')
  update(
    @Param('resource') resource: string,
    @Param('id') id: string,
    @Body() body: unknown,
  ): object {
    return this.serve({ operation: 'update', resource, id, body });
  }

  @Patch(':resource/:id')
  patch(
    @Param('resource') resource: string,
    @Param('id') id: string,
    @Body() body: unknown,
  ): object {
    return this.serve({ operation: 'patch', resource, id, body });
  }

  @Delete(':resource/:id')
  @HttpCode(204)
  remove(@Param('resource') resource: string): void {
    this.serve({ resource });
  }

  private serve<Response extends { resource: string }>(response: Response): Response {
    if (!this.isResource(response.resource)) throw new RequestError('not_found');
    return response;
  }
}

@Controller()
class OpenController {
  @Open()
  @Get('docs')
  docs(): object {
    return { page: 'docs' };
  }

  @Open()
  @Get('health/live')
  live(): object {
    return { status: 'ok' };
  }

  @Open()
  @Get('storage/*')
  file(): never {
    throw new RequestError('not_found');
  }
}

/** A running toy service, and every line that it logged. */
export interface ToyApp {
  readonly app: NestFastifyApplication;
  readonly lines: () => Record<string, unknown>[];
}

export const signedIn = { authorization: 'Bearer good' };

/** A service with toy controllers behind the real HTTP layer. */
export async function startToyApp(
  options: Partial<ResourceApiOptions<Person>> = {},
): Promise<ToyApp> {
  const written: string[] = [];
  const resolved = resolveOptions({
    database: { url: 'sqlite::memory:' },
    authentication: {
      user: { entity: Person, identifier: 'email' as never, password: 'password' as never },
    },
    ...options,
  });
  const logger = createLogger(resolved.logLevel, {
    write: (line: string) => void written.push(line),
  });
  const shutdown = new Shutdown();
  const app = await NestFactory.create<NestFastifyApplication>(
    toyModule(resolved, logger, shutdown),
    createAdapter(resolved, logger, shutdown),
    {
      bodyParser: false,
      logger: new NestLogger(logger),
    },
  );
  validateAgainstDocument(
    app,
    describeControllers(app, {
      ...resolved,
      authentication: { ...resolved.authentication, jwt: provider },
    }),
  );
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return { app, lines: () => written.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

/** What the registry provides in a real service. */
@Global()
@Module({
  providers: [
    {
      provide: RESOURCE_PREDICATE,
      useValue: (key: string) => key === 'posts' || key === 'users',
    },
  ],
  exports: [RESOURCE_PREDICATE],
})
class ToyResources {}

function toyModule(options: ResolvedOptions, logger: Logger, shutdown: Shutdown) {
  @Module({
    imports: [
      SettingsModule.for(options, logger, everyRoute, shutdown),
      ToyResources,
      HttpModule.for(everyRoute),
    ],
    controllers: [LoginController, RecordsController, OpenController],
    providers: [{ provide: APP_GUARD, useClass: TokenGuard }, errorFilter],
  })
  class ToyModule {}
  return ToyModule;
}
