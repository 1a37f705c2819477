import { issuesTokens, type ResolvedOptions } from '../../options/resource-api-options.js';

/** A link from the first page. */
export interface ServiceLink {
  /** From the root of the service, without a slash at the beginning. */
  readonly path: string;
  readonly about: string;
  /** Whether a browser can open it. */
  readonly isPage: boolean;
}

/** Returns what the service offers, by the names of the links. */
export function serviceLinksOf(options: ResolvedOptions): Readonly<Record<string, ServiceLink>> {
  const prefix = options.prefix.slice(1);
  return {
    ...(options.explorer && {
      explorer: {
        path: options.explorer.path.slice(1),
        about: 'Sign in, see and change records',
        isPage: true,
      },
    }),
    ...(options.reference && {
      reference: { path: 'docs', about: 'Every operation, to read and to try', isPage: true },
      openapi: { path: 'docs/openapi.json', about: 'The OpenAPI document', isPage: true },
    }),
    ...(issuesTokens(options) && {
      login: {
        path: `${prefix}/login`,
        about: 'POST an e-mail address and a password to get a token',
        isPage: false,
      },
    }),
    ...(options.schema && {
      schema: {
        path: `${prefix}/_schema`,
        about: 'The resources that you may use, once you have a token',
        isPage: false,
      },
    }),
    tools: { path: 'mcp', about: 'Tools for agents (MCP)', isPage: false },
    live: { path: 'health/live', about: 'Whether the process runs', isPage: true },
    ready: { path: 'health/ready', about: 'Whether it can handle requests', isPage: true },
  };
}
