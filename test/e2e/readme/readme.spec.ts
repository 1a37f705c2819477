import { AccountCommands } from '../../../src/modules/auth/account-commands.js';
import { runAccountCommand } from '../../../src/modules/auth/run-account-command.js';
import { startDemo, type DemoAccount, type DemoApp } from '../../support/demo-app.js';
import { printJson } from '../../unit/docs/generated-blocks.js';
import {
  firstRequest,
  keepAnswer,
  queriesOf,
  readme,
  requestsOf,
  userCommands,
  type ShownRequest,
} from './readme-blocks.js';
import { runShell } from './run-shell.js';

let demo: DemoApp;

beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

/** Answers of the demo as it comes; those about books are another file's. */
const requests = requestsOf(readme()).filter(({ path }) => !path.startsWith('/books'));

describe('README.md', () => {
  it('shows a first request that works when it is pasted, and its answer', async () => {
    const { script, answer } = firstRequest(readme());
    await demo.app.listen(0, '127.0.0.1');
    const address = (await demo.app.getUrl()).replace('[::1]', '127.0.0.1');
    const printed = await runShell(script.replaceAll('http://127.0.0.1:3000', address));
    const came = printJson(JSON.parse(printed));
    keepAnswer(answer, came);
    expect(answer).toBe(came);
  });

  it.each(requests)(
    'shows the answer to $method $path',
    async ({ path, account, answer, ...request }: ShownRequest) => {
      const { body } = await demo.send(path, { ...request, as: account as DemoAccount });
      const came = printJson(body);
      keepAnswer(answer, came);
      expect(answer).toBe(came);
    },
  );

  it('shows requests and queries that this file finds', () => {
    expect(requests.length).toBeGreaterThanOrEqual(2);
    expect(queriesOf(readme()).length).toBeGreaterThanOrEqual(9);
    expect(userCommands(readme())).toHaveLength(3);
  });

  it.each(queriesOf(readme()))('names a query that is answered: %s', async (path) => {
    expect(await demo.get(path)).toMatchObject({ status: 200 });
  });

  it('names commands for accounts that do what they say', async () => {
    const commands = demo.app.get(AccountCommands, { strict: false });
    const printed: string[] = [];
    for (const words of userCommands(readme()))
      printed.push(
        await runAccountCommand(words, commands, () => Promise.resolve('a long password')),
      );
    expect(printed[0]).toMatch(/^\d+$/);
    const answer = await demo.app.inject({
      url: '/api/tokens',
      headers: { authorization: `Bearer ${printed[1]}` },
    });
    // The third command changed the password, which ends older tokens.
    expect(answer.statusCode).toBe(401);
    expect(printed[2]).toContain('ann@example.org');
  });

  it('tells what signing in answers', async () => {
    const body = { email: 'reader@example.com', password: 'password' };
    const login = await demo.send<{ access_token: string; expires_in: number }>('/login', {
      method: 'POST',
      body,
      as: null,
    });
    expect(login).toMatchObject({ status: 200, body: { expires_in: 30 * 24 * 60 * 60 } });
    const headers = { authorization: `Bearer ${login.body.access_token}` };
    const tokens = await demo.app.inject({ url: '/api/tokens', headers });
    const [own] = tokens.json<{ data: { id: string }[] }>().data;
    const ended = await demo.app.inject({
      method: 'DELETE',
      url: `/api/tokens/${own!.id}`,
      headers,
    });
    const after = await demo.app.inject({ method: 'POST', url: '/api/logout', headers });
    expect([tokens.statusCode, ended.statusCode, after.statusCode]).toEqual([200, 204, 401]);
  });
});
