import type { INestApplication } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import { SwaggerModule } from '@nestjs/swagger';
import type { FoundApi } from '../../reference/merge-found.js';
import type { Info } from '../../reference/open-api.js';
import { isPublicHandler } from '../auth/index.js';

const operationIdOf = (controller: string, method: string): string => `${controller}.${method}`;

/** What `@nestjs/swagger` finds in the controllers of a team. The framework's own exclude themselves. */
export function findOperations(application: INestApplication, info: Info): FoundApi {
  const document = SwaggerModule.createDocument(
    application,
    { openapi: '3.1.0', info: { title: info.title, version: info.version } },
    { operationIdFactory: operationIdOf },
  );
  return {
    paths: document.paths as FoundApi['paths'],
    schemas: (document.components?.schemas ?? {}) as FoundApi['schemas'],
    publicOperations: publicOperations(application.get(ModulesContainer)),
  };
}

function publicOperations(modules: ModulesContainer): ReadonlySet<string> {
  const scanner = new MetadataScanner();
  const controllers = [...modules.values()].flatMap((module) => [...module.controllers.values()]);
  return new Set(
    controllers.flatMap(({ metatype }) => {
      const prototype = metatype!.prototype as Record<string, Function>;
      const handlers = scanner
        .getAllMethodNames(prototype)
        .filter((name) => isPublicHandler(prototype[name]!, metatype!));
      return handlers.map((name) => operationIdOf(metatype!.name, name));
    }),
  );
}
