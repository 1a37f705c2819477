import { RouteConfig } from '@nestjs/platform-fastify';

/** What a route accepts: JSON or a form (`too`), or only a form (`only`). Without it: no form. */
export type FormUse = 'too' | 'only';

declare module 'fastify' {
  interface FastifyContextConfig {
    form?: FormUse;
  }
}

/**
 * Lets a handler accept `multipart/form-data`, which all other handlers reject. The body is not
 * read until the handler calls `readMultipart`.
 *
 * @contract C4.1
 */
export const TakesForm = (form: FormUse = 'too') => RouteConfig({ form });
