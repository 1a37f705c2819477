import { defaultLimits } from '../../../src/options/limits.js';
import { type OptionsError } from '../../../src/options/options-error.js';
import type { ResourceApiOptions } from '../../../src/options/resource-api-options.js';
import { resolveOptions } from '../../../src/options/resolve-options.js';

class Person {
  email!: string;
  password!: string;
}

const smallest: ResourceApiOptions<Person> = {
  database: { url: 'sqlite:var/a.sqlite' },
  authentication: { user: { entity: Person, identifier: 'email', password: 'password' } },
};

const withOptions = (options: object) =>
  ({ ...smallest, ...options }) as ResourceApiOptions<Person>;

function problemsOf(options: object): string[] {
  try {
    resolveOptions(withOptions(options));
  } catch (error) {
    return (error as OptionsError).problems.map(({ option }) => option);
  }
  return [];
}

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as Error).message;
  }
  return '';
}

describe('resolveOptions', () => {
  it('fills in every default (C1.1)', () => {
    expect(resolveOptions(smallest)).toEqual({
      database: { url: 'sqlite:var/a.sqlite', poolSize: 10, statementShare: 10 },
      authentication: {
        ...smallest.authentication,
        tokenLifetime: 2_592_000,
        failuresPerMinute: 20,
        cookie: false,
      },
      appKeys: [],
      rates: {},
      metrics: {},
      explain: null,
      explorer: { path: '/explorer', title: 'Resource API', logo: null, color: null },
      viewAs: null,
      why: null,
      prefix: '/api',
      safeWrites: {
        versions: true,
        idempotency: true,
        dryRuns: true,
        maxAffected: true,
        bulk: true,
        undo: true,
      },
      publicUrl: null,
      middleware: [],
      trustedProxies: [],
      cors: [],
      limits: defaultLimits,
      storage: { path: './var/storage', orphanLifetime: 3600 },
      logs: {},
      reference: {},
      firstPage: true,
      schema: true,
      exports: true,
      compression: true,
      agents: { hosts: [] },
      logLevel: 'info',
      logStatements: false,
    });
  });

  it.each([
    ['poolWait', 2 ** 31, '1 to 2,147,483,647 (milliseconds)'],
    ['statementTimeout', 1e12, '1 to 2,147,483,647 (milliseconds)'],
    ['chunkCount', 1_001, '1 to 1,000 (records)'],
    ['keys', 0, '1 to 2,147,483,647 (keys)'],
  ])('rejects for limits.%s the value %i (C12)', (name, value, range) => {
    const attempt = () => resolveOptions(withOptions({ limits: { [name]: value } }));
    expect(attempt).toThrow(
      `limits.${name} must be a whole number from ${range}; ${value} is not allowed.`,
    );
  });

  it('hides a malformed token for metrics (Issue 8)', () => {
    const attempt = () => resolveOptions(withOptions({ metrics: { token: 'short' } }));
    expect(attempt).toThrow(
      /metrics\.token must be at least 16 .*; the given value is not allowed\./,
    );
  });

  it('accepts every limit, and the others keep their default (C12)', () => {
    for (const name of Object.keys(defaultLimits))
      expect(resolveOptions(withOptions({ limits: { [name]: 7 } })).limits).toEqual({
        ...defaultLimits,
        [name]: 7,
      });
  });

  it('uses the default for undefined (Design 6)', () => {
    const resolved = resolveOptions(
      withOptions({ prefix: undefined, limits: { perPage: undefined } }),
    );
    expect([resolved.prefix, resolved.limits.perPage]).toEqual(['/api', 100]);
  });

  it('freezes the result, in depth (Design 6)', () => {
    const resolved = resolveOptions(smallest);
    for (const part of [
      resolved,
      resolved.limits,
      resolved.database,
      resolved.authentication,
      resolved.cors,
      resolved.storage,
      resolved.agents,
      resolved.agents.hosts,
    ])
      expect(Object.isFrozen(part)).toBe(true);
  });

  it.each(['/api', '/v1/api', '/a-b_c'])('accepts the prefix %s (C1.1)', (prefix) => {
    expect(resolveOptions(withOptions({ prefix })).prefix).toBe(prefix);
  });

  it.each([
    '',
    '/',
    'api',
    '/api/',
    '/Api',
    '/a b',
    '//api',
    '/api//v1',
    '/a.b',
    '/:a',
    '/docs',
    '/storage/api',
    7,
  ])('rejects the prefix %p (C1.1)', (prefix) =>
    expect(problemsOf({ prefix })).toEqual(['prefix']),
  );

  it.each([
    [{ database: { url: 'oracle://x/y' } }, 'database.url'],
    [{ database: { url: 'sqlite:' } }, 'database.url'],
    [{ database: { url: 'postgres://host' } }, 'database.url'],
    [{ database: undefined }, 'database.url'],
    [{ database: { url: 'sqlite:a', poolSize: 0 } }, 'database.poolSize'],
    [{ database: { url: 'sqlite:a', statementShare: 101 } }, 'database.statementShare'],
    [{ publicUrl: 'https://a.b/' }, 'publicUrl'],
    [{ publicUrl: 'ftp://a.b' }, 'publicUrl'],
    [{ publicUrl: 'https://a.b?c' }, 'publicUrl'],
    [{ cors: ['https://a.b/'] }, 'cors'],
    [{ cors: ['*'] }, 'cors'],
    [{ trustedProxies: ['10.0.0.0/0'] }, 'trustedProxies'],
    [{ trustedProxies: ['10.0.0.0/33'] }, 'trustedProxies'],
    [{ trustedProxies: ['::1/129'] }, 'trustedProxies'],
    [{ trustedProxies: ['proxy'] }, 'trustedProxies'],
    [{ trustedProxies: ['*'] }, 'trustedProxies'],
    [{ trustedProxies: ['true'] }, 'trustedProxies'],
    [{ trustedProxies: ['10.0.0'] }, 'trustedProxies'],
    [{ trustedProxies: [''] }, 'trustedProxies'],
    [{ trustedProxies: ['1.2.3.4/'] }, 'trustedProxies'],
    [{ cors: 'https://a.b' }, 'cors'],
    [{ middleware: ['Guard'] }, 'middleware'],
    [{ logLevel: 'loud' }, 'logLevel'],
    [{ logStatements: 'yes' }, 'logStatements'],
    [{ storage: { path: '' } }, 'storage.path'],
    [{ storage: { path: '/data', orphanLifetime: 0 } }, 'storage.orphanLifetime'],
    [{ storage: { folder: '/data' } }, 'storage.folder'],
    [{ limits: { perPage: 1.5 } }, 'limits.perPage'],
    [{ limits: { perPage: '100' } }, 'limits.perPage'],
    [{ limits: { perpage: 5 } }, 'limits.perpage'],
    [{ reference: true }, 'reference'],
    [{ reference: { title: '' } }, 'reference.title'],
    [{ reference: { servers: ['ftp://a.b'] } }, 'reference.servers'],
    [{ reference: { servers: ['/v1/'] } }, 'reference.servers'],
    [{ reference: { licence: { name: 'MIT' } } }, 'reference.licence'],
    [{ reference: { contact: { mail: 'a@b.c' } } }, 'reference.contact.mail'],
    [{ prefx: '/api' }, 'prefx'],
  ])('rejects %j under %s (Design 6)', (options, option) =>
    expect(problemsOf(options)).toEqual([option]),
  );

  it.each([['none'], ['HS256'], []])('rejects tokens signed by %j (C2.3)', (...algorithms) => {
    const jwt = { issuer: 'i', audience: 'a', jwksUri: 'https://i/jwks', algorithms };
    expect(problemsOf({ authentication: { ...smallest.authentication, jwt } })).toEqual([
      'authentication.jwt.algorithms',
    ]);
  });

  it('reports each fault once (C13)', () => {
    const undo = 'no' as never;
    expect(problemsOf({ safeWrites: { undo, bulk: undo } })).toEqual([
      'safeWrites.undo',
      'safeWrites.bulk',
    ]);
  });

  it('reports every fault at once, with the value, what is allowed and the nearest name (Design 6)', () => {
    const faulty = withOptions({
      prefix: 'api',
      limits: { perPag: 1 },
      database: { url: 'pg://ann:pw@h/d' },
    });
    const message = messageOf(() => resolveOptions(faulty));
    expect(message).toContain('prefix must be a path such as /api');
    expect(message).toContain('limits.perPag is not an option. Did you mean "perPage"?');
    expect(message).toContain('database.url must be');
    expect(message).not.toMatch(/ann|pw@/);
  });
});
