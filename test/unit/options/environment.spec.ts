import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoExample } from '../../../demo/settings.js';
import { describeExample, describeSettings } from '../../../scripts/docs/describe-settings.js';
import { optionsFrom } from '../../../src/options/environment-options.js';
import { defaultLimits } from '../../../src/options/limits.js';
import { EnvironmentError, readEnvironment } from '../../../src/options/read-environment.js';
import { settings } from '../../../src/options/settings.js';

const folder = mkdtempSync(join(tmpdir(), 'resource-api-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));
const holding = (text: string) => {
  const file = join(folder, `${text.length}`);
  writeFileSync(file, text);
  return file;
};

function messageOf(variables: Record<string, string>): string {
  try {
    readEnvironment(variables);
  } catch (error) {
    expect(error).toBeInstanceOf(EnvironmentError);
    return (error as Error).message;
  }
  return '';
}

describe('readEnvironment', () => {
  it('uses the default for absent or empty variables (Demo, starting it)', () => {
    const defaults = {
      PORT: 3000,
      HOST: '127.0.0.1',
      API_PREFIX: '/api',
      DATABASE_URL: 'sqlite:var/resource-api.sqlite',
      STORAGE_PATH: './var/storage',
      LOG_LEVEL: 'info',
      CORS_ORIGINS: [],
      MCP_HOSTS: [],
    };
    expect({ ...readEnvironment({}) }).toMatchObject(defaults);
    expect({
      ...readEnvironment({ PORT: '', CORS_ORIGINS: '', PUBLIC_URL: '', PATH: '/bin' }),
    }).toMatchObject(defaults);
  });

  it('reads each variable as its type (Demo, starting it)', () => {
    const variables = {
      PORT: '0',
      HOST: '0.0.0.0',
      API_PREFIX: '/v1/api',
      DATABASE_URL: 'postgres://ann:pw@db:5432/demo',
      STORAGE_PATH: '/data',
      LOG_LEVEL: 'debug',
      PUBLIC_URL: 'https://api.example.com',
      CORS_ORIGINS: 'https://a.example.com, http://localhost:5173',
      MCP_HOSTS: 'api.example.com, 10.0.0.7',
      TRUSTED_PROXIES: 'loopback, 10.0.0.2,fd00::/8',
      REFERENCE: 'false',
      SCHEMA: 'false',
      EXPORTS: 'false',
      COMPRESSION: 'false',
      TOKEN_LIFETIME: '3600',
      METRICS_TOKEN: 'scrape-0123456789abcdef',
      RATE_PER_USER: '600',
      RATE_PER_PEER: '6000',
      REDIS_URL: 'redis://redis',
    };
    expect({ ...readEnvironment(variables) }).toMatchObject({
      ...variables,
      PORT: 0,
      TOKEN_LIFETIME: 3600,
      RATE_PER_USER: 600,
      RATE_PER_PEER: 6000,
      CORS_ORIGINS: ['https://a.example.com', 'http://localhost:5173'],
      MCP_HOSTS: ['api.example.com', '10.0.0.7'],
      TRUSTED_PROXIES: ['loopback', '10.0.0.2', 'fd00::/8'],
      REFERENCE: false,
      SCHEMA: false,
      EXPORTS: false,
      COMPRESSION: false,
    });
  });

  it.each([
    'sqlite:a.db',
    'sqlite::memory:',
    'postgres://h/d',
    'mysql://u@h:3306/d',
    'mariadb://u:p@h/d',
  ])('accepts %s as DATABASE_URL (Demo, starting it)', (DATABASE_URL) =>
    expect(readEnvironment({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL),
  );

  it.each([
    ['PORT', '3000abc'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '1e3'],
    ['API_PREFIX', 'api'],
    ['API_PREFIX', '/api/'],
    ['DATABASE_URL', 'mongodb://h/d'],
    ['LOG_LEVEL', 'INFO'],
    ['PUBLIC_URL', 'api.example.com'],
    ['CORS_ORIGINS', 'https://a.b,*'],
    ['CORS_ORIGINS', 'https://a.b,'],
    ['MCP_HOSTS', 'https://api.example.com'],
    ['MCP_HOSTS', 'api.example.com:3000'],
    ['TRUSTED_PROXIES', 'proxy'],
    ['TRUSTED_PROXIES', '10.0.0.2,0.0.0.0/0'],
    ['REFERENCE', 'off'],
    ['SCHEMA', 'no'],
    ['EXPORTS', 'csv'],
    ['TOKEN_LIFETIME', '0'],
    ['TOKEN_LIFETIME', '1 day'],
    ['JWT_ALGORITHMS', 'HS256'],
    ['LIMIT_BODY_BYTES', '0'],
    ['LIMIT_CHUNK_COUNT', '1001'],
    ['RATE_PER_USER', '0'],
    ['RATE_PER_PEER', '10/s'],
  ])(
    'rejects for %s the value %j: its name, the value, what is allowed (Issue 1)',
    (name, value) => {
      expect(messageOf({ [name]: value })).toMatch(
        new RegExp(
          `^These .*:\n  ${name} must be .{10,}; "${value.replace(/[*.]/g, '\\$&')}" is not allowed\\.$`,
        ),
      );
    },
  );

  it('names every wrong variable in one report (Issue 1)', () => {
    const lines = messageOf({ PORT: 'x', LOG_LEVEL: 'loud', API_PREFIX: 'api', HOST: 'h' }).split(
      '\n',
    );
    expect(lines.slice(1).map((line) => line.trim().split(' ')[0])).toEqual([
      'PORT',
      'API_PREFIX',
      'LOG_LEVEL',
    ]);
  });

  it.each([
    'postgre://ann:s3cret@db/demo',
    'ann:s3cret@db',
    'postgres://ann:s3@cret@db',
    'pg://db/x?user=ann&password=s3cret',
  ])('hides the credentials in DATABASE_URL: %s (Issue 1)', (DATABASE_URL) => {
    const message = messageOf({ DATABASE_URL });
    expect(message).toContain('***');
    expect(message).not.toMatch(/s3|cret|ann/);
  });

  it('rejects another REDIS_URL, without showing it (C12)', () => {
    const message = messageOf({ REDIS_URL: 'http://:s3cret@redis', REDIS_PREFIX: 'a b' });
    expect(message).toMatch(/REDIS_URL must be redis:.*; the given value is not allowed\./);
    expect(message).toContain('REDIS_PREFIX must be at most 64 characters');
    expect(message).not.toContain('s3cret');
  });

  it.each(['short', 'with a blank inside it', 'with-a-"quote"-inside'])(
    'rejects %j as METRICS_TOKEN, without showing it (Issue 8)',
    (METRICS_TOKEN) => {
      const message = messageOf({ METRICS_TOKEN });
      expect(message).toMatch(
        /METRICS_TOKEN must be at least 16 .*; the given value is not allowed\./,
      );
      expect(message).not.toContain(METRICS_TOKEN);
    },
  );
});

describe('the table of settings (issue 8, 6)', () => {
  it('covers every limit, and keeps the defaults (C12)', () => {
    const limitsOf = (variables: Record<string, string>) =>
      optionsFrom(readEnvironment(variables)).limits;
    expect(limitsOf({})).toEqual(defaultLimits);
    for (const [at, name] of (
      Object.keys(defaultLimits) as (keyof typeof defaultLimits)[]
    ).entries()) {
      const variable = `LIMIT_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}`;
      expect(limitsOf({ [variable]: String(at + 1) })).toEqual({
        ...defaultLimits,
        [name]: at + 1,
      });
    }
  });

  it.each([
    ['docs/reference/configuration.md', describeSettings],
    ['.env.example', () => `${describeExample()}\n${demoExample}`],
  ])('is the source of %s (write it: npm run docs)', (path, describe) => {
    expect(readFileSync(path, 'utf8')).toBe(describe());
  });

  it('is described completely, and .env.example contains only defaults', () => {
    const example = Object.fromEntries(
      [...describeExample().matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    ) as Record<string, string>;
    expect(Object.keys(example)).toEqual(settings.map(({ name }) => name));
    expect(readEnvironment(example)).toEqual(readEnvironment({}));
  });
});

describe('optionsFrom', () => {
  const optionsOf = (variables: Record<string, string>) => optionsFrom(readEnvironment(variables));

  it('passes on every setting that has an option, under its path (Demo, starting it)', () => {
    const withOption = settings.filter(({ option }) => option !== undefined);
    expect(withOption.length).toBeGreaterThan(50);
    const provider = {
      JWT_ISSUER: 'https://id.example.com',
      JWT_AUDIENCE: 'shop',
      JWT_JWKS_URI: 'https://id.example.com/jwks',
    };
    const variables = {
      ...provider,
      PUBLIC_URL: 'https://api.example.com',
      STORAGE_URL: 's3://files/production',
      STORAGE_ENDPOINT: 'https://s3.example.com',
      STORAGE_PATH_STYLE: 'false',
      LOG_KEEP_DAYS: '7',
      EXPLORER_TITLE: 'Shop',
      EXPLORER_LOGO: 'explorer/src/theme/icon.svg',
      EXPLORER_COLOR: '#0f766e',
      METRICS_TOKEN: 'scrape-0123456789abcdef',
      RATE_PER_USER: '600',
      RATE_PER_PEER: '6000',
      REDIS_URL: 'redis://redis',
    };
    const environment = readEnvironment(variables);
    const options = optionsFrom(environment);
    for (const { name, option } of withOption) {
      const path = option!.split('.');
      expect(options).toHaveProperty(path, environment[name as keyof typeof environment]);
    }
  });

  it('sets nothing for what is absent, and no identity provider without its issuer (C2.3)', () => {
    const options = optionsOf({});
    expect(options).not.toHaveProperty('publicUrl');
    expect(options).not.toHaveProperty('rates');
    expect(options.authentication).toEqual({
      tokenLifetime: 2_592_000,
      failuresPerMinute: 20,
      cookie: false,
    });
  });
});

describe('a secret', () => {
  it('is read from the file in <NAME>_FILE, without the line break at its end (issue 8, 6)', () => {
    const DATABASE_URL_FILE = holding('postgres://ann:s3cret@db/demo\n');
    expect(readEnvironment({ DATABASE_URL_FILE }).DATABASE_URL).toBe(
      'postgres://ann:s3cret@db/demo',
    );
    expect(readEnvironment({ DATABASE_URL_FILE, DATABASE_URL: '' }).DATABASE_URL).toContain(
      's3cret',
    );
  });

  it.each([
    [
      'is set as well',
      { DATABASE_URL_FILE: holding('sqlite:a'), DATABASE_URL: 'sqlite:b' },
      'DATABASE_URL_FILE and DATABASE_URL are both set',
    ],
    ['is empty', { DATABASE_URL_FILE: holding('\n') }, 'is empty'],
    ['is missing', { DATABASE_URL_FILE: join(folder, 'none') }, 'cannot be read (ENOENT)'],
  ])('is reported beside the others if it %s (issue 8, 6)', (_what, variables, message) => {
    const lines = messageOf({ ...variables, PORT: 'x' })
      .split('\n')
      .slice(1);
    expect(lines).toEqual([
      expect.stringContaining('DATABASE_URL_FILE'),
      expect.stringContaining('PORT must be'),
    ]);
    expect(lines[0]).toContain(message);
  });

  it('is hidden in a file like in a variable', () => {
    expect(messageOf({ DATABASE_URL_FILE: holding('postgre://ann:s3cret@db/demo') })).not.toMatch(
      /s3cret|ann/,
    );
  });

  it('is hidden inside an address of another setting', () => {
    const message = messageOf({
      PUBLIC_URL: 'ftp://ann:hidden@api.example.com/',
      CORS_ORIGINS: 'x://ann:hidden@a',
    });
    expect(message).toContain('"ftp://***@api.example.com/" is not allowed');
    expect(message).not.toContain('hidden');
  });

  it('is the only kind of setting that may come from a file', () => {
    expect(readEnvironment({ PORT_FILE: holding('4000') }).PORT).toBe(3000);
  });
});

describe('an identity provider', () => {
  it('is configured completely, or the one report contains what is missing (C2.3)', () => {
    const lines = messageOf({ JWT_ISSUER: 'https://id.example.com', PORT: 'x' })
      .split('\n')
      .slice(1);
    expect(lines.map((line) => line.trim().split(' ')[0])).toEqual([
      'PORT',
      'JWT_AUDIENCE',
      'JWT_JWKS_URI',
    ]);
    expect(lines[1]).toContain('is required if JWT_ISSUER is set');
  });
});

describe('with NODE_ENV=production (issue 8, 6)', () => {
  const production = { NODE_ENV: 'production' };

  it.each([
    'resource_api:resource_api',
    'ann:ann',
    'ann:password',
    'postgres:Postgres',
    'x:changeme',
  ])('fails the start for %s, which is well known', (credentials) => {
    const DATABASE_URL = `postgres://${credentials}@db/demo`;
    expect(messageOf({ ...production, DATABASE_URL })).toMatch(
      /DATABASE_URL must not be a well-known secret/,
    );
    expect(readEnvironment({ ...production, NODE_ENV: '', DATABASE_URL }).DATABASE_URL).toBe(
      DATABASE_URL,
    );
    const DATABASE_REPLICA_URLS = `postgres://api:k8Zr@replica/demo,postgres://${credentials}@other/demo`;
    expect(messageOf({ ...production, DATABASE_REPLICA_URLS })).toContain(
      'DATABASE_REPLICA_URLS must not be a well-known secret',
    );
  });

  it('fails the start for such a secret in a parameter, and in a file', () => {
    const inParameter = 'postgres://db/demo?user=ann&password=secret';
    expect(messageOf({ ...production, DATABASE_URL: inParameter })).toContain('well-known secret');
    expect(messageOf({ ...production, DATABASE_URL_FILE: holding(inParameter) })).toContain(
      'well-known secret',
    );
  });

  it.each(['sqlite:a.db', 'postgres://db/demo', 'postgres://ann:kT8-2nQ@db/demo'])(
    'accepts %s',
    (DATABASE_URL) => {
      expect(readEnvironment({ ...production, DATABASE_URL })).toMatchObject({ DATABASE_URL });
    },
  );
});
