import { AccountCommands } from '../../../src/modules/auth/account-commands.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { accounts, accountKeys, resources } from './responses.js';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

const signIn = (email: string, password = 'password') =>
  demo.send<object>('/login', { method: 'POST', body: { email, password }, as: null });

describe('the accounts of the demo', () => {
  it.each(accounts)('signs in %s@example.com with "password" (C2.2)', async (account) => {
    const { status, body } = await signIn(`${account}@example.com`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 30 * 24 * 60 * 60 });
    expect((await demo.get(`/users/${accountKeys[account]}`, account)).status).toBe(200);
  });

  it('refuse the suspended one in the same way as an unknown one (C2.4)', async () => {
    const [suspended, unknown] = await Promise.all([
      signIn('suspended@example.com'),
      signIn('nobody@example.com'),
    ]);
    expect(suspended.status).toBe(401);
    expect(suspended.body).toEqual(unknown.body);
  });

  it.each(Object.keys(resources))('show a guest nothing of /%s (C2.1)', async (resource) => {
    for (const path of [`/${resource}`, `/${resource}/1`, `/${resource}?include=nothing`]) {
      const { status, headers, body } = await demo.get(path, null);
      expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
      expect(body).toEqual({ message: 'Unauthenticated.', code: 'unauthenticated' });
    }
  });

  it('end the tokens of an account that is suspended (C2.4)', async () => {
    const { body } = await signIn('reader@example.com');
    const { access_token: token } = body as { access_token: string };
    const status = async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await demo.app.inject({ url: '/api/users/4', headers })).statusCode;
    };
    expect(await status()).toBe(200);
    await demo.database.write(
      `update users set suspended_at = '2025-12-01 00:00:00.000' where id = 4`,
    );
    expect(await status()).toBe(401);
    await demo.database.write('update users set suspended_at = null where id = 4');
    expect(await status()).toBe(401);
  });

  const act = (path: string, action: string, body: object) =>
    demo.send(`${path}/actions?action=${action}`, { method: 'POST', body });
  const callTool = async (name: string, given: object) => {
    const headers = {
      authorization: `Bearer ${await demo.tokenOf('admin')}`,
      accept: 'application/json',
    };
    const payload = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: given },
    };
    return demo.app.inject({ method: 'POST', url: '/mcp', headers, payload });
  };

  it.each<[string, () => Promise<unknown>]>([
    ['by an action over some', () => act('/users', 'deactivate-users', { repositories: [3] })],
    ['by an action over all', () => act('/users', 'deactivate-users', { repositories: 'all' })],
    ['by a tool', () => callTool('users-deactivate-users-action-tool', { repositories: [3] })],
  ])(
    'keep tokens of a user who was suspended %s invalid when an action reactivates the user (C2.4)',
    async (_way, suspend) => {
      const issue = () =>
        demo.app.get(AccountCommands, { strict: false }).issueToken('author@example.com');
      const statusOf = async (token: string) =>
        (
          await demo.app.inject({
            url: '/api/profile',
            headers: { authorization: `Bearer ${token}` },
          })
        ).statusCode;
      const token = await issue();
      expect(await statusOf(token)).toBe(200);
      await suspend();
      expect((await act('/users/3', 'reactivate-user', {})).status).toBe(200);
      expect([await statusOf(token), await statusOf(await issue())]).toEqual([401, 200]);
    },
  );
});
