import { createTestApplication, type TestApplication } from 'resource-api/testing';
import 'resource-api/testing/vitest';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { demoModules } from '../../../../../demo/resources/index.js';
import { Post } from '../../../../../demo/resources/posts/post.entity.js';
import { User } from '../../../../../demo/resources/users/user.entity.js';

let test: TestApplication<User>;

beforeAll(async () => {
  const user = { entity: User, identifier: 'email', password: 'password' } as const;
  test = await createTestApplication<User>({
    modules: demoModules,
    options: { authentication: { user } },
  });
});
afterEach(() => test.reset());
afterAll(() => test.close());

it('refuses to update the posts of others', async () => {
  const [reader, author] = await test.factory(User).createMany(2);
  const post = await test.factory(Post).create({ user_id: author!.id, status: 'published' });
  const client = test.as(reader!);
  expect(await client.patch(`/posts/${post.id}`, { title: 'Mine' })).toBeForbidden();
  expect(await client.get('/posts/2000000000')).toBeNotFound();
  expect(await client.post('/posts', { title: '', status: 'draft' })).toHaveErrors(['title']);
});
