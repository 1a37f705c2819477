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
      database: {
        url: 'sqlite:var/a.sqlite',
        poolSize: 10,
        statementShare: 10,
        replicaUrls: [],
        replicaLag: 10,
      },
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
      storage: {
        path: './var/storage',
        delivery: 'proxy',
        linkLifetime: 900,
        timeout: 10_000,
        orphanLifetime: 3600,
      },
      redis: { prefix: 'resource-api:', timeout: 500 },
      runs: { concurrency: 2, poll: 2_000, lease: 30, keepDays: 30 },
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

  it.each([
    'redis://redis',
    'rediss://redis.example.com:6380',
    'redis://:p%40ss@127.0.0.1:6379/3',
    'rediss://user:password@[::1]/',
  ])('accepts redis.url %s (C12)', (url) => {
    expect(resolveOptions(withOptions({ redis: { url } })).redis.url).toBe(url);
  });

  it.each([
    'redis',
    'secret@redis:6379',
    'redis://',
    'redis:///3',
    'http://:secret@redis',
    'redis://:secret@redis/three',
    'redis://:secret@redis/3?family=6',
    'redis://:secret%@redis',
    'redis://:secret%80@redis',
    'redis://:secret@redis:70000',
  ])('rejects redis.url %s, without showing it (C12)', (url) => {
    expect(() => resolveOptions(withOptions({ redis: { url } }))).toThrow(
      /^The options are not valid:\n {2}redis\.url must be redis:.*; the given value is not allowed\.$/,
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
      resolved.redis,
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
    [
      { database: { url: 'postgres://h/d', replicaUrls: 'postgres://i/d' } },
      'database.replicaUrls',
    ],
    [{ database: { url: 'postgres://h/d', replicaUrls: ['sqlite:a'] } }, 'database.replicaUrls'],
    [{ database: { url: 'postgres://h/d', replicaUrls: ['mysql://i/d'] } }, 'database.replicaUrls'],
    [
      { database: { url: 'postgres://h/d', replicaUrls: ['postgresql://h/e'] } },
      'database.replicaUrls',
    ],
    [{ database: { url: 'sqlite:a', replicaUrls: ['postgres://i/d'] } }, 'database.replicaUrls'],
    [{ database: { url: 'postgres://h/d', replicaLag: 0 } }, 'database.replicaLag'],
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
    [{ storage: { url: 's3://files', endpoint: 'localhost:9000' } }, 'storage.endpoint'],
    [{ storage: { url: 's3://files', endpoint: 'http://a:b@store' } }, 'storage.endpoint'],
    [{ storage: { url: 's3://files', pathStyle: 'yes' } }, 'storage.pathStyle'],
    [{ storage: { url: 's3://files', delivery: 'link' } }, 'storage.delivery'],
    [{ storage: { delivery: 'signed' } }, 'storage.delivery'],
    [{ storage: { url: 's3://files', linkLifetime: 604_801 } }, 'storage.linkLifetime'],
    [{ storage: { url: 's3://files', timeout: 0 } }, 'storage.timeout'],
    [{ storage: { folder: '/data' } }, 'storage.folder'],
    [{ redis: { prefix: '' } }, 'redis.prefix'],
    [{ redis: { prefix: 'with blank' } }, 'redis.prefix'],
    [{ redis: { timeout: 0 } }, 'redis.timeout'],
    [{ redis: { host: 'redis' } as never }, 'redis.host'],
    [{ runs: { concurrency: 101 } }, 'runs.concurrency'],
    [{ runs: { poll: 1 } }, 'runs.poll'],
    [{ runs: { lease: 0 } }, 'runs.lease'],
    [{ runs: { workers: 1 } as never }, 'runs.workers'],
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

  it.each([
    's3://',
    's3://files/../other',
    's3://files//a',
    's3://files/.hidden',
    's3://Files',
    's3://f',
    's3://key:secret@files/a',
    's3://files:9000/a',
    's3://files/a?versionId=1',
    's3:files',
    'S3://files',
  ])('rejects the bucket %s (C10)', (url) =>
    expect(problemsOf({ storage: { url } })).toEqual(['storage.url']),
  );

  it.each(['s3://files', 's3://files/', 's3://my.files-1/production/eu_1/v1.2'])(
    'accepts the bucket %s (C10)',
    (url) => expect(problemsOf({ storage: { url } })).toEqual([]),
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
