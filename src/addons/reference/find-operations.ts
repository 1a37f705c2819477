import type { INestApplication, Type } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { loadOnce } from '../../base/load-once.js';
import { isFrameworkController } from '../../http/errors/framework-controller.js';
import type { FoundApi } from './openapi/document/merge-found.js';
import type { Info } from './openapi/document/open-api.js';
import { isPublicHandler } from '../../modules/auth/index.js';

/** Loading it takes half as long as boot. */
const swagger = loadOnce(() => import('@nestjs/swagger'));

type Controller = Type<object>;

const operationIdOf = (controller: string, method: string): string => `${controller}.${method}`;

/**
 * Returns what `@nestjs/swagger` finds in the application's controllers, without those of the
 * framework.
 */
export async function findOperations(application: INestApplication, info: Info): Promise<FoundApi> {
  const { ApiExcludeController, SwaggerModule } = await swagger();
  const controllers = controllersOf(application);
  for (const controller of controllers)
    if (isFrameworkController(controller)) ApiExcludeController()(controller);
  const document = SwaggerModule.createDocument(
    application,
    { openapi: '3.1.0', info: { title: info.title, version: info.version } },
    { operationIdFactory: operationIdOf },
  );
  return {
    paths: document.paths as FoundApi['paths'],
    schemas: (document.components?.schemas ?? {}) as FoundApi['schemas'],
    publicOperations: publicOperations(controllers),
  };
}

function controllersOf(application: INestApplication): readonly Controller[] {
  const modules = [...application.get(ModulesContainer).values()];
  return modules.flatMap((module) =>
    [...module.controllers.values()].map(({ metatype }) => metatype as Controller),
  );
}

function publicOperations(controllers: readonly Controller[]): ReadonlySet<string> {
  const scanner = new MetadataScanner();
  return new Set(
    controllers.flatMap((controller) => {
      const prototype = controller.prototype as Record<string, Function>;
      const handlers = scanner
        .getAllMethodNames(prototype)
        .filter((name) => isPublicHandler(prototype[name]!, controller));
      return handlers.map((name) => operationIdOf(controller.name, name));
    }),
  );
}
