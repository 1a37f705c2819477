import fc from 'fast-check';
import type { DemoApp } from '../../support/demo-app.js';

/** What the writes of the properties do. */
export type WriteKind =
  | 'store'
  | 'patch'
  | 'delete'
  | 'attach'
  | 'sync'
  | 'detach'
  | 'patch pivot'
  | 'bulk store'
  | 'bulk update'
  | 'bulk delete'
  | 'publish-posts'
  | 'purge-posts'
  | 'delete user';

/** The keys of records that exist, or did when they were chosen. */
interface KnownKeys {
  /** The post that the write is about. */
  readonly post: string;
  /** A user whom nothing else refers to. */
  readonly user: string;
  readonly tags: readonly string[];
  /** Returns a post by its place. */
  readonly postAt: (place: number) => string;
}

/** A write: what to send, and where. */
export interface PostWrite {
  readonly kind: WriteKind;
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly pathOf: (keys: KnownKeys) => string;
  readonly bodyOf: (keys: KnownKeys) => object | undefined;
  /** Which of the posts it is about. */
  readonly place: number;
}

/** How many posts {@link PostWriter.prepare} chooses. */
const PREPARED = 8;

const place = fc.nat({ max: 20 });
const position = fc.option(fc.integer({ min: 1, max: 9 }));
const tag = fc.nat({ max: 4 });
const values = fc.record(
  {
    title: fc.string({ minLength: 1, maxLength: 5 }).map((text) => `t${text.trim()}`),
    description: fc.option(fc.string({ maxLength: 5 }).map((text) => `d${text.trim()}`)),
    status: fc.constantFrom('draft', 'published', 'archived'),
  },
  { requiredKeys: [] },
);
const listed = fc.uniqueArray(fc.record({ tag, position }), {
  maxLength: 4,
  selector: (one) => one.tag,
});

type Sent = Omit<PostWrite, 'place'>;
type ListedTags = readonly { readonly tag: number; readonly position: number | null }[];

const linked =
  (kind: 'attach' | 'sync' | 'detach') =>
  (list: ListedTags): Sent => ({
    kind,
    method: 'POST',
    pathOf: ({ post }) => `/posts/${post}/${kind}/tags`,
    bodyOf: ({ tags }) => ({
      tags: list.map((one) =>
        kind === 'detach' ? tags[one.tag] : { id: tags[one.tag], position: one.position },
      ),
    }),
  });

const bulk =
  (kind: 'bulk update' | 'bulk delete') =>
  (elements: readonly (readonly [place: number, body: object])[]): Sent => ({
    kind,
    method: kind === 'bulk update' ? 'POST' : 'DELETE',
    pathOf: () => `/posts/bulk/${kind === 'bulk update' ? 'update' : 'delete'}`,
    bodyOf: ({ postAt }) =>
      elements.map(([at, body]) =>
        kind === 'bulk update' ? { ...body, id: postAt(at) } : postAt(at),
      ),
  });

const action =
  (kind: 'publish-posts' | 'purge-posts') =>
  (places: readonly number[]): Sent => ({
    kind,
    method: 'POST',
    pathOf: () => `/posts/actions?action=${kind}`,
    bodyOf: ({ postAt }) => ({ repositories: places.map(postAt) }),
  });

const newPost = (body: object): object => ({ title: 'New', status: 'draft', ...body });

const store = (body: object): Sent => ({
  kind: 'store',
  method: 'POST',
  pathOf: () => '/posts',
  bodyOf: () => newPost(body),
});

const patch = (body: object): Sent => ({
  kind: 'patch',
  method: 'PATCH',
  pathOf: ({ post }) => `/posts/${post}`,
  bodyOf: () => body,
});

const remove: Sent = {
  kind: 'delete',
  method: 'DELETE',
  pathOf: ({ post }) => `/posts/${post}`,
  bodyOf: () => undefined,
};

const removeUser: Sent = {
  kind: 'delete user',
  method: 'DELETE',
  pathOf: ({ user }) => `/users/${user}`,
  bodyOf: () => undefined,
};

const patchPivot = ([at, value]: readonly [tag: number, position: number | null]): Sent => ({
  kind: 'patch pivot',
  method: 'PATCH',
  pathOf: ({ post, tags }) => `/posts/${post}/tags/${tags[at]!}`,
  bodyOf: () => ({ position: value }),
});

const storeTogether = (bodies: readonly object[]): Sent => ({
  kind: 'bulk store',
  method: 'POST',
  pathOf: () => '/posts/bulk',
  bodyOf: () => bodies.map(newPost),
});

const kinds: Readonly<Record<WriteKind, fc.Arbitrary<Sent>>> = {
  store: values.map(store),
  patch: values.map(patch),
  delete: fc.constant(remove),
  attach: listed.map(linked('attach')),
  sync: listed.map(linked('sync')),
  detach: listed.map(linked('detach')),
  'patch pivot': fc.tuple(tag, position).map(patchPivot),
  'bulk store': fc.array(values, { minLength: 1, maxLength: 3 }).map(storeTogether),
  'bulk update': elementsOf(values).map(bulk('bulk update')),
  'bulk delete': elementsOf(fc.constant({})).map(bulk('bulk delete')),
  'publish-posts': fc.array(place, { minLength: 1, maxLength: 4 }).map(action('publish-posts')),
  'purge-posts': fc.array(place, { minLength: 1, maxLength: 3 }).map(action('purge-posts')),
  'delete user': fc.constant(removeUser),
};

