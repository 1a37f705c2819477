import { startDemo, type DemoApp } from '../../support/demo-app.js';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

interface Response {
  readonly status: number;
  readonly body: any;
}
type Revert = (given?: object, headers?: Readonly<Record<string, string>>) => Promise<Response>;

async function lastChange() {
  const [row] = await demo.database.query(
    'select id, batch_id from action_logs order by id desc limit 1',
  );
  return { id: String(row![0]), batch: String(row![1]) };
}

/** Reverts the last change, by its row or by its batch. */
async function reverts(): Promise<readonly [row: Revert, batch: Revert]> {
  const { id, batch } = await lastChange();
  await demo.tokenOf('admin');
  const post = (path: string, body: object | undefined, headers = {}) =>
    demo.client('admin').with(headers).send<any>('POST', `/action_logs/${path}`, body);
  return [
    (given, headers) => post(`${id}/revert`, given, headers),
    (given, headers) => post('revert', { batch_id: batch, ...given }, headers),
  ];
}

const patch = (path: string, body: object) =>
  demo.send<any>(path, { method: 'PATCH', body, as: 'admin' });
const value = async (sql: string): Promise<unknown> => (await demo.database.query(sql))[0]?.[0];
const failedAttempts = async () =>
  Number(await value('select count(*) from login_attempts where not is_pending'));

describe('Reverting a change of one’s own password (C15.1)', () => {
  const NEW = 'Another-secret-1';

  async function signIn(password: string): Promise<Readonly<Record<string, string>>> {
    const payload = { email: 'author@example.com', password };
    const response = await demo.app.inject({ method: 'POST', url: '/api/login', payload });
    return { authorization: `Bearer ${response.json<{ access_token: string }>().access_token}` };
  }

  it.each(['row', 'batch'])('needs the current password, by %s', async (by) => {
    const change = { password: NEW, current_password: 'password' };
    const before = await signIn('password');
    const hash = await value('select password from users where id = 3');
    await demo.app.inject({
      method: 'PATCH',
      url: '/api/profile',
      headers: before,
      payload: change,
    });
    const changed = await value('select password from users where id = 3');
    expect(changed).not.toBe(hash);
    const stolen = await signIn(NEW);
    const [row, batch] = await reverts();
    const revert = by === 'row' ? row : batch;

    const without = await revert({}, stolen);
    expect([without.status, without.body.errors]).toEqual([
      422,
      { current_password: ['The current_password field is required when password is given.'] },
    ]);
    for (const wrong of ['password', null, ['x'], 5])
      expect(await revert({ current_password: wrong }, stolen)).toMatchObject({ status: 422 });
    expect(await failedAttempts()).toBe(1);
    expect(await value('select password from users where id = 3')).toBe(changed);

    expect((await revert({ current_password: NEW }, stolen)).status).toBe(200);
    expect(await value('select password from users where id = 3')).toBe(hash);
  });

  it('needs none from those who need none to change it', async () => {
    const hash = await value('select password from users where id = 4');
    expect((await patch('/users/4', { password: NEW })).status).toBe(200);
    const [row] = await reverts();
    expect((await row()).status).toBe(200);
    expect(await value('select password from users where id = 4')).toBe(hash);
  });
});

describe('What protects a field on a write protects it on a revert (C15.1)', () => {
  it('its rules', async () => {
    await demo.database.write('update users set email = ? where id = 4', ['no address']);
    await patch('/users/4', { email: 'reader@example.com', name: 'Other' });
    const [row, batch] = await reverts();
    const texts = ['This is not an e-mail address.'];
    expect(await row()).toMatchObject({ status: 422, body: { errors: { email: texts } } });
    expect(await batch()).toMatchObject({
      status: 422,
      body: { errors: { 'users.4.email': texts } },
    });
    expect(await value('select name from users where id = 4')).toBe('Other');
  });

  it('a unique value that another record has now', async () => {
    await patch('/users/4', { email: 'first@example.com' });
    await patch('/users/4', { email: 'second@example.com' });
    const [row] = await reverts();
    await patch('/users/2', { email: 'first@example.com' });
    const texts = ['The email has already been taken.'];
    expect(await row()).toMatchObject({ status: 422, body: { errors: { email: texts } } });
  });

  it('canWrite', async () => {
    const [[company]] = (await demo.database.query('select id from companies limit 1')) as any;
    const [[other]] = (await demo.database.query(
      'select id from companies order by id desc limit 1',
    )) as any;
    await demo.database.write('update users set company_id = ? where id = 3', [company]);
    await patch('/users/3', { company_id: other });
    const { id } = await lastChange();
    const path = `/action_logs/${id}/revert`;
    expect((await demo.send(path, { method: 'POST', as: 'author' })).status).toBe(403);
    expect(await value('select company_id from users where id = 3')).toBe(other);
  });

  it('canWrite, with which a record that is stored again may have its default', async () => {
    const post = (
      await demo.send<any>('/posts', {
        method: 'POST',
        body: { title: 'x', status: 'published' },
        as: 'author',
      })
    ).body.data.id as string;
    const deleted = async () => {
      await demo.send(`/posts/${post}`, { method: 'DELETE', as: 'author' });
      return `/action_logs/${(await lastChange()).id}/revert`;
    };
    const asAuthor = { method: 'POST', as: 'author' } as const;
    expect((await demo.send(await deleted(), asAuthor)).status).toBe(200);
    const path = await deleted();
    expect((await demo.send(path, { method: 'POST', as: 'admin' })).status).toBe(200);
  });

  it('the rules of pivot values', async () => {
    await demo.database.write(
      'insert into role_user (user_id, role_id, policy, active) values (4, 1, ?, ?)',
      ['no policy', true],
    );
    const detach = { method: 'POST', body: { roles: [1] } } as const;
    expect((await demo.send('/users/4/detach/roles', detach)).status).toBe(204);
    const [row, batch] = await reverts();
    const texts = ['The selected policy is invalid.'];
    expect(await row()).toMatchObject({
      status: 422,
      body: { errors: { 'roles.0.policy': texts } },
    });
    expect(await batch()).toMatchObject({
      status: 422,
      body: { errors: { 'users.4.roles.0.policy': texts } },
    });
  });
});
