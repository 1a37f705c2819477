import { faker } from '@faker-js/faker/locale/en';
import { demoModules } from '../../../../demo/resources/index.js';
import { Comment } from '../../../../demo/resources/comments/comment.entity.js';
import { Company } from '../../../../demo/resources/companies/company.entity.js';
import { Post } from '../../../../demo/resources/posts/post.entity.js';
import { PostResource } from '../../../../demo/resources/posts/post.resource.js';
import { Tag } from '../../../../demo/resources/tags/tag.entity.js';
import { TagResource } from '../../../../demo/resources/tags/tag.resource.js';
import { User } from '../../../../demo/resources/users/user.entity.js';
import {
  createTestApplication,
  describeResource,
  policyTable,
  resourceMatchers,
  type TestApplication,
} from '../../../../src/tooling/testing/index.js';
import '../../../../src/tooling/testing/jest.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../../../support/databases.js';

describe('the test kit', () => {
  let source: DatabaseUnderTest;
  let test: TestApplication<User>;

  beforeAll(async () => {
    source = await databaseUnderTest();
    const user = { entity: User, identifier: 'email', password: 'password' } as const;
    test = await createTestApplication<User>({
      modules: demoModules,
      database: source.url,
      faker,
      options: { authentication: { user } },
    });
  });
  afterEach(() => test.reset());
  afterAll(async () => {
    await test.close();
    await source.dispose();
  });

  const users = () => test.factory(User, { name: (sequence) => `User ${sequence}` });

  describe('a factory', () => {
    it('stores a record with the given values, its defaults, and samples for the rest', async () => {
      const posts = test.factory(Post, { status: 'draft', title: (sequence) => `No. ${sequence}` });
      const [first, second] = await posts.createMany(2, { description: null });
      expect(first).toMatchObject({ title: 'No. 1', status: 'draft', description: null });
      expect(second).toMatchObject({ title: 'No. 2' });
      expect(await test.dataSource.getRepository(Post).count()).toBe(2);
    });

    it('creates the records that required foreign keys need, by their own factories', async () => {
      const user = await users().create();
      expect(user).toMatchObject({ name: 'User 1', is_admin: false });
      const post = await test.factory(Post).create({ status: 'published' });
      const author = await test.dataSource
        .getRepository(User)
        .findOneByOrFail({ id: post.user_id });
      expect(author.name).toBe('User 2');
    });

    it('creates no record for a foreign key that is given', async () => {
      const { id } = await users().create();
      await test.factory(Post).create({ user_id: id, status: 'draft' });
      expect(await test.dataSource.getRepository(User).count()).toBe(1);
    });

    it('fits samples to their columns', async () => {
      const company = await test.factory(Company).create();
      expect(
        await test.dataSource.getRepository(Company).findOneBy({ id: company.id }),
      ).not.toBeNull();
      const [tag, other] = await test.factory(Tag).createMany(2);
      expect(tag!.slug).not.toBe(other!.slug);
    });

    it('builds a record without storing it', async () => {
      const comment = test.factory(Comment, { commentable_type: 'posts' }).build({ comment: 'Hi' });
      expect(comment).toBeInstanceOf(Comment);
      expect(comment).toMatchObject({ comment: 'Hi', commentable_type: 'posts' });
      expect(await test.dataSource.getRepository(Comment).count()).toBe(0);
    });
  });

  it('removes every record, account and token between tests', async () => {
    const ann = await users().create({ email: 'ann@example.com' });
    await test.factory(Post).create({ user_id: ann.id, status: 'draft' });
    expect(await test.as(ann).get('/posts')).toMatchObject({ status: 200 });
    await test.reset();
    expect(await test.dataSource.getRepository(Post).count()).toBe(0);
    await expect(test.as('ann@example.com').get('/posts')).rejects.toThrow('There is no account');
    const again = await users().create({ email: 'ann@example.com' });
    expect(await test.as(again).get('/posts')).toMatchObject({ status: 200, body: { data: [] } });
  });

  describe('matchers', () => {
    it('toBeForbidden and toBeNotFound check the status and the code', async () => {
      const [reader, author] = await users().createMany(2);
      const posts = test.factory(Post, { user_id: author!.id });
      const [draft, published] = [
        await posts.create({ status: 'draft' }),
        await posts.create({ status: 'published' }),
      ];
      const client = test.as(reader!);
      expect(await client.get(`/posts/${draft.id}`)).toBeNotFound();
      const refused = await client.patch(`/posts/${published.id}`, { title: 'Mine' });
      expect(refused).toBeForbidden();
      expect(refused).not.toBeNotFound();
      expect(() => expect(refused).toBeNotFound()).toThrow('404 with the code "not_found"');
    });

    it('toHaveErrors checks the fields of a validation error, and their messages', async () => {
      const client = test.as(await users().create());
      const response = await client.post<{ errors: Record<string, string[]> }>('/posts', {
        title: '',
        status: 'lost',
      });
      expect(response).toHaveErrors(['title', 'status']);
      expect(response).toHaveErrors({
        title: response.body.errors.title![0]!,
        status: response.body.errors.status![0]!,
      });
      expect(response).not.toHaveErrors(['title']);
      expect(response).not.toHaveErrors({ title: 'another message', status: '' });
      expect(resourceMatchers.toHaveErrors(response, ['title']).message()).toContain('"title"');
    });

    it('toHaveStatements counts what the request ran', async () => {
      const client = test.as(await users().create());
      // The token, the page and its total, which one statement may count on the way.
      const { statements } = await client.get('/posts');
      expect(await client.get('/posts')).toHaveStatements(statements.length);
      expect(statements.length).toBeGreaterThanOrEqual(2);
      expect(() => expect({ statements: ['select 1'] }).toHaveStatements(2)).toThrow('select 1');
    });
  });

  describe('policyTable', () => {
    it('passes if the policy allows exactly what the table contains', async () => {
      const admin = await users().create({ is_admin: true });
      const [author, reader] = await users().createMany(2);
      const draft = await test.factory(Post).create({ user_id: author!.id, status: 'draft' });
      const published = await test
        .factory(Post)
        .create({ user_id: author!.id, status: 'published' });
      await policyTable(test, PostResource, [
        { user: admin, record: draft, may: ['index', 'store', 'show', 'update', 'delete'] },
        { user: author!, record: draft, may: ['index', 'store', 'show', 'update', 'delete'] },
        { user: reader!, record: draft, may: ['index', 'store'] },
        { user: reader!, record: published, may: ['index', 'store', 'show'] },
        { user: reader!.email, may: ['index', 'store'] },
      ]);
      expect(await test.dataSource.getRepository(Post).count()).toBe(2);
    });

    it('reports every difference', async () => {
      const reader = await users().create({ email: 'reader@example.com' });
      const post = await test.factory(Post).create({ status: 'published' });
      const check = policyTable(test, PostResource, [
        { user: reader, record: post, may: ['index', 'store', 'update'] },
      ]);
      await expect(check).rejects.toThrow(
        [
          'The policy differs from the table:',
          `reader@example.com, PostResource ${post.id}: "show" is allowed.`,
          `reader@example.com, PostResource ${post.id}: "update" is refused.`,
        ].join('\n'),
      );
    });
  });

  it('calls tools as a user', async () => {
    const tools = test.tools(await users().create());
    await test.factory(Post).create({ status: 'published', title: 'Read me' });
    expect((await tools.list()).map(({ name }) => name)).toContain('posts-index-tool');
    const result = await tools.call('posts-index-tool', { perPage: 5 });
    expect(JSON.stringify(result.structuredContent)).toContain('Read me');
    await expect(tools.call('no-such-tool')).rejects.toThrow();
  });

  describe('describeResource', () => {
    const described = {
      test: () => test,
      as: () => 'admin@example.com',
      record: async () => {
        await users().create({ email: 'admin@example.com', is_admin: true });
        return test.factory(Post).create({ status: 'published' });
      },
    };
    describeResource(PostResource, described);

    it('fails if a resource does something else', async () => {
      const cases = new Map<string, () => Promise<void>>();
      const runner = {
        describe: (_name: string, body: () => void) => body(),
        it: (name: string, body: () => Promise<void>) => void cases.set(name, body),
      };
      describeResource(
        TagResource,
        { ...described, record: async () => ({ slug: 'none' }) },
        runner,
      );
      await users().create({ email: 'admin@example.com', is_admin: true });
      await expect(cases.get('shows a record with its declared fields only')!()).rejects.toThrow(
        'GET /tags/none responds with 404',
      );
    });
  });
});
