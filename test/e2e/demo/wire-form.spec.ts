import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { everythingOf, resources, type One, type Page, type Seen } from './responses.js';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo.close());

const inOrder = ['id', 'type', 'attributes', 'relationships', 'meta', 'pivots'];
const instant = /^2025-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A record, and every record below it. */
const recordsIn = (record: Seen): readonly Seen[] => [
  record,
  ...Object.values(record.relationships ?? {})
    .flat()
    .filter((related) => related?.attributes !== undefined)
    .flatMap(recordsIn),
];

describe('the resource objects of the demo', () => {
  it.each(Object.keys(resources))(
    'has members, attributes and relations of /%s in their order (C3.5)',
    async (resource) => {
      const { body } = await demo.get<Page>(`/${resource}?perPage=30&${everythingOf(resource)}`);
      expect(body.data.length).toBeGreaterThan(5);
      for (const record of body.data) {
        expect(Object.keys(record)).toEqual(inOrder.filter((member) => member in record));
        expect(record.type).toBe(resource);
        expect(Object.keys(record.attributes).join(' ')).toBe(resources[resource]!.attributes);
        expect(Object.keys(record.relationships ?? {}).join(' ')).toBe(
          resources[resource]!.relations,
        );
      }
      for (const record of body.data.flatMap(recordsIn))
        expect(Object.keys(record)).toEqual(inOrder.filter((member) => member in record));
    },
  );

  it.each(Object.keys(resources))(
    'has keys of /%s as strings and instants in ISO 8601 (C1.3, C1.6)',
    async (resource) => {
      const { body } = await demo.get<Page>(`/${resource}?perPage=10&${everythingOf(resource)}`);
      for (const { id, attributes } of body.data.flatMap(recordsIn)) {
        expect(typeof id).toBe('string');
        for (const [name, value] of Object.entries(attributes)) {
          if (value !== null && name.endsWith('_id')) expect(typeof value).toBe('string');
          if (value !== null && name.endsWith('_at')) expect(value).toMatch(instant);
        }
      }
    },
  );

  it('have the four flags on main records of an index, and on no records below (C3.3)', async () => {
    const { body } = await demo.get<Page>('/users?include=posts,roles&perPage=5');
    expect(body.data.map(({ meta }) => Object.keys(meta).length)).toEqual([4, 4, 4, 4, 4]);
    const below = body.data.flatMap(recordsIn).filter(({ type }) => type !== 'users');
    expect(below.filter(({ meta }) => meta !== undefined)).toEqual([]);
  });

  it('have the declared fields of the pivot in pivots, and no hidden ones (C3.4)', async () => {
    const user = (await demo.get<One>('/users/1?include=roles')).body.data;
    expect(
      user.relationships.roles!.map(({ attributes, pivots }) => [attributes.name, pivots]),
    ).toEqual([
      ['editor', { policy: 'write', active: true }],
      ['admin', { policy: 'write', active: true }],
    ]);
    const post = (await demo.get<One>('/posts/1?include=tags')).body.data;
    expect(post.relationships.tags!.map(({ pivots }) => pivots.position).sort()).toEqual([1, 2, 3]);
  });

  it('have the slug of a tag as the key, which is not an attribute', async () => {
    const { body } = await demo.get<One>('/tags/uebersetzung');
    expect([body.data.id, Object.keys(body.data.attributes)]).toEqual([
      'uebersetzung',
      ['label', 'created_at', 'updated_at'],
    ]);
  });

  it('have short, long, callable and forwarding relations under their keys', async () => {
    const user = (await demo.get<One>('/users/1?include=company,stats,headline')).body.data
      .relationships;
    expect(user.company!.type).toBe('companies');
    expect(user.headline).toBe('Ann Lee <admin@example.com>');
    expect(user.stats).toEqual({ posts: 40, comments: expect.any(Number) as number });
    const comment = (await demo.get<One>('/comments/1?include=author')).body.data;
    expect(comment.relationships.author!.id).toBe(comment.attributes.user_id);
  });

  it('have ten comments per post and fifteen of everything else, unless the request sets another number (C5.4)', async () => {
    const sizes = async (query: string) => {
      const { relationships } = (await demo.get<One>(`/posts/1?include=comments${query}`)).body
        .data;
      return relationships.comments!.length;
    };
    expect([await sizes(''), await sizes('&relatablePerPage=30')]).toEqual([10, 30]);
    const { relationships } = (await demo.get<One>('/users/1?include=posts')).body.data;
    expect(relationships.posts).toHaveLength(15);
  });

  it('have the columns of users that the relation of a company names, unless the request names others', async () => {
    const columnsOf = async (include: string) => {
      const { body } = await demo.get<Page>(`/companies?include=${include}&perPage=1`);
      return Object.keys(body.data[0]!.relationships.users![0]!.attributes);
    };
    expect(await columnsOf('users')).toEqual(['name', 'email']);
    expect(await columnsOf('users[age]')).toEqual(['age']);
  });
});
