import { RouteConfig } from '@nestjs/platform-fastify';

/**
 * What a route takes: JSON or a form (`too`), or a form alone (`only`). Without the mark: no form.
 */
export type FormUse = 'too' | 'only';

declare module 'fastify' {
  interface FastifyContextConfig {
    form?: FormUse;
  }
}

/**
 * Lets a handler take `multipart/form-data`, which every other handler refuses. Its body stays
 * unread until the handler calls `readMultipart`.
 *
 * @contract C4.1
 */
export const TakesForm = (form: FormUse = 'too') => RouteConfig({ form });
