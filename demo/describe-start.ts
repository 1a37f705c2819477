import type { DemoSettings } from './settings.js';

const accounts = [
  ['admin@example.com', 'may do everything'],
  ['editor@example.com', 'sees and updates every post'],
  ['author@example.com', 'has posts, some of them drafts'],
  ['reader@example.com', 'has no posts'],
  ['suspended@example.com', 'may not sign in'],
] as const;

/** Reads the token from the response of a login. */
const TOKEN_OF = `node -p 'JSON.parse(require("fs").readFileSync(0)).access_token'`;

/**
 * Returns the start-up text: the addresses and, for the demo, its accounts and a first request to
 * paste into a shell. If an identity provider issues the tokens, there is no login with a password,
 * so the accounts and the request are omitted.
 */
export function describeStart(
  url: string,
  { environment, seeds }: DemoSettings,
  seeded: boolean,
): string {
  const host = reachable(url);
  const api = host + environment.API_PREFIX;
  const takesPasswords = seeds && environment.JWT_ISSUER === undefined;
  return `
Resource API listens on ${host}

${environment.EXPLORER && environment.SCHEMA ? `  Explorer  ${host}${environment.EXPLORER_PATH}\n` : ''}  API       ${api}
${environment.REFERENCE ? `  Reference ${host}/docs\n` : ''}  Agents    ${host}/mcp
  Database  ${withoutCredentials(environment.DATABASE_URL)}, ${seeded ? 'just seeded with the demo' : 'with its existing data'}
${takesPasswords ? describeDemo(api) : ''}`;
}

const describeDemo = (api: string): string => `
Accounts of the demo, each with the password "password":

${accounts.map(([email, what]) => `  ${email.padEnd(22)} ${what}`).join('\n')}

A first request, to paste into a shell:

  TOKEN=$(curl -s ${api}/login -H 'Content-Type: application/json' \\
    -d '{"email":"admin@example.com","password":"password"}' | ${TOKEN_OF})
  curl -s '${api}/users/1?include=company,phone,roles' -H "Authorization: Bearer $TOKEN"
`;

/** Passwords are before the host or in the query string. */
function withoutCredentials(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return host === '' ? url : `${protocol}//${host}${pathname}`;
}

/** A service that listens on all addresses can be reached at `localhost`. */
const reachable = (url: string): string =>
  url.replace(/\/\/(?:0\.0\.0\.0|\[::\])(?=:)/, '//localhost');
