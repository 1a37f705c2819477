import { startDemo, type DemoApp } from '../../../support/demo-app.js';
import type { RecordBody } from './bodies.js';

describe('a write that another one overtakes', () => {
  let demo: DemoApp;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo.close());

  const post = (path: string, body: object) =>
    demo.send<RecordBody>(path, { method: 'POST', body });
  const count = async (condition: string) =>
    Number((await demo.database.query(`select count(*) from comments where ${condition}`))[0]![0]);

  it('leaves no comment on a post that is deleted meanwhile (C4.5)', async () => {
    for (let round = 0; round < 8; round++) {
      const { id } = (await post('/posts', { title: 'Short-lived', status: 'published' })).body
        .data;
      const comment = { comment: 'Late.', commentable_type: 'posts', commentable_id: id };
      const stores = Array.from({ length: 6 }, () => post('/comments', comment));
      const [deleted, ...stored] = await Promise.all([
        demo.send(`/posts/${id}`, { method: 'DELETE' }),
        ...stores,
      ]);
      expect(deleted.status).toBe(204);
      for (const { status } of stored) expect([201, 422]).toContain(status);
      expect(await count(`commentable_type = 'posts' and commentable_id = ${id}`)).toBe(0);
    }
  });

  it('changes a password once with the current one, however many arrive at once (C2.4)', async () => {
    const changes = Array.from({ length: 6 }, (_none, at) =>
      demo.send('/profile', {
        method: 'PATCH',
        body: { password: `another one ${at}`, current_password: 'password' },
        as: 'reader',
      }),
    );
    const statuses = (await Promise.all(changes)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    for (const status of statuses) expect([200, 401, 409, 422]).toContain(status);
  });
});
