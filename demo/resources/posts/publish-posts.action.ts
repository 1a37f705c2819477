import { IsInt, IsString } from 'class-validator';
import {
  Action,
  differs,
  where,
  type ActionHandler,
  type ActionRequest,
  type Condition,
} from 'resource-api';
import { mayUpdatePost } from '../rights.js';
import type { User } from '../users/user.entity.js';
import type { Post, PostStatus } from './post.entity.js';

class Published {
  @IsString()
  readonly message!: string;

  @IsInt()
  readonly published!: number;

  @IsInt()
  readonly chunks!: number;
}

/** Publishes posts; posts that are already published keep their date. */
@Action({
  onlyOnIndex: true,
  description: 'Publish posts. Archived posts are left out.',
  response: Published,
})
export class PublishPosts implements ActionHandler<Post> {
  canRun(user: User, post: Post) {
    return mayUpdatePost(user, post);
  }

  indexQuery(): Condition<Post> {
    return where({ status: differs<PostStatus>('archived') });
  }

  async handle(request: ActionRequest, posts: Post[]): Promise<Published> {
    const waiting = posts.filter(({ status }) => status !== 'published');
    if (waiting.length > 0)
      await request.update(waiting, { status: 'published', published_at: new Date() });
    return { message: 'Posts published.', published: waiting.length, chunks: 1 };
  }

  reduce(total: Published, chunk: Published): Published {
    return {
      ...total,
      published: total.published + chunk.published,
      chunks: total.chunks + chunk.chunks,
    };
  }
}
