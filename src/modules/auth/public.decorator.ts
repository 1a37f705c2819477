import { SetMetadata, type CustomDecorator, type ExecutionContext } from '@nestjs/common';

const PUBLIC = Symbol('resource-api:public');

/**
 * Opens a handler, or every handler of a controller, to callers without a token. Everything else is
 * closed.
 *
 * @contract C2.1
 */
export const Public = (): CustomDecorator<symbol> => SetMetadata(PUBLIC, true);

/**
 * Whether the handler may be called without a token. Own metadata only: a class that extends a
 * public controller stays closed until it says so itself.
 */
export const isPublic = (context: ExecutionContext): boolean =>
  isPublicHandler(context.getHandler(), context.getClass());

/** The same, where there is no request. */
export const isPublicHandler = (handler: Function, controller: Function): boolean =>
  isMarked(handler) || isMarked(controller);

const isMarked = (target: Function) => Reflect.getOwnMetadata(PUBLIC, target) === true;
