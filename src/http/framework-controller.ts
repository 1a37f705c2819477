import 'reflect-metadata';
import { Controller, UseFilters, VERSION_NEUTRAL, type ExceptionFilter } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';
import { ErrorFilter } from './error.filter.js';

const FRAMEWORK = 'resource-api:framework-controller';
const reflector = new Reflector();

/** Sets members of the route configuration of a handler in a {@link FrameworkController}. */
export const RouteSettings = Reflector.createDecorator<FastifyContextConfig>();

/** Settings of a {@link FrameworkController}. */
export interface FrameworkControllerOptions {
  /** Defaults to the root. */
  readonly path?: string;
  /** Handles errors instead of {@link ErrorFilter}. */
  readonly filter?: new (...parameters: never[]) => ExceptionFilter;
}

/**
 * Declares a controller of the framework itself, in place of `@Controller()`. Its responses are
 * described from the registry, not by `@nestjs/swagger` as those of a team's controllers. In every
 * application its routes are marked as the API's own, its errors have the API's form, also if the
 * application has filters, and it has no version.
 *
 * Its handlers configure their route with {@link RouteSettings}, not with Nest's `RouteConfig`.
 */
export const FrameworkController =
  ({ path = '/', filter = ErrorFilter }: FrameworkControllerOptions = {}): ClassDecorator =>
  (target) => {
    Reflect.defineMetadata(FRAMEWORK, true, target);
    Controller({ path, version: VERSION_NEUTRAL })(target);
    UseFilters(filter)(target);
    configureRoutes(target.prototype as object);
  };

/** Returns whether a class is declared with {@link FrameworkController}. */
export const isFrameworkController = (target: object): boolean =>
  Reflect.hasOwnMetadata(FRAMEWORK, target);

/** Configures every method. Nest reads the configuration of those that handle a route. */
function configureRoutes(prototype: object): void {
  for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
    const method: unknown = descriptor.value;
    if (typeof method !== 'function') continue;
    const settings = reflector.get(RouteSettings, method);
    RouteConfig({ ...settings, resourceApi: true })(prototype, name, descriptor);
  }
}
