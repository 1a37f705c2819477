import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import type { SecurityScheme } from './authentication-provider.js';

/** The allowed values of each kind of setting, for messages after "must be". */
export const allowed = {
  prefix:
    'a path such as /api, which starts but does not end with "/", contains only a-z, 0-9, "-", "_" and "/", and does not start with /docs, /health, /mcp, /metrics or /storage',
  databaseUrl:
    'sqlite:FILE, sqlite::memory:, or postgres://, mysql:// or mariadb:// with host and database (postgres://user:password@host:5432/name)',
  replicaUrl:
    'postgres:// or mariadb:// (mysql://) with host and database, a comma of the password as %2C',
  storageUrl:
    's3://BUCKET or s3://BUCKET/PREFIX, with the name of a bucket and a prefix of A-Z, a-z, 0-9, ".", "_", "-" and "/", and without credentials, a port or a query string (s3://files/production)',
  storageEndpoint:
    'an HTTP or HTTPS URL such as https://s3.example.com, without credentials, a query string or a "/" at its end',
  tablePrefix:
    'empty, or a name such as api_ of up to 12 characters, which starts with a-z and contains only a-z, 0-9 and "_"',
  redisUrl:
    'redis:// or rediss:// with a host and, if needed, user, password, port and database number, without a query string (rediss://user:password@redis.example.com:6379/0)',
  redisPrefix: 'at most 64 characters from A-Z, a-z, 0-9 and _:.-',
  publicUrl:
    'an HTTP or HTTPS URL such as https://api.example.com, without credentials, a query string or a "/" at its end',
  origin: 'an origin such as https://app.example.com, with only scheme, host and port',
  algorithm: 'a public-key algorithm such as RS256 or ES256',
  servers: 'a list of HTTP or HTTPS URLs and paths',
  host: 'a lowercase host such as api.example.com, without scheme and port',
  proxy:
    'an IP address such as 10.0.0.2, a range such as 10.0.0.0/24 (but not of all addresses), or one of loopback, linklocal, uniquelocal',
  logo: 'an existing file, SVG, PNG, WebP or JPEG',
  color: 'a color such as #0f766e',
  logLevel: 'one of trace, debug, info, warn, error, fatal, silent',
  securityScheme:
    '{ type: "http", scheme }, { type: "apiKey", in: "header" or "cookie", name } or { type: "openIdConnect", openIdConnectUrl }',
  challenge: 'a header value such as ApiKey realm="shop"',
  appKey:
    'at least 32 characters without spaces and commas, such as the output of `openssl rand -base64 32`',
  bearerToken: 'at least 16 characters from A-Z, a-z, 0-9 and -._~+/',
} as const;

/** The log levels, most verbose first. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** How files of an object store reach clients. */
export const deliveries = ['proxy', 'signed'] as const;

const ownAreas = /^\/(?:docs|health|mcp|metrics|storage)(?:\/|$)/;

/** @contract C1.1 */
export function isPrefix(value: unknown): value is string {
  return typeof value === 'string' && /^(?:\/[a-z0-9_-]+)+$/.test(value) && !ownAreas.test(value);
}

/** Returns whether it is the URL of a supported database. @see {@link DatabaseOptions.url} */
export function isDatabaseUrl(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  if (value.startsWith('sqlite:'))
    return !value.startsWith('sqlite://') && value.length > 'sqlite:'.length;
  const url = parseUrl(value);
  return (
    /^(?:postgres|postgresql|mysql|mariadb):$/.test(url?.protocol ?? '') &&
    /^[^/]+\/[^/]+/.test(hostAndPathOf(url))
  );
}

/** Returns whether it is the URL of a database on a server, which may have replicas. */
export const isReplicaUrl = (value: unknown): value is string =>
  isDatabaseUrl(value) && !value.startsWith('sqlite:');
/** Returns whether it names a bucket and, optionally, a prefix. */
export const isStorageUrl = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[\w-][\w.-]*)*\/?$/.test(value) &&
  !value.includes('..');

/** Returns whether it is a color that every style sheet supports: `#rgb` or `#rrggbb`. */
export const isColor = (value: unknown): value is string =>
  typeof value === 'string' && /^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(value);

/** Returns whether it is the path of an image file. */
export const isLogoFile = (value: unknown): value is string =>
  typeof value === 'string' && /\.(?:svg|png|webp|jpe?g)$/i.test(value) && existsSync(value);

/** Returns whether names of tables, and of their indexes, can begin with it. */
export const isTablePrefix = (value: unknown): value is string =>
  typeof value === 'string' && /^(?:[a-z][a-z0-9_]{0,11})?$/.test(value);