/** Elements about posts. Rarely two of them are about the same post, which is rejected. */
function elementsOf<Body extends object>(body: fc.Arbitrary<Body>) {
  return fc.uniqueArray(fc.tuple(place, body), {
    minLength: 1,
    maxLength: 3,
    selector: ([at]) => at,
  });
}

const placed = (sent: fc.Arbitrary<Sent>): fc.Arbitrary<PostWrite> =>
  fc.tuple(sent, place).map(([write, at]) => ({ ...write, place: at }));

export const writeKinds = Object.keys(kinds) as readonly WriteKind[];

/** Writes of posts and of their tags, which may be rejected. */
export const postWrites: fc.Arbitrary<readonly PostWrite[]> = fc.array(
  placed(
    fc.oneof(
      kinds.store,
      kinds.patch,
      kinds.delete,
      kinds.attach,
      kinds.sync,
      kinds.detach,
      kinds['patch pivot'],
    ),
  ),
  { minLength: 1, maxLength: 8 },
);

/** One write of every kind in any order; all may be rejected. */
export const writesOfAllKinds: fc.Arbitrary<readonly PostWrite[]> = fc
  .tuple(...Object.values(kinds).map(placed))
  .chain((writes) => fc.shuffledSubarray(writes, { minLength: writes.length }));

/**
 * One write of every kind that changes something after {@link PostWriter.prepare}, which a random
 * one may not do.
 */
export const changesOfAllKinds: readonly PostWrite[] = [
  store({}),
  patch({ title: 'Other' }),
  linked('attach')([{ tag: 3, position: 1 }]),
  linked('sync')([
    { tag: 0, position: 9 },
    { tag: 4, position: null },
  ]),
  patchPivot([0, 8]),
  linked('detach')([{ tag: 0, position: null }]),
  storeTogether([{}, { title: 'Newer' }]),
  bulk('bulk update')([
    [1, { title: 'Other' }],
    [2, { description: 'Other' }],
  ]),
  bulk('bulk delete')([
    [3, {}],
    [4, {}],
  ]),
  // The first of the posts that were stored above.
  action('publish-posts')([PREPARED]),
  action('purge-posts')([5, 6]),
  remove,
  removeUser,
].map((write) => ({ ...write, place: 0 }));

/** Sends writes about some posts and a user of a demo. */
export class PostWriter {
  private posts: string[] = [];
  private user = '0';
  private users = 0;

  private constructor(
    private readonly demo: DemoApp,
    private readonly tags: readonly string[],
  ) {}

  static async of(demo: DemoApp): Promise<PostWriter> {
    const rows = await demo.database.query('select slug from tags order by slug limit 5');
    const writer = new PostWriter(
      demo,
      rows.map(([slug]) => String(slug)),
    );
    await writer.reset();
    return writer;
  }

  /** Chooses the first posts that exist. */
  async reset(count = 3): Promise<void> {
    const rows = await this.demo.database.query('select id from posts order by id limit ?', [
      count,
    ]);
    this.posts = rows.map(([id]) => String(id));
  }

  /** Chooses more posts, which have tags, and a user with two roles and a phone. */
  async prepare(): Promise<void> {
    await this.reset(PREPARED);
    for (const post of this.posts)
      await this.store(`/posts/${post}/sync/tags`, { tags: this.tags.slice(0, 3) });
    const email = `deleted-${++this.users}@example.com`;
    const user = await this.store('/users', { name: 'Deleted', email, password: 'long enough' });
    this.user = user.id as string;
    const roles = await this.demo.database.query('select id from roles order by id limit 2');
    await this.store(`/users/${this.user}/attach/roles`, { roles: roles.map(([id]) => id) });
    await this.store('/phones', { number: '+1 555 01', user_id: this.user });
  }

  async send(
    { method, pathOf, bodyOf, place: at }: PostWrite,
    headers: Readonly<Record<string, string>> = {},
  ) {
    await this.demo.tokenOf('admin');
    const postAt = (each: number): string => this.posts[each % this.posts.length]!;
    const keys = { post: postAt(at), user: this.user, tags: this.tags, postAt };
    const client = this.demo.client('admin').with(headers);
    const response = await client.send<any>(method, pathOf(keys), bodyOf(keys));
    if (response.status === 201) this.posts.push(...storedPosts(response.body.data));
    return response;
  }

  private async store(path: string, body: object): Promise<any> {
    const response = await this.demo.send<any>(path, { method: 'POST', body });
    if (response.status >= 300) throw new Error(`${path} returned ${response.status}.`);
    return response.body.data;
  }
}

/** Returns the keys of posts in a response. Pivot rows of a response have no type `posts`. */
const storedPosts = (data: unknown): readonly string[] =>
  [data]
    .flat()
    .map((record) => record as { readonly type: string; readonly id: string })
    .filter(({ type }) => type === 'posts')
    .map(({ id }) => id);
