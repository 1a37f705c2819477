import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { accounts, type One, type Page } from './responses.js';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

const keyWhere = async (table: string, condition: string): Promise<string> => {
  const [row] = await demo.database.query(
    `select id from ${table} where ${condition} order by id limit 1`,
  );
  return String(row![0]);
};
const flagsOf = async (path: string, account: (typeof accounts)[number]) => {
  const { meta } = (await demo.get<One>(path, account)).body.data;
  return Object.entries(meta).flatMap(([flag, isSet]) =>
    isSet ? [flag.replace('authorizedTo', '')] : [],
  );
};

describe('who sees what in the demo', () => {
  it('shows a draft to its author, editors and admins (C4.4)', async () => {
    const draft = await keyWhere('posts', `status = 'draft' and user_id = 3`);
    const statuses = await Promise.all(
      accounts.map(async (as) => (await demo.get(`/posts/${draft}`, as)).status),
    );
    expect(statuses).toEqual([200, 200, 200, 404]);
  });

  it('shows comments and the image of a draft to those who see the draft (C4.4)', async () => {
    const hangs = [
      [
        'comments',
        `commentable_type = 'posts' and commentable_id in (select id from posts where status = 'draft' and user_id = 3)`,
      ],
      [
        'images',
        `imageable_type = 'posts' and imageable_id in (select id from posts where status = 'draft' and user_id not in (3, 4))`,
      ],
    ] as const;
    const statuses = hangs.map(async ([resource, condition]) => {
      const key = await keyWhere(resource, condition);
      return Promise.all(
        accounts.map(async (as) => (await demo.get(`/${resource}/${key}`, as)).status),
      );
    });
    expect(await Promise.all(statuses)).toEqual([
      [200, 200, 200, 404],
      [200, 200, 404, 404],
    ]);
  });

  it('shows a phone to its owner and admins, through the relation too (C4.4)', async () => {
    const phones = async (as: (typeof accounts)[number]) =>
      (await demo.get<Page>('/users?include=phone&perPage=100&page=2', as)).body.data.flatMap(
        ({ relationships }) => relationships.phone?.id ?? [],
      );
    const { body } = await demo.get<One>('/users/3?include=phone', 'author');
    expect(body.data.relationships.phone!.attributes.user_id).toBe('3');
    expect(
      (await demo.get<One>('/users/3?include=phone', 'editor')).body.data.relationships.phone,
    ).toBeNull();
    expect(await phones('admin')).toHaveLength(95);
    expect(await phones('reader')).toEqual(['4']);
  });

  it('includes no post that the caller could not show (C4.4)', async () => {
    const { body } = await demo.get<Page>(
      '/users?include=posts[status|user_id]&relatablePerPage=100',
      'author',
    );
    const posts = body.data.flatMap(({ relationships }) =>
      relationships.posts!.map(({ attributes }) => attributes),
    );
    expect(posts.length).toBeGreaterThan(0);
    expect(
      posts.filter(({ status, user_id }) => status !== 'published' && user_id !== '3'),
    ).toEqual([]);
  });

  it('counts in stats what the caller may see (C3.4)', async () => {
    const statsFor = async (as: (typeof accounts)[number]) =>
      (await demo.get<One>('/users/3?include=stats', as)).body.data.relationships.stats;
    const count = async (condition: string) =>
      Number(
        (
          await demo.database.query(`select count(*) from posts where user_id = 3 and ${condition}`)
        )[0]![0],
      );
    const [all, published] = [await count('1 = 1'), await count(`status = 'published'`)];
    expect(published).toBeLessThan(all);
    expect(await statsFor('author')).toEqual(expect.objectContaining({ posts: all }));
    expect(await statsFor('editor')).toEqual(expect.objectContaining({ posts: all }));
    expect(await statsFor('reader')).toEqual(expect.objectContaining({ posts: published }));
    expect(await statsFor('admin')).toEqual({ posts: all, comments: expect.any(Number) as number });
  });
});

describe('who may do what in the demo', () => {
  const own = async () => keyWhere('posts', `status = 'published' and user_id = 3`);

  it('lets the author and admins do everything with a post, editors all but delete, others store (C3.3)', async () => {
    const path = `/posts/${await own()}`;
    expect(await flagsOf(path, 'admin')).toEqual(['Show', 'Store', 'Update', 'Delete']);
    expect(await flagsOf(path, 'author')).toEqual(['Show', 'Store', 'Update', 'Delete']);
    expect(await flagsOf(path, 'editor')).toEqual(['Show', 'Store', 'Update']);
    expect(await flagsOf(path, 'reader')).toEqual(['Show', 'Store']);
  });

  it.each(['videos', 'comments'])(
    'lets owner and admins do everything with /%s, and editors nothing more (C3.3)',
    async (resource) => {
      const path = `/${resource}/${await keyWhere(resource, resource === 'videos' ? 'user_id > 5' : `user_id > 5 and commentable_type = 'videos'`)}`;
      expect(await flagsOf(path, 'admin')).toEqual(['Show', 'Store', 'Update', 'Delete']);
      expect(await flagsOf(path, 'editor')).toEqual(['Show', 'Store']);
      expect(await flagsOf(path, 'reader')).toEqual(['Show', 'Store']);
    },
  );

  it('lets a comment be changed by its user (C3.3)', async () => {
    const comment = await keyWhere('comments', `user_id = 3 and commentable_type = 'videos'`);
    expect(await flagsOf(`/comments/${comment}`, 'author')).toEqual([
      'Show',
      'Store',
      'Update',
      'Delete',
    ]);
  });

  it('lets users update themselves, and only admins update others (C3.3)', async () => {
    expect(await flagsOf('/users/3', 'author')).toEqual(['Show', 'Update']);
    expect(await flagsOf('/users/3', 'editor')).toEqual(['Show']);
    expect(await flagsOf('/users/3', 'admin')).toEqual(['Show', 'Store', 'Update', 'Delete']);
  });

  it.each(['companies', 'roles', 'tags', 'phones', 'images'])(
    'lets only admins change /%s (C3.3)',
    async (resource) => {
      const [admin, reader] = await Promise.all(
        (['admin', 'reader'] as const).map(
          async (as) => (await demo.get<Page>(`/${resource}`, as)).body.data[0]!.id,
        ),
      );
      expect(await flagsOf(`/${resource}/${admin}`, 'admin')).toEqual([
        'Show',
        'Store',
        'Update',
        'Delete',
      ]);
      expect(await flagsOf(`/${resource}/${reader}`, 'reader')).toEqual(['Show']);
    },
  );

  it('lets nobody change the log (C8.4)', async () => {
    expect(await flagsOf('/action_logs/1', 'admin')).toEqual(['Show']);
  });
});