/** Returns whether it is the URL of a Redis server. */
export function isRedisUrl(value: unknown): value is string {
  const url = typeof value === 'string' ? parseUrl(value) : undefined;
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === '') return false;
  if (!/^(?:\/\d{0,5})?$/.test(url.pathname) || url.search + url.hash !== '') return false;
  return isDecodable(url.username) && isDecodable(url.password);
}

function isDecodable(encoded: string): boolean {
  try {
    decodeURIComponent(encoded);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether keys in Redis can begin with it. */
export const isRedisPrefix = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w:.-]{1,64}$/.test(value);

/** Returns whether absolute links can be built with it. @contract C1.5 */
export function isPublicUrl(value: unknown): value is string {
  const url = typeof value === 'string' ? parseUrl(value) : undefined;
  return url !== undefined && isHttpUrl(value) && !/[?#@]|\/$/.test(value);
}

/** Returns whether a browser would send it as `Origin`. @contract C2.8 */
export function isOrigin(value: unknown): value is string {
  const url = typeof value === 'string' ? parseUrl(value) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.origin === value;
}

/** Returns whether a request can name it in its header `Host`. */
export function isHost(value: unknown): value is string {
  return (
    typeof value === 'string' && /^(?:[a-z0-9-]+(?:\.[a-z0-9-]+)*|\[[0-9a-f:.]+\])$/.test(value)
  );
}

const proxyRanges: readonly unknown[] = ['loopback', 'linklocal', 'uniquelocal'];

/** Returns whether it names addresses of proxies, but not all addresses. */
export function isProxy(value: unknown): value is string {
  if (proxyRanges.includes(value)) return true;
  const [, address = '', range] = /^([\d.:a-f]+)(?:\/([1-9]\d*))?$/i.exec(String(value)) ?? [];
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)]!;
  return bits > 0 && Number(range ?? bits) <= bits;
}

/** Returns whether it is an HTTP or HTTPS URL. */
export function isHttpUrl(value: unknown): value is string {
  return typeof value === 'string' && /^https?:$/.test(parseUrl(value)?.protocol ?? '');
}

/** With a shared secret, or none, anybody who has the public key could sign tokens. @contract C2.3 */
export function isPublicKeyAlgorithm(value: unknown): boolean {
  return /^(?:RS|PS|ES)(?:256|384|512)$|^EdDSA$/.test(String(value));
}

/** Returns whether it fits into an `Authorization` header, and is too long to guess. */
export function isBearerToken(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9._~+/-]{16,}=*$/.test(value);
}

/** Returns whether it is too long to guess, and can be part of a comma-separated list. */
export function isAppKey(value: unknown): value is string {
  return typeof value === 'string' && /^[^\s,]{32,}$/.test(value);
}

const headerName = /^[\w!#$%&'*+.^`|~-]+$/;

/** Returns true if OpenAPI can describe it, and it does not put credentials into the URL. */
export function isSecurityScheme(value: unknown): value is SecurityScheme {
  const scheme = Object(value) as Readonly<Partial<Record<string, unknown>>>;
  const isName = (name: unknown) => typeof name === 'string' && headerName.test(name);
  if (scheme.type === 'http') return isName(scheme.scheme);
  if (scheme.type === 'openIdConnect') return isHttpUrl(scheme.openIdConnectUrl);
  return (
    scheme.type === 'apiKey' && /^(?:header|cookie)$/.test(String(scheme.in)) && isName(scheme.name)
  );
}

/** Returns true if it can be the value of `WWW-Authenticate`. */
export function isChallenge(value: unknown): value is string {
  return (
    typeof value === 'string' && /^[\w!#$%&'*+.^`|~-]+(?: [\x20-\x7e]*[\x21-\x7e])?$/.test(value)
  );
}

/** Returns true if the OpenAPI document can name it as a server. */
export function isServer(value: unknown): boolean {
  return (
    isPublicUrl(value) ||
    (typeof value === 'string' && /^\/(?:[^/?#]+(?:\/[^/?#]+)*)?$/.test(value))
  );
}

export function isString(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

export function isListOf(isItem: (value: unknown) => boolean) {
  return (value: unknown): boolean => Array.isArray(value) && value.every(isItem);
}

/** Returns the URL of a database without user and password. */
export function maskCredentials(url: string): string {
  const end = url.lastIndexOf('@');
  const shown = end === -1 ? url : `${/^\w+:\/\//.exec(url)?.[0] ?? ''}***${url.slice(end)}`;
  return shown.replace(/(password|user|sslkey)=[^&]*/gi, '$1=***');
}

const hostAndPathOf = (url: URL | undefined) => (url ? `${url.host}${url.pathname}` : '');

function parseUrl(value: string): URL | undefined {
  return URL.canParse(value) ? new URL(value) : undefined;
}
