import { RouteConfig } from '@nestjs/platform-fastify';

/** Marks a route whose requests count for no rate. @contract C12 */
export const Uncounted = () => RouteConfig({ countRequests: () => 0 });
