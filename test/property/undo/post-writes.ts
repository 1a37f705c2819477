import fc from 'fast-check';
import type { DemoApp } from '../../support/demo-app.js';

/** A write of a post: what to send, and where. */
export interface PostWrite {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** @param post the key of the post that the write is about */
  readonly pathOf: (post: string) => string;
  /** @param tags the keys of the tags that it may name */
  readonly bodyOf: (tags: readonly string[]) => object | undefined;
  /** Which of the posts it is about. */
  readonly place: number;
}

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
const linked =
  (operation: string) =>
  (list: readonly { readonly tag: number; readonly position: number | null }[]): Sent => ({
    method: 'POST',
    pathOf: (post) => `/posts/${post}/${operation}/tags`,
    bodyOf: (tags) => ({
      tags: list.map((one) =>
        operation === 'detach' ? tags[one.tag] : { id: tags[one.tag], position: one.position },
      ),
    }),
  });

const sent: fc.Arbitrary<Sent> = fc.oneof(
  values.map((body): Sent => ({
    method: 'POST',
    pathOf: () => '/posts',
    bodyOf: () => ({ title: 'New', status: 'draft', ...body }),
  })),
  values.map((body): Sent => ({
    method: 'PATCH',
    pathOf: (post) => `/posts/${post}`,
    bodyOf: () => body,
  })),
  fc.constant<Sent>({
    method: 'DELETE',
    pathOf: (post) => `/posts/${post}`,
    bodyOf: () => undefined,
  }),
  listed.map(linked('attach')),
  listed.map(linked('sync')),
  listed.map(linked('detach')),
  fc.tuple(tag, position).map(([at, value]): Sent => ({
    method: 'PATCH',
    pathOf: (post) => `/posts/${post}/tags/tag-${at}`,
    bodyOf: () => ({ position: value }),
  })),
);

/** Writes of posts and of their tags, which may be rejected. */
export const postWrites: fc.Arbitrary<readonly PostWrite[]> = fc.array(
  fc.tuple(sent, place).map(([write, at]) => ({ ...write, place: at })),
  { minLength: 1, maxLength: 8 },
);

/** Sends writes about some posts of a demo. */
export class PostWriter {
  private posts: string[] = [];

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
  async reset(): Promise<void> {
    const rows = await this.demo.database.query('select id from posts order by id limit 3');
    this.posts = rows.map(([id]) => String(id));
  }

  async send(
    { method, pathOf, bodyOf, place: at }: PostWrite,
    headers: Readonly<Record<string, string>> = {},
  ) {
    await this.demo.tokenOf('admin');
    const path = pathOf(this.posts[at % this.posts.length]!).replace(
      /tag-(\d)$/,
      (_name, index: string) => this.tags[Number(index)]!,
    );
    const client = this.demo.client('admin').with(headers);
    const response = await client.send<any>(method, path, bodyOf(this.tags));
    const isStored = response.status === 201 && path === '/posts';
    if (isStored) this.posts.push(response.body.data.id as string);
    return response;
  }
}
