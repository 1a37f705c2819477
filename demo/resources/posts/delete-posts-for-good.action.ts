import { IsInt, IsString } from 'class-validator';
import { Action, type ActionHandler, type ActionRequest, type ResourceRequest } from 'resource-api';
import { isAdmin } from '../rights.js';
import type { Post } from './post.entity.js';

class Purged {
  @IsString()
  readonly message!: string;

  @IsInt()
  readonly deleted!: number;
}

/** Deletes posts. Its key is fixed, so that renaming the class does not break clients. */
@Action({
  uriKey: 'purge-posts',
  onlyOnIndex: true,
  destructive: true,
  description: 'Delete posts for good.',
  response: Purged,
})
export class DeletePostsForGood implements ActionHandler<Post> {
  canSee(request: ResourceRequest) {
    return isAdmin(request);
  }

  async handle(request: ActionRequest, posts: Post[]): Promise<Purged> {
    await request.delete(posts);
    return { message: 'Posts deleted.', deleted: posts.length };
  }

  reduce(total: Purged, chunk: Purged): Purged {
    return { ...total, deleted: total.deleted + chunk.deleted };
  }
}
