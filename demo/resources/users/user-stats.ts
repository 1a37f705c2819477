import { Injectable } from '@nestjs/common';
import { Records, type Invokable, type ResourceRequest } from 'resource-api';
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

  constructor(private readonly records: Records) {}

  async invoke(
    { user }: ResourceRequest,
    users: readonly User[],
  ): Promise<ReadonlyMap<number, Stats>> {
    const keys = users.map(({ id }) => id);
    const [posts, comments] = await Promise.all([
      this.records.of(PostResource).for(user).groupBy('user_id', { keys }).count(),
      this.records.of(CommentResource).for(user).groupBy('user_id', { keys }).count(),
    ]);
    return new Map(
      keys.map((key) => [key, { posts: posts.get(key) ?? 0, comments: comments.get(key) ?? 0 }]),
    );
  }
}
