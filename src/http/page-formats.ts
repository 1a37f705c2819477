import type { ExecutionContext } from '@nestjs/common';

/**
 * A hook for the feature that writes pages in formats other than JSON. Without it, every page is
 * JSON.
 */
export abstract class PageFormats {
  /**
   * Returns the response to a request for a page in another format, which takes the place of the
   * handler's; `undefined` for JSON. It is called for every route with an envelope, after the guards.
   */
  abstract respond(execution: ExecutionContext): Promise<unknown> | undefined;
}
