import { EnvironmentError, readEnvironment } from '../../../src/options/read-environment.js';

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
  it('Demo, starting it: absent or empty variables have their default', () => {
    const defaults = {
      PORT: 3000,
      HOST: '127.0.0.1',
      API_PREFIX: '/api',
      DATABASE_URL: 'sqlite:var/resource-api.sqlite',
      STORAGE_PATH: './var/storage',
      LOG_LEVEL: 'info',
      CORS_ORIGINS: [],
    };
    expect({ ...readEnvironment({}) }).toEqual(defaults);
    expect({ ...readEnvironment({ PORT: '', CORS_ORIGINS: '', PUBLIC_URL: '', PATH: '/bin' }) }).toEqual(defaults);
  });

  it('Demo, starting it: each variable is read as its type', () => {
    const variables = {
      PORT: '0',
      HOST: '0.0.0.0',
      API_PREFIX: '/v1/api',
      DATABASE_URL: 'postgres://ann:pw@db:5432/demo',
      STORAGE_PATH: '/data',
      LOG_LEVEL: 'debug',
      PUBLIC_URL: 'https://api.example.com',
      CORS_ORIGINS: 'https://a.example.com, http://localhost:5173',
      TOKEN_LIFETIME: '3600',
    };
    expect({ ...readEnvironment(variables) }).toEqual({
      ...variables,
      PORT: 0,
      TOKEN_LIFETIME: 3600,
      CORS_ORIGINS: ['https://a.example.com', 'http://localhost:5173'],
    });
  });

  it.each(['sqlite:a.db', 'sqlite::memory:', 'postgres://h/d', 'mysql://u@h:3306/d', 'mariadb://u:p@h/d'])(
    'Demo, starting it: DATABASE_URL may be %s',
    (DATABASE_URL) => expect(readEnvironment({ DATABASE_URL }).DATABASE_URL).toBe(DATABASE_URL),
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
    ['TOKEN_LIFETIME', '0'],
    ['TOKEN_LIFETIME', '1 day'],
  ])('Issue 1: %s may not be %j: its name, what was given, what is allowed', (name, value) => {
    expect(messageOf({ [name]: value })).toMatch(
      new RegExp(`^These .*:\n  ${name}: "${value.replace(/[*.]/g, '\\$&')}" is not allowed; allowed: .{10,}\\.$`),
    );
  });

  it('Issue 1: one report names every wrong variable', () => {
    const lines = messageOf({ PORT: 'x', LOG_LEVEL: 'loud', API_PREFIX: 'api', HOST: 'h' }).split('\n');
    expect(lines.slice(1).map((line) => line.trim().split(':')[0])).toEqual(['PORT', 'API_PREFIX', 'LOG_LEVEL']);
  });

  it.each([
    'postgre://ann:s3cret@db/demo',
    'ann:s3cret@db',
    'postgres://ann:s3@cret@db',
    'pg://db/x?user=ann&password=s3cret',
  ])('Issue 1: the credentials in DATABASE_URL are not shown: %s', (DATABASE_URL) => {
    const message = messageOf({ DATABASE_URL });
    expect(message).toContain('***');
    expect(message).not.toMatch(/s3|cret|ann/);
  });
});
