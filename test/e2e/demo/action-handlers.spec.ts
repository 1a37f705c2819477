import type { EntityManager } from 'typeorm';
import { Announcements } from '../../../demo/resources/posts/announcements.js';
import { DeletePostsForGood } from '../../../demo/resources/posts/delete-posts-for-good.action.js';
import { ImportPosts } from '../../../demo/resources/posts/import-posts.action.js';
import { Post } from '../../../demo/resources/posts/post.entity.js';
import { PublishPost } from '../../../demo/resources/posts/publish-post.action.js';
import { PublishPosts } from '../../../demo/resources/posts/publish-posts.action.js';
import { DeactivateUsers } from '../../../demo/resources/users/deactivate-users.action.js';
import { ReactivateUser } from '../../../demo/resources/users/reactivate-user.action.js';
import type { User } from '../../../demo/resources/users/user.entity.js';

const admin = { id: 1, is_admin: true } as User;
const editor = { id: 2, is_admin: false, is_editor: true } as User;
const author = { id: 3, is_admin: false, is_editor: false } as User;
const reader = { id: 4, is_admin: false, is_editor: false } as User;
const post = (id: number, status: Post['status']) => ({ id, status, user_id: 3 }) as Post;

/** A request that records what the handler does, for every kind of payload. */
function requestOf(user: User, payload: object = {}) {
  const done: unknown[][] = [];
  const note =
    (what: string) =>
    async (...given: readonly unknown[]): Promise<void> => {
      done.push([what, ...given]);
    };
  const validate = () => Promise.resolve(payload as never);
  const store = (...given: readonly unknown[]) => note('store')(...given).then(() => []);
  const writes = { update: note('update'), delete: note('delete'), store, validate, payload };
  const origin = { channel: 'http', client: null, batchId: 'batch' };
  const place = {
    user,
    origin,
    resource: 'posts',
    operation: 'action' as const,
    id: null,
    query: {},
  };
  const callbacks: (() => unknown)[] = [];
  const afterCommit = (work: () => unknown) => void callbacks.push(work);
  const commit = () => callbacks.forEach((work) => work());
  return { done, ...place, ...writes, manager: {} as EntityManager, afterCommit, commit };
}

describe('the actions of the demo', () => {
  it('publish-posts publishes waiting posts, and counts them', async () => {
    const request = requestOf(editor);
    const [draft, published] = [post(1, 'draft'), post(2, 'published')];
    const response = await new PublishPosts().handle(request, [draft, published]);
    expect(response).toEqual({ message: expect.any(String) as string, published: 1, chunks: 1 });
    const changes = { status: 'published', published_at: expect.any(Date) as Date };
    expect(request.done).toEqual([['update', [draft], changes]]);
  });

  it('publish-posts writes nothing if no record is left (C6.3)', async () => {
    const request = requestOf(editor);
    expect(await new PublishPosts().handle(request, [])).toMatchObject({ published: 0, chunks: 1 });
    expect(request.done).toEqual([]);
  });

  it('publish-posts sums records and chunks (C6.7)', () => {
    const one = { message: 'm', published: 200, chunks: 1 };
    expect(new PublishPosts().reduce({ ...one, published: 400, chunks: 2 }, one)).toEqual({
      message: 'm',
      published: 600,
      chunks: 3,
    });
  });

  it('publish-post is allowed to everybody who may update the post (C6.4)', () => {
    for (const action of [new PublishPosts(), new PublishPost(new Announcements())])
      expect(
        [admin, editor, author, reader].map((user) => action.canRun(user, post(1, 'draft'))),
      ).toEqual([true, true, true, false]);
  });

  it('publish-post publishes at the requested moment or now, and announces on request', async () => {
    const announcements = new Announcements();
    const announce = jest.spyOn(announcements, 'announce').mockReturnValue(undefined);
    const action = new PublishPost(announcements);
    const publish_at = new Date('2030-01-01T00:00:00Z');
    const later = requestOf(author, { publish_at });
    await action.handle(later, post(1, 'draft'));
    expect(later.done[0]![2]).toEqual({ status: 'published', published_at: publish_at });
    expect(announce).not.toHaveBeenCalled();

    const now = requestOf(author, { publish_at: null, note: 'At last.', notify: true });
    await action.handle(now, post(1, 'draft'));
    expect(now.done[0]![2]).toEqual({
      status: 'published',
      published_at: expect.any(Date) as Date,
    });
    expect(announce).not.toHaveBeenCalled();
    now.commit();
    expect(announce).toHaveBeenCalledWith(expect.objectContaining({ id: 1 }), 'At last.');
  });

  it('purge-posts deletes, for admins only', async () => {
    const request = requestOf(admin);
    const posts = [post(1, 'draft')];
    expect(await new DeletePostsForGood().handle(request, posts)).toMatchObject({ deleted: 1 });
    expect(request.done).toEqual([['delete', posts]]);
    expect(new DeletePostsForGood().canSee(requestOf(editor))).toBe(false);
  });

  it('import-posts stores numbered drafts of the caller', async () => {
    const request = requestOf(author, { count: 2 });
    expect(await new ImportPosts().handle(request)).toMatchObject({ stored: 2 });
    expect(request.done).toEqual([
      [
        'store',
        Post,
        [
          { title: 'Imported draft 1', status: 'draft', user_id: 3 },
          { title: 'Imported draft 2', status: 'draft', user_id: 3 },
        ],
      ],
    ]);
  });

  it('deactivate-users suspends others but not oneself, for admins; reactivate-user reverses it', async () => {
    const deactivating = requestOf(admin);
    expect(await new DeactivateUsers().handle(deactivating, [reader])).toMatchObject({
      deactivated: 1,
    });
    expect(deactivating.done[0]!.slice(1)).toEqual([
      [reader],
      { suspended_at: expect.any(Date) as Date },
    ]);
    expect([reader, admin].map((record) => new DeactivateUsers().canRun(admin, record))).toEqual([
      true,
      false,
    ]);
    expect([admin, editor].map((user) => new DeactivateUsers().canSee(requestOf(user)))).toEqual([
      true,
      false,
    ]);

    const reactivating = requestOf(admin);
    await new ReactivateUser().handle(reactivating, reader);
    expect(reactivating.done).toEqual([['update', [reader], { suspended_at: null }]]);
    expect(new ReactivateUser().canSee(requestOf(author))).toBe(false);
  });
});
