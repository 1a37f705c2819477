import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  SignJWT,
  base64url,
  exportJWK,
  generateKeyPair,
  type CryptoKey,
  type JWTPayload,
} from 'jose';
import { AuthApp, PASSWORD } from './auth-app.js';
import { freezeClock, NOW } from '../../support/freeze-clock.js';

const issuer = 'https://identity.example.com/';
const audience = 'resource-api';

/**
 * An identity provider with one pinned key and one that is not, which counts its requests and can
 * be down.
 */
class Provider {
  status = 200;
  requestCount = 0;

  private constructor(
    private readonly server: Server,
    readonly privateKey: CryptoKey,
    readonly publicKey: CryptoKey,
    /** Published as `other`, for ES256. */
    readonly otherKey: CryptoKey,
  ) {}

  static async start(): Promise<Provider> {
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    const jwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256', use: 'sig' };
    const other = await generateKeyPair('ES256');
    const otherJwk = {
      ...(await exportJWK(other.publicKey)),
      kid: 'other',
      alg: 'ES256',
      use: 'sig',
    };
    const server = createServer((_, response) => {
      provider.requestCount++;
      response
        .writeHead(provider.status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ keys: [jwk, otherJwk] }));
    });
    const provider = new Provider(server, privateKey, publicKey, other.privateKey);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get jwksUri(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/jwks`;
  }

  sign(
    claims: JWTPayload,
    header: object = {},
    key: CryptoKey | Uint8Array = this.privateKey,
  ): Promise<string> {
    const payload = {
      iss: issuer,
      aud: audience,
      exp: NOW / 1000 + 60,
      email: 'ann@example.com',
      ...claims,
    };
    return new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', kid: 'one', ...header })
      .sign(key);
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }
}

describe('Tokens of an identity provider', () => {
  let api: AuthApp;
  let provider: Provider;

  beforeAll(async () => {
    provider = await Provider.start();
    api = await AuthApp.start({
      authentication: {
        jwt: { issuer, audience, jwksUri: provider.jwksUri, algorithms: ['RS256'] },
      },
    });
    await api.account('ann@example.com');
    await api.account('suspended@example.com', { suspended_at: new Date() });
    await api.account('deleted@example.com', { deleted_at: new Date() });
  });
  afterAll(async () => {
    await api.stop();
    await provider.stop();
  });
  freezeClock();

  const me = async (token: string) => (await api.call('GET', '/api/me', token)).statusCode;

  it('sign in the account that the claim names, in one statement (C2.3)', async () => {
    const token = await provider.sign({ email: ' Ann@Example.com' });
    const statements: string[] = [];
    const stop = api.database.observe((sql) => statements.push(sql));
    const response = await api.call('GET', '/api/me', token);
    stop();
    expect(response.json()).toMatchObject({
      isAccount: true,
      own: { email: 'ann@example.com', is_admin: false },
    });
    expect(response.json().own).not.toHaveProperty('password');
    expect(statements).toHaveLength(1);
  });

  it.each([
    ['of another issuer', { iss: 'https://evil.example.com/' }],
    ['for another audience', { aud: 'another' }],
    ['without an audience', { aud: undefined }],
    ['that expired', { exp: NOW / 1000 - 60 }],
    ['without an expiry', { exp: undefined }],
    ['not valid yet', { nbf: NOW / 1000 + 60 }],
    ['without the claim', { email: undefined }],
    ['with a claim that is not a string', { email: ['ann@example.com'] as never }],
    ['with a claim that cannot be stored', { email: 'ann@example.com\0' }],
    ['with an unverified address', { email_verified: false }],
    ['of a stranger', { email: 'nobody@example.com' }],
    ['of a suspended account', { email: 'suspended@example.com' }],
    ['of a deleted account', { email: 'deleted@example.com' }],
  ])('are refused: %s (C2.3)', async (_, claims) => {
    expect(await me(await provider.sign(claims))).toBe(401);
  });

  it('are refused if another key signed them, under the same or an unknown name (C2.3)', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    for (const kid of ['one', 'two', '../../etc/passwd']) {
      expect(await me(await provider.sign({}, { kid }, privateKey))).toBe(401);
    }
  });

  it('are refused without a signature, or signed with the public key as a secret (C2.3)', async () => {
    const { n } = await exportJWK(provider.publicKey);
    const confused = await provider.sign({}, { alg: 'HS256' }, base64url.decode(n!));
    const [, payload] = (await provider.sign({})).split('.');
    const none = `${base64url.encode('{"alg":"none"}')}.${payload}.`;
    expect([await me(confused), await me(none)]).toEqual([401, 401]);
  });

  it('are refused with an algorithm that is not pinned, even if a key of the provider signed them (C2.3)', async () => {
    expect(
      await me(await provider.sign({}, { alg: 'ES256', kid: 'other' }, provider.otherKey)),
    ).toBe(401);
  });

  it('are refused if they were changed (C2.3)', async () => {
    const [header, , signature] = (await provider.sign({})).split('.');
    const payload = base64url.encode(
      JSON.stringify({ iss: issuer, aud: audience, exp: 9e9, email: 'ann@example.com' }),
    );
    for (const token of [`${header}.${payload}.${signature}`, 'a.b.c', '...', 'x'.repeat(43)]) {
      expect(await me(token)).toBe(401);
    }
  });

  it('replace our own: login, logout and tokens are 404 (C2.3)', async () => {
    const token = await provider.sign({});
    expect((await api.login({ email: 'ann@example.com', password: PASSWORD })).statusCode).toBe(
      404,
    );
    for (const [method, url] of [
      ['POST', '/api/logout'],
      ['GET', '/api/tokens'],
      ['DELETE', '/api/tokens/1'],
    ] as const) {
      expect((await api.call(method, url, token)).json()).toEqual({
        message: 'Not found.',
        code: 'not_found',
      });
      expect((await api.call(method, url)).statusCode).toBe(401);
    }
  });

  it('do not fetch keys for every request (C2.3)', async () => {
    const before = provider.requestCount;
    for (let call = 0; call < 5; call++) expect(await me(await provider.sign({}))).toBe(200);
    expect(provider.requestCount).toBe(before);
  });

  it('cannot be verified while the provider is down: 503, not 401 (C2.3)', async () => {
    provider.status = 500;
    const other = await AuthApp.start({
      authentication: {
        jwt: { issuer, audience, jwksUri: provider.jwksUri, algorithms: ['RS256'] },
      },
    });
    const response = await other.call('GET', '/api/me', await provider.sign({}));
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '1']);
    provider.status = 200;
    await other.stop();
  });
});
