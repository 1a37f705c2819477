import { runCommand } from '../../support/run-command.js';
import { AuthApp } from './auth-app.js';

const password = 'a long password';

describe('The commands of accounts', () => {
  let api: AuthApp;

  beforeAll(async () => {
    api = await AuthApp.start();
  });
  afterAll(() => api.stop());

  const attempt = (...args: string[]) => runCommand(args, { app: api.app, stdin: `${password}\n` });
  /** Runs a command that succeeds, and returns what it prints. */
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await attempt(...args);
    expect([code, stderr]).toEqual([0, '']);
    return stdout.trim();
  };
  const login = (email: string, secret = password) => api.login({ email, password: secret });
  const me = async (token: string) => (await api.call('GET', '/api/me', token)).json();

  it('creates an administrator that can sign in, and prints the key (C2.7)', async () => {
    const key = await run(
      'user',
      'create',
      '--email',
      'Root@Example.com',
      '--name',
      'Root',
      '--admin',
    );
    const response = await login('root@example.com');
    expect(response.statusCode).toBe(200);
    const { own } = await me(response.json().access_token);
    expect(own).toMatchObject({
      id: Number(key),
      email: 'root@example.com',
      name: 'Root',
      is_admin: true,
    });
  });

  it('sets columns by --set, with their types (C2.7)', async () => {
    await run(
      'user',
      'create',
      '--email',
      'set@example.com',
      '--set',
      'name=A=B',
      '--set',
      'preferences={"theme":"dark"}',
      '--set',
      'is_admin=false',
    );
    const { own } = await me((await login('set@example.com')).json().access_token);
    expect(own).toMatchObject({ name: 'A=B', preferences: { theme: 'dark' }, is_admin: false });
  });

  it('prefers the password of the option to standard input (C2.7)', async () => {
    await run(
      'user',
      'create',
      '--email',
      'opt@example.com',
      '--name',
      'Opt',
      '--password',
      'another password',
    );
    expect((await login('opt@example.com', 'another password')).statusCode).toBe(200);
    expect((await login('opt@example.com')).statusCode).toBe(401);
  });

  it('prints a working token (C2.7)', async () => {
    await run('user', 'create', '--email', 'tok@example.com', '--name', 'Tok');
    expect(
      (await me(await run('token', 'create', '--email', 'tok@example.com', '--name', 'ci'))).own
        .name,
    ).toBe('Tok');
  });

  it('prints JSON with --json', async () => {
    const create = ['user', 'create', '--email', 'json@example.com', '--name', 'Json', '--json'];
    expect(JSON.parse(await run(...create))).toEqual({ id: expect.stringMatching(/^\d+$/) });
    const { token } = JSON.parse(
      await run('token', 'create', '--email', 'json@example.com', '--json'),
    ) as { token: string };
    expect((await me(token)).own.name).toBe('Json');
    const { code, stderr } = await attempt(...create);
    expect([code, JSON.parse(stderr)]).toEqual([
      1,
      { error: { message: 'The account json@example.com already exists.' } },
    ]);
  });

  it('changes a password and ends the older tokens (C2.7, C2.4)', async () => {
    await run('user', 'create', '--email', 'pw@example.com', '--name', 'Pw');
    const token = await run('token', 'create', '--email', 'pw@example.com');
    await run('user', 'password', '--email', 'PW@example.com', '--password', 'a new password');
    expect((await api.call('GET', '/api/me', token)).statusCode).toBe(401);
    expect((await login('pw@example.com')).statusCode).toBe(401);
    expect((await login('pw@example.com', 'a new password')).statusCode).toBe(200);
  });

  it.each([
    [['user'], 'Usage: resource-api user', 2],
    [['user', 'frobnicate'], 'has no command "frobnicate". Commands: create, password.', 2],
    [['user', 'constructor', '--email', 'a@b.c'], 'has no command "constructor"', 2],
    [['user', 'create'], 'requires the option "--email <email>"', 2],
    [
      ['user', 'create', '--email', 'taken@example.com', '--name', 'T'],
      'taken@example.com already exists',
    ],
    [['user', 'create', '--email', ' ', '--name', 'T'], 'must have an identifier'],
    [['user', 'create', '--email', 'x@example.com'], '--set name=...'],
    [
      ['user', 'create', '--email', 'x@example.com', '--name', 'X', '--set', 'nonsense=1'],
      'no column "nonsense"',
    ],
    [
      ['user', 'create', '--email', 'x@example.com', '--name', 'X', '--set', 'nonsense'],
      'It must be column=value.',
      2,
    ],
    [
      ['user', 'create', '--email', 'x@example.com', '--name', 'X', '--set', 'is_admin=maybe'],
      '"maybe" is not a valid value',
    ],
    [
      ['user', 'create', '--email', 'x@example.com', '--name', 'X', '--password', 'short'],
      'at least 8',
    ],
    [['token', 'create', '--email', 'nobody@example.com'], 'no account nobody@example.com'],
    [['token', 'create', '--email', 'suspended@example.com'], 'suspended'],
    [['user', 'password', '--email', 'nobody@example.com'], 'no account'],
  ] as const)(
    'rejects %j with a helpful message (C2.7)',
    async (args, message, exitCode: number = 1) => {
      await api.account('taken@example.com').catch(() => undefined);
      await api
        .account('suspended@example.com', { suspended_at: new Date() })
        .catch(() => undefined);
      const { code, stdout, stderr } = await attempt(...args);
      expect([code, stdout]).toEqual([exitCode, '']);
      expect(stderr).toContain(message);
      const [[count]] = (await api.database.query('select count(*) from accounts where email = ?', [
        'x@example.com',
      ])) as [[number]];
      expect(Number(count)).toBe(0);
    },
  );
});
