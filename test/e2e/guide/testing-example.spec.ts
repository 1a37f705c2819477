import { createTestApplication, policyTable, type TestApplication } from 'resource-api/testing';
import 'resource-api/testing/jest';
import { demoModules } from '../../../demo/resources/index.js';
import { Post } from '../../../demo/resources/posts/post.entity.js';
import { PostResource } from '../../../demo/resources/posts/post.resource.js';
import { User } from '../../../demo/resources/users/user.entity.js';

let test: TestApplication<User>;

beforeAll(async () => {
  const user = { entity: User, identifier: 'email', password: 'password' } as const;
  const options = { authentication: { user } };
  test = await createTestApplication<User>({ modules: demoModules, options });
});
afterEach(() => test.reset());
afterAll(() => test.close());

it('hides drafts of others, and refuses to change their posts', async () => {
  const [reader, author] = await test.factory(User).createMany(2);
  const posts = test.factory(Post, { user_id: author!.id, title: (number) => `Post ${number}` });
  const draft = await posts.create({ status: 'draft' });
  const published = await posts.create({ status: 'published' });

  const client = test.as(reader!);
  expect(await client.get(`/posts/${draft.id}`)).toBeNotFound();
  expect(await client.patch(`/posts/${published.id}`, { title: 'Mine' })).toBeForbidden();
  expect(await client.post('/posts', { title: '', status: 'draft' })).toHaveErrors(['title']);
});

it('allows what the policy describes, and nothing else', async () => {
  const [reader, author] = await test.factory(User).createMany(2);
  const draft = await test.factory(Post).create({ user_id: author!.id, status: 'draft' });
  await policyTable(test, PostResource, [
    { user: author!, record: draft, may: ['index', 'store', 'show', 'update', 'delete'] },
    { user: reader!, record: draft, may: ['index', 'store'] },
  ]);
});
