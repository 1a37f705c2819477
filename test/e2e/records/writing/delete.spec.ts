import { startDemo, type DemoAccount, type DemoApp } from '../../../support/demo-app.js';
import type { RecordBody, RefusalBody } from './bodies.js';

describe('deleting a record', () => {
  let demo: DemoApp;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo.close());

  const remove = (path: string, as: DemoAccount = 'admin', body?: object) =>
    demo.send<RefusalBody>(path, { method: 'DELETE', as, ...(body && { body }) });
  const count = async (table: string, condition: string) =>
    Number((await demo.database.query(`select count(*) from ${table} where ${condition}`))[0]![0]);

  it('returns 204 without a body, and 404 from then on (C4)', async () => {
    const response = await remove('/posts/20');
    expect([response.status, response.body]).toEqual([204, undefined]);
    expect((await demo.get('/posts/20')).status).toBe(404);
    expect((await remove('/posts/20')).status).toBe(404);
  });

  it('deletes tag links, comments and images of a post, and no log row (C4.5)', async () => {
    expect(
      await count('comments', `commentable_type = 'posts' and commentable_id = 1`),
    ).toBeGreaterThan(0);
    const logs = await count('action_logs', `actionable_type = 'posts' and actionable_id = '1'`);
    expect(logs).toBeGreaterThan(0);
    expect((await remove('/posts/1')).status).toBe(204);
    expect(await count('comments', `commentable_type = 'posts' and commentable_id = 1`)).toBe(0);
    expect(await count('images', `imageable_type = 'posts' and imageable_id = 1`)).toBe(0);
    expect(await count('taggables', `taggable_type = 'posts' and taggable_id = '1'`)).toBe(0);
    expect(
      await count('action_logs', `actionable_type = 'posts' and actionable_id = '1'`),
    ).toBeGreaterThanOrEqual(logs);
  });

  it('deletes phone, image, tokens and role links of a user (demo, who may do what)', async () => {
    const user = await demo.send<RecordBody>('/users', {
      method: 'POST',
      body: { name: 'Gone', email: 'gone@example.com', password: 'long enough' },
    });
    const { id } = user.body.data;
    await demo.send('/phones', { method: 'POST', body: { number: '1', user_id: id } });
    await demo.send('/login', {
      method: 'POST',
      body: { email: 'gone@example.com', password: 'long enough' },
      as: null,
    });
    expect(await count('tokens', `user_id = '${id}'`)).toBe(1);
    expect((await remove(`/users/${id}`)).status).toBe(204);
    expect(await count('phones', `user_id = ${id}`)).toBe(0);
    expect(await count('tokens', `user_id = '${id}'`)).toBe(0);
  });

  it('returns 409 while other records refer to it, and changes nothing (C4.5)', async () => {
    const response = await remove('/users/2');
    expect([response.status, response.body.code]).toEqual([409, 'conflict']);
    expect((await demo.get('/users/2')).status).toBe(200);
    const company = (await demo.get<{ data: { id: string }[] }>('/companies')).body.data[0]!.id;
    expect((await remove(`/companies/${company}`)).status).toBe(409);
  });

  it('deletes the links of a tag, a role and a company, and nothing else (demo, who may do what)', async () => {
    const [[tag]] = (await demo.database.query('select tag_id from taggables limit 1')) as [
      [string],
    ];
    const [[role]] = (await demo.database.query('select role_id from role_user limit 1')) as [
      [number],
    ];
    const counts = () =>
      Promise.all(['posts', 'videos', 'users'].map((table) => count(table, '1 = 1')));
    const before = await counts();
    expect((await remove(`/tags/${tag}`)).status).toBe(204);
    expect(await count('taggables', `tag_id = '${tag}'`)).toBe(0);
    expect((await remove(`/roles/${role}`)).status).toBe(204);
    expect(await count('role_user', `role_id = ${role}`)).toBe(0);
    const company = (
      await demo.send<RecordBody>('/companies', { method: 'POST', body: { name: 'Gone GmbH' } })
    ).body;
    expect((await remove(`/companies/${company.data.id}`)).status).toBe(204);
    expect(await counts()).toEqual(before);
  });

  it('returns 404, 403 and 400 as every write does (C4.2, C4.3)', async () => {
    expect((await remove('/posts/999999')).status).toBe(404);
    expect((await remove('/users/4', 'author')).status).toBe(403);
    expect((await remove('/posts/30?include=user')).status).toBe(400);
    expect((await remove('/posts/30', 'admin', [])).status).toBe(400);
    expect((await remove('/posts/30', 'admin', {})).status).toBe(204);
  });
});
