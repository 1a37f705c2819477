import { SetMetadata, type CustomDecorator, type ExecutionContext } from '@nestjs/common';

const PUBLIC = Symbol('resource-api:public');

/**
 * Opens a handler, or every handler of a controller, to callers without a token. All other handlers
 * require one.
 *
 * @contract C2.1
 */
export const Public = (): CustomDecorator<symbol> => SetMetadata(PUBLIC, true);

/**
 * Returns whether the handler may be called without a token. Metadata is not inherited: a class
 * that extends a public controller must be marked itself.
 */
export const isPublic = (execution: ExecutionContext): boolean =>
  isPublicHandler(execution.getHandler(), execution.getClass());

/** Like {@link isPublic}, without a request. */
export const isPublicHandler = (handler: Function, controller: Function): boolean =>
  isMarked(handler) || isMarked(controller);

const isMarked = (target: Function) => Reflect.getOwnMetadata(PUBLIC, target) === true;
