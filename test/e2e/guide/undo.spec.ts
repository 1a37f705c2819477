import { PageApp } from '../../support/pages/page-app.js';
import { Page } from '../../support/pages/page.js';

const page = Page.guide('undo');
const [revert, revertOfPassword] = page.commands;
const email = 'admin@example.com';

let guide: PageApp;
beforeAll(async () => {
  guide = await PageApp.start(new Map());
});
afterAll(() => guide?.close());

const send = async (method: 'POST' | 'PATCH', url: string, payload: object, token = '') =>
  guide.app.inject({
    method,
    url: `/api${url}`,
    headers: { authorization: `Bearer ${token}` },
    payload,
  });

const signIn = async (password: string) =>
  (await send('POST', '/login', { email, password })).json<{ access_token?: string }>()
    .access_token;

/** Runs a command of the page on the newest row of the log, with this token. */
async function run(script: string, token: string): Promise<unknown> {
  const [row] = await guide.database.query('select max(id) from action_logs');
  const here = `API=${await guide.address()}/api\nTOKEN=${token}\n`;
  return JSON.parse(await guide.run(here + script.replace('/17/', `/${String(row![0])}/`)));
}

describe(page.path, () => {
  it('shows two commands', () => {
    expect(page.commands).toHaveLength(2);
  });

  it('shows how to revert a change', async () => {
    const token = (await signIn('password'))!;
    const change = await send('PATCH', '/profile', { name: 'Changed' }, token);
    expect(change.statusCode).toBe(200);
    await run(revert!.script, token);
    const { body } = await guide.client('admin').get<{ attributes: { name: string } }>('/profile');
    expect(body.attributes.name).not.toBe('Changed');
  });

  it('shows how to revert a change of the own password', async () => {
    const passwords = { password: 'a long password', current_password: 'password' };
    const change = await send('PATCH', '/profile', passwords, await signIn('password'));
    expect(change.statusCode).toBe(200);
    await run(revertOfPassword!.script, (await signIn('a long password'))!);
    expect(await signIn('a long password')).toBeUndefined();
    expect(await signIn('password')).toBeDefined();
  });
});
