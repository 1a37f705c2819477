import { createServer } from 'node:net';
import { describeStartFailure } from '../../../src/app/describe-start-failure.js';
import { describeStart } from '../../../demo/describe-start.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { DefinitionError } from '../../../src/registry/draft/fault.js';

/** Opens a port as the start does, and returns why it could not. */
const failureOf = (port: number, host: string): Promise<Error> =>
  new Promise((resolve) => {
    createServer().on('error', resolve).listen(port, host);
  });

describe('what the start prints', () => {
  const settings = (variables: Record<string, string>, seeds = true) => ({
    environment: readEnvironment(variables),
    seeds,
  });
  const demo = settings({ DATABASE_URL: 'postgres://me:secret@db:5432/demo', API_PREFIX: '/v1' });

  it('contains addresses, accounts and a first request, and no credentials of the database', () => {
    const output = describeStart('http://127.0.0.1:3000', demo, true);
    expect(output).toContain('  API       http://127.0.0.1:3000/v1\n');
    expect(output).toContain('  Reference http://127.0.0.1:3000/docs\n');
    expect(output).toContain('  Agents    http://127.0.0.1:3000/mcp\n');
    for (const account of ['admin', 'editor', 'author', 'reader', 'suspended'])
      expect(output).toContain(`  ${account}@example.com`);
    expect(output).toMatch(/TOKEN=\$\(curl -s http:\/\/127\.0\.0\.1:3000\/v1\/login /);
    expect(output).toContain(`curl -s 'http://127.0.0.1:3000/v1/users/1?`);
    expect(output).not.toContain('secret');
  });

  it('contains no accounts if nothing is seeded, as in production (issue 8, 6)', () => {
    const output = describeStart('http://127.0.0.1:3000', settings({}, false), false);
    expect(output).toContain('  API       http://127.0.0.1:3000/api\n');
    expect(output).not.toMatch(/password|example\.com/);
  });

  it('contains no passwords and no login if tokens come from an identity provider (C2.3)', () => {
    const provider = {
      JWT_ISSUER: 'https://idp',
      JWT_AUDIENCE: 'api',
      JWT_JWKS_URI: 'https://idp.example.com/keys',
    };
    const output = describeStart('http://127.0.0.1:3000', settings(provider), true);
    expect(output).toContain('just seeded with the demo');
    expect(output).not.toMatch(/password|login/);
  });

  it('contains no link to a reference that is off (issue 8, 8)', () => {
    const output = describeStart('http://127.0.0.1:3000', settings({ REFERENCE: 'false' }), false);
    expect(output).toContain(
      '  API       http://127.0.0.1:3000/api\n  Agents    http://127.0.0.1:3000/mcp\n',
    );
  });

  it.each(['http://0.0.0.0:3000', 'http://[::]:3000'])('replaces %s by localhost', (url) => {
    expect(describeStart(url, demo, false)).toContain('http://localhost:3000/v1');
  });
});

describe('why the start failed', () => {
  it('lists every wrong variable, without a stack trace', () => {
    const read = () => readEnvironment({ PORT: 'x', API_PREFIX: 'y' });
    expect(read).toThrow();
    try {
      read();
    } catch (error) {
      const output = describeStartFailure(error);
      expect(output).toMatch(/PORT must be .*"x"[^]*API_PREFIX must be .*"y"/);
      expect(output).not.toContain('    at ');
    }
  });

  it('lists every fault of the definitions, without a stack trace', () => {
    const fault = {
      resource: 'PostResource',
      member: 'titel',
      wrong: 'there is no such column',
      instead: '"title"',
    };
    expect(describeStartFailure(new DefinitionError([fault]))).toBe(
      'The definitions have 1 fault:\n  PostResource.titel: there is no such column: write "title".',
    );
  });

  it('names the port that is in use, and what to do', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => void taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const output = describeStartFailure(await failureOf(port, '127.0.0.1'));
    taken.close();
    expect(output).toMatch(
      new RegExp(
        `^The service cannot listen on 127\\.0\\.0\\.1, port ${port}: the port is in use\\. .*PORT`,
      ),
    );
    expect(output).not.toContain('\n');
  });

  it('shows the stack trace of an unexpected error', () => {
    expect(describeStartFailure(new Error('ours'))).toContain('    at ');
    expect(describeStartFailure('no error')).toBe("'no error'");
  });
});
