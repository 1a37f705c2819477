import type { IncomingHttpHeaders } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { parseCookie, stringifySetCookie } from 'cookie';
import { RequestError } from '../../base/errors/index.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { findBearerToken } from './bearer-token.js';

/** A request that may contain the cookie. */
export interface CookieRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

/**
 * The names of the cookie. A browser accepts a name with the prefix only with `Secure` and for the
 * whole host, so that no subdomain can set it. It rejects `Secure` on plain HTTP, which the pages
 * of this machine may use.
 */
const SECURE = '__Host-session';
const INSECURE = 'session';

const loopback = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/;
const safe: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** The tokens of browsers, in a cookie that scripts cannot read. @contract C2.10 */
@Injectable()
export class SessionCookies {
  constructor(@Inject(OPTIONS) private readonly options: ResolvedOptions) {}

  /** Whether the deployment uses cookies. */
  get isEnabled(): boolean {
    return this.options.authentication.cookie;
  }

  /**
   * Returns the token of the request. An `Authorization` header takes precedence, also with
   * credentials of another kind.
   *
   * @throws RequestError `csrf_refused` for a write with a cookie that another site could have sent
   */
  findToken(httpRequest: CookieRequest): string | undefined {
    const { headers } = httpRequest;
    if (headers.authorization !== undefined) return findBearerToken(headers);
    const token = this.findCookie(headers);
    if (token !== undefined) this.verifySite(httpRequest);
    return token;
  }

  /** Whether the request is authenticated by its cookie. */
  isUsedBy({ headers }: CookieRequest): boolean {
    return headers.authorization === undefined && this.findCookie(headers) !== undefined;
  }

  /**
   * Checks that a page of this service sends the request, not one of another site: it needs a
   * header that only pages of the same origin can set, because CORS never allows it, and what the
   * browser reports must agree.
   *
   * @throws RequestError `csrf_refused`
   * @contract C2.10
   */
  verifySite({ method, headers }: CookieRequest): void {
    if (safe.has(method)) return;
    if (!this.isSameOrigin(headers))
      throw new RequestError('csrf_refused', { message: OTHER_SITE });
    if (headers['x-csrf-protection'] === undefined) throw new RequestError('csrf_refused');
  }

  /** Returns the `Set-Cookie` header that stores the token. */
  store(token: string, headers: IncomingHttpHeaders): string {
    return this.write(token, this.options.authentication.tokenLifetime, headers);
  }

  /** Returns the `Set-Cookie` header that removes the cookie. */
  remove(headers: IncomingHttpHeaders): string {
    return this.write('', 0, headers);
  }

  private write(value: string, maxAge: number, headers: IncomingHttpHeaders): string {
    const secure = !this.isInsecure(headers);
    return stringifySetCookie({
      ...{ name: secure ? SECURE : INSECURE, value, maxAge, secure },
      ...{ path: '/', httpOnly: true, sameSite: 'strict' },
    });
  }

  private findCookie(headers: IncomingHttpHeaders): string | undefined {
    if (!this.isEnabled || headers.cookie === undefined) return undefined;
    const token = parseCookie(headers.cookie)[this.isInsecure(headers) ? INSECURE : SECURE];
    return token === '' ? undefined : token;
  }

  /** Pages of this machine have no certificate; a public URL with HTTPS takes precedence. */
  private isInsecure({ host = '' }: IncomingHttpHeaders): boolean {
    return !this.options.publicUrl?.startsWith('https:') && loopback.test(host);
  }

  /** Browsers send `Sec-Fetch-Site` or `Origin` with every write; other clients send neither. */
  private isSameOrigin(headers: IncomingHttpHeaders): boolean {
    const site = headers['sec-fetch-site'];
    if (site !== undefined) return site === 'same-origin';
    const { origin, host } = headers;
    if (origin === undefined) return true;
    if (!URL.canParse(origin)) return false;
    const { publicUrl } = this.options;
    const isPublic = publicUrl !== null && new URL(publicUrl).origin === origin;
    return isPublic || new URL(origin).host === host;
  }
}

const OTHER_SITE =
  'A request with the session cookie must come from a page of this service, not from another site.';
