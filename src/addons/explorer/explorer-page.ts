import { escaped } from '../../http/pages/html.js';
import {
  issuesTokens,
  type ResolvedExplorerOptions,
  type ResolvedOptions,
} from '../../options/resource-api-options.js';

/** What the application needs before a person has signed in. */
interface PageFacts extends Pick<ResolvedExplorerOptions, 'title' | 'color'> {
  /** The path of the application. */
  readonly base: string;
  /** The path of the resources. */
  readonly api: string;
  /** The URL of the logo; `null` without one. */
  readonly logo: string | null;
  /** `password`: the service has a login. `token`: a person pastes a token, sent in `header`. */
  readonly signIn: 'password' | 'token';
  /** Whether the session is in a cookie that scripts cannot read. @contract C2.10 */
  readonly cookie: boolean;
  readonly header: { readonly name: string; readonly prefix: string };
  readonly features: ResolvedOptions['safeWrites'] & {
    readonly reference: boolean;
    /** Whether some people may read as another account. */
    readonly viewAs: boolean;
    /** Whether some people may ask why something is allowed or refused. */
    readonly why: boolean;
  };
}

/**
 * Returns the page of the built application for one deployment.
 *
 * @param page the page as it was built, which refers to its files as `./assets/...`
 */
export function explorerPage(
  page: string,
  explorer: ResolvedExplorerOptions,
  options: ResolvedOptions,
): string {
  const facts = factsOf(explorer, options);
  return page
    .replaceAll('"./', () => `"${facts.base}/`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(facts.title)}</title>`)
    .replace('content="explorer-facts"', () => `content="${escaped(JSON.stringify(facts))}"`);
}

function factsOf(explorer: ResolvedExplorerOptions, options: ResolvedOptions): PageFacts {
  const { safeWrites, prefix, reference } = options;
  const origin = publicPath(options);
  const { path, title, color, logo } = explorer;
  return {
    base: origin + path,
    api: origin + prefix,
    title,
    color,
    logo: logo === null ? null : `${origin}${path}/logo`,
    signIn: issuesTokens(options) ? 'password' : 'token',
    cookie: options.authentication.cookie,
    header: headerOf(options),
    features: {
      ...safeWrites,
      reference: reference !== false,
      viewAs: options.viewAs !== null,
      why: options.why !== null,
    },
  };
}

/** A proxy may serve the service below a path. */
const publicPath = ({ publicUrl }: ResolvedOptions): string =>
  publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');

function headerOf({ authentication: { provider } }: ResolvedOptions): PageFacts['header'] {
  const scheme = provider?.securityScheme;
  if (scheme?.type === 'apiKey' && scheme.in === 'header') return { name: scheme.name, prefix: '' };
  const name = scheme?.type === 'http' ? scheme.scheme : 'bearer';
  return { name: 'Authorization', prefix: `${name[0]!.toUpperCase()}${name.slice(1)} ` };
}
