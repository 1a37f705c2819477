/** What the service writes into the page. See src/modules/explorer/explorer-page.ts. */
export interface Facts {
  /** The path of the application. */
  readonly base: string;
  /** The path of the resources. */
  readonly api: string;
  readonly title: string;
  readonly logo: string | null;
  readonly color: string | null;
  readonly signIn: 'password' | 'token';
  /** Whether the session is in a cookie that scripts cannot read. @contract C2.10 */
  readonly cookie: boolean;
  readonly header: { readonly name: string; readonly prefix: string };
  readonly features: Features;
}

/** What the deployment supports. */
export interface Features {
  readonly versions: boolean;
  readonly idempotency: boolean;
  readonly dryRuns: boolean;
  readonly maxAffected: boolean;
  readonly bulk: boolean;
  readonly undo: boolean;
  readonly reference: boolean;
  /** Whether some people may view the service as another account. */
  readonly viewAs: boolean;
  /** Whether some people may ask why something is allowed or refused. */
  readonly why: boolean;
}

const meta = document.querySelector<HTMLMetaElement>('meta[name="explorer"]');

/** The facts of this deployment. */
export const facts = JSON.parse(meta!.content) as Facts;
