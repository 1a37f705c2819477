import { followSteps } from '../../support/pages/follow-steps.js';
import { PageApp } from '../../support/pages/page-app.js';
import { Page } from '../../support/pages/page.js';
import { printJson } from '../../support/pages/print-response.js';
import { runCommand } from '../../support/run-command.js';

const readme = new Page('README.md');

let guide: PageApp;

beforeAll(async () => {
  guide = await PageApp.start(new Map(), { print: printJson });
});
afterAll(() => guide?.close());

describe('README.md', () => {
  const [first, ...others] = readme.commands.filter(({ script }) => script.startsWith('TOKEN='));

  it('shows a first request, another one, queries and commands for accounts', () => {
    expect(first?.output).not.toBeNull();
    expect([others.length, readme.requests.length]).toEqual([0, 1]);
    expect(readme.queries.length).toBeGreaterThanOrEqual(9);
    expect(readme.accountCommands).toHaveLength(3);
  });

  followSteps(readme, [first!, ...readme.requests], (step) => guide.follow(step));

  it.each(readme.queries)('contains a query that works: %s', async (path) => {
    expect(await guide.client('admin').get(path)).toMatchObject({ status: 200 });
  });

  it('shows code of the guide to the first resource', () => {
    const written = [...Page.guide('first-resource').files.values()];
    const shown = readme.code('ts');
    expect(shown).toHaveLength(2);
    for (const code of shown) expect(written).toContain(`${code}\n`);
  });

  it('contains commands for accounts that work as described', async () => {
    const printed: string[] = [];
    for (const words of readme.accountCommands) {
      const { stdout } = await runCommand(words, { app: guide.app, stdin: 'a long password\n' });
      printed.push(stdout.trim());
    }
    expect(printed[0]).toMatch(/^\d+$/);
    const response = await guide.app.inject({
      url: '/api/tokens',
      headers: { authorization: `Bearer ${printed[1]}` },
    });
    // The third command changed the password, which ends older tokens.
    expect(response.statusCode).toBe(401);
    expect(printed[2]).toContain('ann@example.org');
  });

  it('shows the response to signing in', async () => {
    const body = { email: 'reader@example.com', password: 'password' };
    const login = await guide.test.anonymous.post<{ access_token: string; expires_in: number }>(
      '/login',
      body,
    );
    expect(login).toMatchObject({ status: 200, body: { expires_in: 30 * 24 * 60 * 60 } });
    const headers = { authorization: `Bearer ${login.body.access_token}` };
    const tokens = await guide.app.inject({ url: '/api/tokens', headers });
    const [own] = tokens.json<{ data: { id: string }[] }>().data;
    const ended = await guide.app.inject({
      method: 'DELETE',
      url: `/api/tokens/${own!.id}`,
      headers,
    });
    const after = await guide.app.inject({ method: 'POST', url: '/api/logout', headers });
    expect([tokens.statusCode, ended.statusCode, after.statusCode]).toEqual([200, 204, 401]);
  });
});

describe('docs/guide/writing.md', () => {
  const page = Page.guide('writing');

  it('shows requests', () => {
    expect(page.requests).toHaveLength(1);
  });

  followSteps(page, page.requests, (step) => guide.follow(step));
});
