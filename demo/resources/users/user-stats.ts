import { Injectable } from '@nestjs/common';
import { VisibleRecords, type Invokable, type ResourceRequest } from 'resource-api';
import { CommentResource } from '../comments/comment.resource.js';
import { PostResource } from '../posts/post.resource.js';
import type { User } from './user.entity.js';

/** The number of a user's posts and comments. */
interface Stats {
  readonly posts: number;
  readonly comments: number;
}

/**
 * Counts the posts and comments of users that the caller may see, with two statements per page of
 * users.
 */
@Injectable()
export class UserStats implements Invokable<User> {
  readonly needs = [];

  constructor(private readonly visible: VisibleRecords) {}

  async invoke(
    { user }: ResourceRequest,
    users: readonly User[],
  ): Promise<ReadonlyMap<number, Stats>> {
    const keys = users.map(({ id }) => id);
    const [posts, comments] = await Promise.all([
      this.visible.countBy(PostResource, 'user_id', keys, user),
      this.visible.countBy(CommentResource, 'user_id', keys, user),
    ]);
    const statsOf = (key: string): Stats => ({
      posts: posts.get(key) ?? 0,
      comments: comments.get(key) ?? 0,
    });
    return new Map(keys.map((key) => [key, statsOf(String(key))]));
  }
}
