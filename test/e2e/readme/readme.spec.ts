import { startDemo, type DemoAccount, type DemoApp } from '../../support/demo-app.js';
import { runCommand } from '../../support/run-command.js';
import { printJson } from '../../unit/docs/generated-blocks.js';
import {
  filesOf,
  firstRequest,
  FIRST_RESOURCE,
  keepResponse,
  queriesOf,
  README,
  requestsOf,
  textOf,
  userCommands,
  WRITING,
  type ShownRequest,
} from './readme-blocks.js';
import { runShell } from './run-shell.js';

let demo: DemoApp;

beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

const requests = [README, WRITING].flatMap((page) =>
  requestsOf(textOf(page)).map((request) => ({ page, ...request })),
);

describe('README.md', () => {
  it('shows a first request that works when it is pasted, and its response', async () => {
    const { script, response } = firstRequest(textOf(README));
    await demo.app.listen(0, '127.0.0.1');
    const address = (await demo.app.getUrl()).replace('[::1]', '127.0.0.1');
    const printed = await runShell(script.replaceAll('http://127.0.0.1:3000', address));
    const actual = printJson(JSON.parse(printed));
    keepResponse(README, response, actual);
    expect(response).toBe(actual);
  });

  it.each(requests)(
    'shows, with $page, the response to $method $path',
    async ({ page, path, account, response, ...request }: ShownRequest & { page: string }) => {
      const { body } = await demo.send(path, { ...request, as: account as DemoAccount });
      const actual = printJson(body);
      keepResponse(page, response, actual);
      expect(response).toBe(actual);
    },
  );

  it('shows requests and queries that this file reads', () => {
    expect(requests.length).toBeGreaterThanOrEqual(2);
    expect(queriesOf(textOf(README)).length).toBeGreaterThanOrEqual(9);
    expect(userCommands(textOf(README))).toHaveLength(3);
  });

  it.each(queriesOf(textOf(README)))('contains a query that works: %s', async (path) => {
    expect(await demo.get(path)).toMatchObject({ status: 200 });
  });

  it('shows code of the guide to the first resource', () => {
    const shown = [...textOf(README).matchAll(/```ts\n([^]*?)```/g)].map(([, code]) => code!);
    expect(shown).toHaveLength(2);
    for (const code of shown) expect([...filesOf(textOf(FIRST_RESOURCE)).values()]).toContain(code);
  });

  it('contains commands for accounts that work as described', async () => {
    const printed: string[] = [];
    for (const words of userCommands(textOf(README))) {
      const { stdout } = await runCommand(words, { app: demo.app, stdin: 'a long password\n' });
      printed.push(stdout.trim());
    }
    expect(printed[0]).toMatch(/^\d+$/);
    const response = await demo.app.inject({
      url: '/api/tokens',
      headers: { authorization: `Bearer ${printed[1]}` },
    });
    // The third command changed the password, which ends older tokens.
    expect(response.statusCode).toBe(401);
    expect(printed[2]).toContain('ann@example.org');
  });

  it('shows the response to signing in', async () => {
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
