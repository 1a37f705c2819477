import { AccountCommands } from '../../../src/modules/auth/index.js';
import {
  accountCommandUsage,
  runAccountCommand,
} from '../../../src/cli/run-account-command.js';
import { AuthApp } from './auth-app.js';

const password = 'a long password';

describe('The user command', () => {
  let api: AuthApp;

  beforeAll(async () => {
    api = await AuthApp.start();
  });
  afterAll(() => api.stop());

  const run = (...args: string[]) =>
    runAccountCommand(args, api.app.get(AccountCommands), () => Promise.resolve(password));
  const login = (email: string, secret = password) => api.login({ email, password: secret });
  const me = async (token: string) => (await api.call('GET', '/api/me', token)).json();

  it('create makes an administrator that can sign in, and prints the key (C2.7)', async () => {
    const key = await run('create', '--email', 'Root@Example.com', '--name', 'Root', '--admin');
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

  it('create fills columns as typed by --set (C2.7)', async () => {
    await run(
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

  it('create takes the password from its option before standard input (C2.7)', async () => {
    await run(
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

  it('token prints a token that works (C2.7)', async () => {
    await run('create', '--email', 'tok@example.com', '--name', 'Tok');
    expect(
      (await me(await run('token', '--email', 'tok@example.com', '--name', 'ci'))).own.name,
    ).toBe('Tok');
  });

  it('password changes it and ends the older tokens (C2.7, C2.4)', async () => {
    await run('create', '--email', 'pw@example.com', '--name', 'Pw');
    const token = await run('token', '--email', 'pw@example.com');
    await run('password', '--email', 'PW@example.com', '--password', 'a new password');
    expect((await api.call('GET', '/api/me', token)).statusCode).toBe(401);
    expect((await login('pw@example.com')).statusCode).toBe(401);
    expect((await login('pw@example.com', 'a new password')).statusCode).toBe(200);
  });

  it.each([
    [[], accountCommandUsage],
    [['frobnicate', '--email', 'a@b.c'], accountCommandUsage],
    [['create'], accountCommandUsage],
    [['constructor', '--email', 'a@b.c'], accountCommandUsage],
    [['create', '--email', 'taken@example.com', '--name', 'T'], 'taken@example.com exists already'],
    [['create', '--email', ' ', '--name', 'T'], 'needs an identifier'],
    [['create', '--email', 'x@example.com'], '--set name=...'],
    [
      ['create', '--email', 'x@example.com', '--name', 'X', '--set', 'nonsense=1'],
      'no column "nonsense"',
    ],
    [['create', '--email', 'x@example.com', '--name', 'X', '--set', 'nonsense'], 'column=value'],
    [
      ['create', '--email', 'x@example.com', '--name', 'X', '--set', 'is_admin=maybe'],
      '"maybe" is no value',
    ],
    [['create', '--email', 'x@example.com', '--name', 'X', '--password', 'short'], 'at least 8'],
    [['token', '--email', 'nobody@example.com'], 'no account nobody@example.com'],
    [['token', '--email', 'suspended@example.com'], 'suspended'],
    [['password', '--email', 'nobody@example.com'], 'no account'],
  ])('refuses %j with a text that helps (C2.7)', async (args, text) => {
    await api.account('taken@example.com').catch(() => undefined);
    await api.account('suspended@example.com', { suspended_at: new Date() }).catch(() => undefined);
    await expect(run(...args)).rejects.toThrow(text);
    const [[count]] = (await api.database.query('select count(*) from accounts where email = ?', [
      'x@example.com',
    ])) as [[number]];
    expect(Number(count)).toBe(0);
  });
});
