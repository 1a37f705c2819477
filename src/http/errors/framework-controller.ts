import 'reflect-metadata';
import { UseFilters, VERSION_NEUTRAL } from '@nestjs/common';
import {
  EXCEPTION_FILTERS_METADATA,
  METHOD_METADATA,
  VERSION_METADATA,
} from '@nestjs/common/constants.js';
import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import { ErrorFilter } from './error.filter.js';

const FRAMEWORK = 'resource-api:framework-controller';

/**
 * Marks a controller of the framework itself. Its responses are described from the registry, not by
 * `@nestjs/swagger` as those of a team's controllers. In every application its routes are marked as
 * the API's own, its errors have the API's form, also if the application has filters, and it has no
 * version.
 *
 * Write it above `@Controller()`.
 */
export const FrameworkController = (): ClassDecorator => (target) => {
  Reflect.defineMetadata(FRAMEWORK, true, target);
  Reflect.defineMetadata(VERSION_METADATA, VERSION_NEUTRAL, target);
  if (!Reflect.hasMetadata(EXCEPTION_FILTERS_METADATA, target)) UseFilters(ErrorFilter)(target);
  markRoutes(target.prototype as object);
};

export const isFrameworkController = (target: object): boolean =>
  Reflect.hasOwnMetadata(FRAMEWORK, target);

function markRoutes(prototype: object): void {
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    const handler: unknown = descriptor.value;
    if (typeof handler !== 'function' || !Reflect.hasMetadata(METHOD_METADATA, handler)) continue;
    const config = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, handler) as
      object | undefined;
    RouteConfig({ ...config, resourceApi: true })(prototype, name, descriptor);
  }
}
